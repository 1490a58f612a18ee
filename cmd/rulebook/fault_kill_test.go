//go:build unix

package main

import (
	"bytes"
	"database/sql"
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "github.com/mattn/go-sqlite3" // to age an archive behind the store's back
)

// deed is a command that is killed while it is at work.
type deed struct {
	name string
	args []string
	// prepare makes what the command finds.
	prepare func(w workshop)
	// answers says that what the command prints is the same each time.
	answers bool
	// makes is the folder that the command fills.
	makes string
	// slow is a command that writes a thousand files, of the sample; of published files
	// it would write ten times as many. make faults has the time.
	slow bool
}

var deeds = []deed{
	{name: "import", args: []string{"import", "rules"},
		prepare: func(w workshop) { w.rules() }},
	{name: "import more", args: []string{"import", "rules"},
		prepare: func(w workshop) { w.rules(); w.must("import", "early") }},
	{name: "rebuild", args: []string{"rebuild"},
		prepare: func(w workshop) { w.rules(); w.must("import", "rules"); w.age() }},
	{name: "index", args: []string{"search", "trample", "--all"}, answers: true,
		prepare: func(w workshop) { w.rules(); w.must("import", "rules"); w.forgetIndex() }},
	{name: "fetch", args: []string{"fetch", "LTR", "WOE", "--from", "offered", "--to", "got"}, makes: "got",
		prepare: workshop.offer},
	{name: "export", args: []string{"export", "pages"}, makes: "pages", slow: true,
		prepare: func(w workshop) { w.sampleRules(); w.must("import", "rules") }},
	{name: "export again", args: []string{"export", "pages"}, makes: "pages", slow: true,
		prepare: func(w workshop) {
			w.sampleRules()
			w.must("import", "early")
			w.must("export", "pages")
			w.must("import", "rules")
		}},
}

// age makes the archive one that an older rulebook read otherwise, so that a
// rebuild changes what it says.
func (w workshop) age() {
	w.t.Helper()
	w.execute(`UPDATE release SET flags = '["read by an older rulebook"]' WHERE sha256 IS NOT NULL;
		DELETE FROM meta WHERE key = 'seal of tables'`)
}

// execute changes the archive behind the store's back.
func (w workshop) execute(statement string) {
	w.t.Helper()
	db, err := sql.Open("sqlite3", w.archive())
	if err != nil {
		w.t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statement); err != nil {
		w.t.Fatal(err)
	}
}

func (w workshop) forgetIndex() {
	w.t.Helper()
	if err := os.RemoveAll(w.archive() + ".index"); err != nil {
		w.t.Fatal(err)
	}
}

// offer puts files that a fetch may take into folder "offered".
func (w workshop) offer() {
	w.t.Helper()
	server := publisher(w.t)
	for _, name := range []string{"MagicCompRules20230616.txt", "MagicCompRulesWOE 20230901.txt"} {
		request := httptest.NewRequest(http.MethodGet, "/", nil)
		request.URL.Path = "/" + name
		answer := httptest.NewRecorder()
		server.ServeHTTP(answer, request)
		// Under another title it is not taken for the sample, which is not fetched.
		book := bytes.Replace(answer.Body.Bytes(), []byte("Sample Rulebook"), []byte("Rulebook"), 1)
		w.write(filepath.Join("offered", name), book)
	}
}

// TestKilled kills each command at random moments. Each time the archive opens, is
// whole, and says what it said before or what it should say after; and the command
// run again does the rest.
func TestKilled(t *testing.T) {
	for _, d := range deeds {
		t.Run(d.name, func(t *testing.T) {
			t.Parallel()
			d.test(t)
		})
	}
}

func (d deed) test(t *testing.T) {
	base := newWorkshop(t)
	d.prepare(base)
	before := base.state()

	undisturbed := base.copied(t)
	start := time.Now()
	answer := undisturbed.must(d.args...)
	took := time.Since(start)
	after := undisturbed.state()
	filesBefore, filesAfter := base.files(d.makes), undisturbed.files(d.makes)

	random := chance(t)
	done := 0
	for round := range d.rounds() {
		w := base.copied(t)
		for try := range 1 + random.IntN(2) { // the second may be killed too
			moment := time.Duration(random.Float64() * float64(took))
			for !w.killed(moment, d.args...) && try == 0 { // it was quicker
				w = base.copied(t)
				moment = moment * 3 / 4
			}
			switch state := w.state(); state {
			case after:
				done++
			case before:
			default:
				t.Fatalf("round %d, killed after %v of %v: neither as before nor as after: %s",
					round, moment, took, difference(state, after))
			}
			w.whole()
			for name, content := range w.files(d.makes) {
				if content != filesBefore[name] && content != filesAfter[name] {
					t.Fatalf("round %d, killed after %v of %v: %s is neither as before nor as after", round, moment, took, name)
				}
			}
		}
		again := w.must(d.args...)
		if d.answers && again != answer {
			t.Fatalf("round %d: the command run again says\n%s\nand should say\n%s", round, again, answer)
		}
		if state := w.state(); state != after {
			t.Fatalf("round %d: the command run again did not do the rest: %s", round, difference(state, after))
		}
		if found := differentFiles(w.files(d.makes), filesAfter); found != "" {
			t.Fatalf("round %d: the command run again did not do the rest in the folder %s: %s", round, d.makes, found)
		}
		w.whole()
		os.RemoveAll(w.folder)
	}
	t.Logf("after %d of the kills the archive was as after; undisturbed the command takes %v", done, took)
}

// differentFiles names the files in which one folder differs from another.
func differentFiles(got, want map[string]string) string {
	var found []string
	for name, content := range want {
		switch now, there := got[name]; {
		case !there:
			found = append(found, name+" is missing")
		case now != content:
			found = append(found, name+" differs: "+difference(now, content))
		}
	}
	for name := range got {
		if _, wanted := want[name]; !wanted {
			found = append(found, name+" is too much")
		}
	}
	const most = 10
	return strings.Join(found[:min(len(found), most)], "; ")
}

// rounds is how often the command is killed.
func (d deed) rounds() int {
	if d.slow && *faults < thorough {
		return 1
	}
	return *faults
}

// killed starts a command and kills it when the time has come; it reports whether
// the kill was quicker than the command's end.
func (w workshop) killed(after time.Duration, args ...string) bool {
	w.t.Helper()
	cmd := w.command(args...)
	if err := cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	timer := time.AfterFunc(after, func() { cmd.Process.Kill() })
	defer timer.Stop()
	cmd.Wait()
	return cmd.ProcessState.ExitCode() < 0
}

// files are the contents of the files in a folder by their paths; those whose name
// begins with a dot or tells of work under way are the command's own business.
func (w workshop) files(folder string) map[string]string {
	w.t.Helper()
	contents := make(map[string]string)
	if folder == "" {
		return contents
	}
	err := filepath.WalkDir(w.path(folder), func(path string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // not begun
		}
		if err != nil || e.IsDir() || strings.HasPrefix(e.Name(), ".") || strings.Contains(e.Name(), ".part") {
			return err
		}
		b, err := os.ReadFile(path)
		contents[path[len(w.folder):]] = string(b)
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return contents
}
