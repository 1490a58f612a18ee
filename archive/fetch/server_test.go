package fetch

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"rulebook/archive"
	"rulebook/archive/parse"
	"rulebook/data"
)

// wire is a network of one server in memory, so that a test in a bubble of
// testing/synctest has the clock to itself: no pause is waited for.
type wire struct {
	calls  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func (w *wire) Accept() (net.Conn, error) {
	select {
	case c := <-w.calls:
		return c, nil
	case <-w.closed:
		return nil, net.ErrClosed
	}
}

func (w *wire) Close() error {
	w.once.Do(func() { close(w.closed) })
	return nil
}

func (w *wire) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80} }

func (w *wire) dial(context.Context, string, string) (net.Conn, error) {
	here, there := net.Pipe()
	select {
	case w.calls <- there:
		return here, nil
	case <-w.closed:
		return nil, net.ErrClosed
	}
}

// requests are those that a server got.
type requests struct {
	mu  sync.Mutex
	all []asked
}

type asked struct {
	at     time.Time
	path   string
	header http.Header
}

func (r *requests) note(req *http.Request) (nth int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all = append(r.all, asked{time.Now(), req.URL.Path, req.Header.Clone()})
	return len(r.all)
}

func (r *requests) list() []asked {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.all)
}

// answer is what a server does with its nth request, from 1.
type answer func(w http.ResponseWriter, r *http.Request, nth int)

// serve starts a server on a wire of its own and returns a client that reaches
// it under every name.
func serve(t *testing.T, a answer) (*http.Client, *requests) {
	t.Helper()
	w := &wire{calls: make(chan net.Conn), closed: make(chan struct{})}
	got := new(requests)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) { a(rw, r, got.note(r)) }))
	server.Listener.Close()
	server.Listener = w
	server.Config.ErrorLog = nil
	server.Start()
	transport := &http.Transport{DialContext: w.dial}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		server.Close()
	})
	return &http.Client{Transport: transport}, got
}

const address = "http://rules.example/files/"

// release is one that a catalog knows, with the bytes of its file.
func release(day, file string, raw []byte) archive.Release {
	effective, err := archive.ParseDate(day)
	if err != nil {
		panic(err)
	}
	sum := sha256.Sum256(raw)
	return archive.Release{Effective: effective, Source: archive.Source{File: file, URL: address + file,
		SHA256: hex.EncodeToString(sum[:]), Bytes: int64(len(raw))}}
}

// hashless is a release whose file no catalog has seen.
func hashless(r archive.Release) archive.Release {
	r.Source.SHA256, r.Source.Bytes = "", 0
	return r
}

// sample is the bundled release of IKO: 2020-04-17.
func sample(t *testing.T) (archive.Release, []byte) {
	t.Helper()
	files, err := data.Sample()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if strings.Contains(f.Name, "IKO") {
			return release("2020-04-17", f.Name, f.Bytes), f.Bytes
		}
	}
	t.Fatal("the sample has no release of IKO")
	return archive.Release{}, nil
}

// long is a file of more than one packet; only its hash is right or wrong.
func long(size int) []byte {
	var b bytes.Buffer
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, "line %d of the file\n", i)
	}
	return b.Bytes()[:size]
}

// reads is the Check of the program.
func reads(name string, raw []byte) (archive.Date, error) {
	s, err := parse.Parse(raw, parse.Options{File: name})
	if err != nil {
		return archive.Date{}, err
	}
	return s.Release.Effective, nil
}

// content answers as a good server does, ranges and conditions included.
func content(w http.ResponseWriter, r *http.Request, etag string, raw []byte) {
	if etag != "" {
		w.Header().Set("ETag", etag)
	}
	w.Header().Set("Content-Type", "text/plain")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(raw))
}

// breakOff sends the beginning of a file and drops the connection.
func breakOff(w http.ResponseWriter, etag string, raw []byte, after int) {
	if etag != "" {
		w.Header().Set("ETag", etag)
	}
	w.Header().Set("Content-Length", fmt.Sprint(len(raw)))
	w.Write(raw[:after])
	http.NewResponseController(w).Flush()
	panic(http.ErrAbortHandler)
}
