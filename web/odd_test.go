package web

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// running serves a site at an address of this machine until the test ends.
func running(t testing.TB, s *Server) (host string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("the server ended with %v", err)
		}
	})
	return l.Addr().String()
}

// wire sends bytes to a running server as they are.
type wire struct {
	host string
	conn net.Conn
	r    *bufio.Reader
}

// ask sends a request for a target of any bytes, which may make it no request at all.
// There is no answer when the server waits for more.
func (w *wire) ask(target string) (r *http.Response, body []byte, err error) {
	if w.conn == nil {
		if w.conn, err = net.Dial("tcp", w.host); err != nil {
			return nil, nil, err
		}
		w.r = bufio.NewReader(w.conn)
	}
	// Where a target ends the request early, what follows is asked as well, and the
	// connection closed.
	odd := strings.ContainsAny(target, "\r\n ")
	head := "GET " + target + " HTTP/1.1\r\nHost: rules.example\r\n"
	if odd {
		head += "Connection: close\r\n"
	}
	if _, err := w.conn.Write([]byte(head + "\r\n")); err != nil {
		return nil, nil, err
	}
	if err := w.conn.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		return nil, nil, err
	}
	if r, err = http.ReadResponse(w.r, nil); err != nil {
		return nil, nil, err
	}
	body, err = io.ReadAll(r.Body)
	r.Body.Close()
	if odd || r.Close {
		w.close()
	}
	return r, body, err
}

func (w *wire) close() {
	if w.conn != nil {
		w.conn.Close()
		w.conn = nil
	}
}

// checkAnswer returns an error for an answer that no address may get.
func checkAnswer(r *http.Response, body []byte) error {
	if r.StatusCode >= http.StatusInternalServerError && r.StatusCode != http.StatusHTTPVersionNotSupported {
		return errors.New(r.Status)
	}
	if r.Header.Get("X-Evil") != "" || strings.ContainsAny(r.Header.Get("Location"), "\r\n\x00") {
		return fmt.Errorf("headers %v", r.Header)
	}
	if to := r.Header.Get("Location"); to != "" {
		if u, err := url.Parse(to); err != nil || u.Host != "" || !strings.HasPrefix(to, "/") {
			return fmt.Errorf("it leads to %q, which is not of this site", to)
		}
	}
	if bytes.HasPrefix(body, []byte("<!")) || r.StatusCode == http.StatusOK {
		return harmlessBody(r.Header.Get("Content-Type"), string(body))
	}
	return nil
}

// oddTargets are places of an address that a byte is put into.
var oddTargets = []string{
	"/%s", "/r/%s", "/r/2020-04-17/%s", "/r/2020-04-17/702.19%sb", "/r/IKO/glossary/tra%smple", "/glossary/%s", "/diff/%s/IKO", "/diff/WAR/IKO/%s",
	"/history/IKO/%s", "/keyword/%s", "/search?q=%s", "/search?q=tram%sple", "/search?q=trample&in=%s", "/trend?q=%s", "/trend.csv?q=a%sb", "/annotate?text=fly%sing",
	"/diff/WAR/IKO?%s=1", "/diff/WAR/IKO?term=%s", "/static/%s", "/api/show/IKO/%s", "/../../etc/%s", "//%s/", "/r/..%s../x",
}

// An address with any byte anywhere, as it is and escaped, is answered, with nothing
// worse than that there is no such page.
func TestOddBytes(t *testing.T) {
	w := wire{host: running(t, sample(t))}
	defer w.close()
	for _, target := range oddTargets {
		for b := range 256 {
			for _, spelt := range []string{string([]byte{byte(b)}), fmt.Sprintf("%%%02x", b), fmt.Sprintf("%%25%02x", b)} {
				address := strings.Replace(target, "%s", spelt, 1)
				r, body, err := w.ask(address)
				if err == nil {
					err = checkAnswer(r, body)
				}
				if err != nil {
					t.Errorf("%q: %v", address, err)
					w.close()
				}
			}
		}
	}
}

// What climbs out of the site's folders, in any spelling, gets no file of the machine.
func TestNothingClimbsOut(t *testing.T) {
	w := wire{host: running(t, sample(t))}
	defer w.close()
	for _, up := range []string{"..", "%2e%2e", ".%2e", "%2e.", "..%00", "....", "..;", "%252e%252e", "..%c0%af", "%c0%ae%c0%ae", "..\\", "..%5c", "%uff0e%uff0e"} {
		for _, slash := range []string{"/", "//", "%2f", "%5c", "\\"} {
			for _, start := range []string{"/", "/static/", "/r/", "/r/IKO/", "/r/IKO/glossary/", "/history/IKO/", "/api/"} {
				for _, file := range []string{"etc/passwd", "go.mod", "server.go"} {
					address := start + strings.Repeat(up+slash, 6) + file
					r, body, err := w.ask(address)
					if err != nil || r.StatusCode == http.StatusOK || bytes.Contains(body, []byte("root:")) || bytes.Contains(body, []byte("module rulebook")) {
						t.Errorf("%s: %v, %.100s", address, err, body)
						w.close()
						continue
					}
					if err := checkAnswer(r, body); err != nil {
						t.Errorf("%s: %v", address, err)
					}
				}
			}
		}
	}
}

// FuzzAddress asks a running server for anything.
func FuzzAddress(f *testing.F) {
	for _, target := range oddTargets {
		f.Add(strings.Replace(target, "%s", "trample", 1))
	}
	for _, target := range []string{"*", "http://other.example/r/IKO", "/r/IKO%zz", "/search?q=%22a&q=b", "/r/IKO HTTP/1.1\r\nX-Evil: 1", "/?format=json&format=atom", "\x00", "/r/%ff%fe"} {
		f.Add(target)
	}
	host := running(f, sample(f))
	f.Fuzz(func(t *testing.T, target string) {
		w := wire{host: host}
		defer w.close()
		// An empty line in it would begin another request, whose answer is not waited for;
		// and what lies unread behind a line that is no request takes the answer's way.
		const most = 2000 // bytes, less than the server reads at once
		if len(target) > most || strings.Contains(target, "\n\n") || strings.Contains(target, "\n\r\n") {
			return
		}
		r, body, err := w.ask(target)
		if err == nil {
			err = checkAnswer(r, body)
		}
		if err != nil {
			t.Error(err)
		}
	})
}

// FuzzQueries asks a running server for what readers write into its fields.
func FuzzQueries(f *testing.F) {
	for _, q := range []string{"trample", `"excess damage" -combat`, "kind:glossary battle", "702.19b", "tramp* OR (a b)", "battle, trample", "Flying\u202e, trample\n{T}: Scry 2.", "near/3", "=1+1", "<evil>"} {
		f.Add(q, "IKO", "0")
	}
	f.Add("damage", "all", "20")
	f.Add(`"`, "WAR..IKO", "-1")
	host := running(f, sample(f))
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	f.Fuzz(func(t *testing.T, q, in, from string) {
		v := url.Values{"q": {q}, "in": {in}, "from": {from}, "text": {q}, "term": {q}, "only": {in}}.Encode()
		for _, page := range []string{"/search?", "/api/search?", "/trend?", "/trend.csv?", "/trend.svg?", "/annotate?", "/diff/WAR/IKO?", "/keywords?"} {
			r, err := client.Get("http://" + host + page + v)
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(r.Body)
			r.Body.Close()
			if err == nil {
				err = checkAnswer(r, body)
			}
			if err != nil {
				t.Errorf("%s: %v", page, err)
			}
		}
	})
}
