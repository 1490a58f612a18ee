//go:build unix

package main

import (
	"bufio"
	"database/sql"
	"encoding/json"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// serve starts the program's server and returns its address; the test ends it.
func (w workshop) serve(args ...string) (url string) {
	w.t.Helper()
	cmd := w.command(append([]string{"serve", "--addr", "127.0.0.1:0", "--json"}, args...)...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		w.t.Fatal(err)
	}
	cmd.Stderr = testLog{w.t}
	if err := cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() {
		cmd.Process.Signal(syscall.SIGTERM)
		if err := cmd.Wait(); err != nil {
			w.t.Errorf("the server ended with %v", err)
		}
	})
	var said struct{ URL string }
	if err := json.NewDecoder(bufio.NewReader(out)).Decode(&said); err != nil {
		w.t.Fatalf("serve says no address: %v", err)
	}
	return said.URL
}

type testLog struct{ t *testing.T }

func (l testLog) Write(b []byte) (int, error) {
	l.t.Errorf("the server says: %s", b)
	return len(b), nil
}

// TestServeWhileWriting imports, is killed importing, and rebuilds while fifty
// connections read: not one answer fails.
func TestServeWhileWriting(t *testing.T) {
	t.Parallel()
	const connections = 50
	w := newWorkshop(t)
	w.rules()
	w.must("import", "early")
	url := w.serve()

	pages := []string{"", "releases", "search?q=trample", "glossary", "r/WAR", "r/WAR/702.19b", "r/2014-02-01/all",
		"diff/WAR/IKO", "diff/2013-07-13/2019-05-03", "history/IKO/702.19b", "api/search?q=damage", "api/releases", "healthz"}
	var reading sync.WaitGroup
	var answers atomic.Int64
	done := make(chan struct{})
	for c := range connections {
		reading.Go(func() {
			client := &http.Client{Transport: &http.Transport{}}
			defer client.CloseIdleConnections()
			for i := c; ; i++ {
				select {
				case <-done:
					return
				default:
				}
				page := pages[i%len(pages)]
				answer, err := client.Get(url + page)
				if err != nil {
					t.Errorf("%s: %v", page, err)
					return
				}
				body, err := io.ReadAll(answer.Body)
				answer.Body.Close()
				if err != nil || answer.StatusCode != http.StatusOK {
					t.Errorf("%s: %d, %v: %.300s", page, answer.StatusCode, err, body)
					return
				}
				answers.Add(1)
			}
		})
	}
	random := chance(t)
	for range *faults {
		w.killed(time.Duration(random.Int64N(int64(time.Second))), "import", "rules")
		w.killed(time.Duration(random.Int64N(int64(time.Second))), "rebuild")
	}
	w.must("import", "rules")
	w.must("rebuild")
	close(done)
	reading.Wait()
	w.whole()
	t.Logf("%d answers", answers.Load())
}

// TestLockedArchive: beside a process that holds the archive for writing, readers
// read, and a writer waits for its turn or says that it had none.
func TestLockedArchive(t *testing.T) {
	if testing.Short() {
		t.Skip("a writer waits twenty seconds before it gives up")
	}
	t.Parallel()
	w := newWorkshop(t)
	w.rules()
	w.must("import", "early")
	db, err := sql.Open("sqlite3", w.archive()+"?_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	w.must("show", "702.19b")
	w.must("search", "trample")
	w.whole()
	w.refuses("another process is writing", "import", "rules")
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	w.must("import", "rules")
	w.whole()
}
