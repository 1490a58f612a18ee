//go:build linux

package main_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// site is a running server of all published releases, beside an nginx that serves the
// bytes of its pages from files.
type site struct {
	url, nginx string
	pid        int
	releases   []string // effective dates
}

// serveBoth starts both, or skips what is to be measured where a tool is missing.
func (b bench) serveBoth(pages map[string]string) *site {
	b.Helper()
	for _, tool := range []string{"wrk", "nginx"} {
		if _, err := exec.LookPath(tool); err != nil {
			b.Skipf("%s is not on this machine; install it to measure the pages beside it", tool)
		}
	}
	s := &site{}
	server := exec.Command(b.program, "serve", "--addr", "127.0.0.1:0", "--json", "--archive", b.archive)
	out, err := server.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := server.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		_ = server.Process.Signal(os.Interrupt)
		_ = server.Wait()
	})
	var says struct{ URL string }
	if err := json.NewDecoder(bufio.NewReader(out)).Decode(&says); err != nil {
		b.Fatal(err)
	}
	s.url, s.pid = strings.TrimSuffix(says.URL, "/"), server.Process.Pid
	var releases []struct {
		Effective string
		Held      bool
	}
	if err := json.Unmarshal(fetch(b.B, s.url+"/api/releases", ""), &releases); err != nil {
		b.Fatal(err)
	}
	for _, r := range releases {
		if r.Held {
			s.releases = append(s.releases, r.Effective)
		}
	}
	s.waitUntilCounted(b.B)
	files := b.TempDir()
	for name, page := range pages {
		if err := os.WriteFile(filepath.Join(files, name), fetch(b.B, s.url+page, "gzip"), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	s.nginx = startNginx(b.B, files)
	return s
}

// waitUntilCounted waits until what changed in each release is reckoned, which happens
// once after a start.
func (s *site) waitUntilCounted(b *testing.B) {
	b.Helper()
	for range 600 {
		if !strings.Contains(string(fetch(b, s.url+"/", "")), "still being counted") {
			return
		}
		time.Sleep(time.Second / 2)
	}
	b.Fatal("the changes of all releases are not counted within five minutes")
}

// fetch returns the bytes of an answer, packed as they came where encoding is gzip.
func fetch(b *testing.B, url, encoding string) []byte {
	b.Helper()
	r, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		b.Fatal(err)
	}
	if encoding != "" {
		r.Header.Set("Accept-Encoding", encoding)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		b.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		b.Fatalf("GET %s: %s, %v", url, answer.Status, err)
	}
	if encoding == "gzip" {
		if _, err := gzip.NewReader(strings.NewReader(string(body))); err != nil {
			b.Fatalf("GET %s is not packed: %v", url, err)
		}
	}
	return body
}

// startNginx serves a folder of packed files on a port of its own.
func startNginx(b *testing.B, files string) string {
	b.Helper()
	port := 20000 + rand.IntN(20000)
	folder := b.TempDir()
	config := fmt.Sprintf(`worker_processes auto; daemon off; pid %[1]s/pid; error_log %[1]s/error.log;
events { worker_connections 512; }
http { access_log off; sendfile on; keepalive_requests 1000000; default_type text/html;
client_body_temp_path %[1]s; proxy_temp_path %[1]s; fastcgi_temp_path %[1]s; uwsgi_temp_path %[1]s; scgi_temp_path %[1]s;
server { listen 127.0.0.1:%[2]d; root %[3]s; add_header Content-Encoding gzip; } }
`, folder, port, files)
	name := filepath.Join(folder, "nginx.conf")
	if err := os.WriteFile(name, []byte(config), 0o644); err != nil {
		b.Fatal(err)
	}
	for _, f := range []string{files, folder, filepath.Dir(files), filepath.Dir(folder)} {
		if err := os.Chmod(f, 0o755); err != nil { // its workers are another user's
			b.Fatal(err)
		}
	}
	nginx := exec.Command("nginx", "-c", name)
	if err := nginx.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		_ = nginx.Process.Signal(os.Interrupt)
		_ = nginx.Wait()
	})
	url := fmt.Sprintf("http://127.0.0.1:%d", port)
	for range 50 {
		if r, err := http.Get(url + "/"); err == nil {
			r.Body.Close()
			return url
		}
		time.Sleep(time.Second / 10)
	}
	text, _ := os.ReadFile(filepath.Join(folder, "error.log"))
	b.Fatalf("nginx does not answer: %s", text)
	return ""
}

// load is what wrk measured.
type load struct {
	rate float64 // answers a second
	p99  time.Duration
}

type loads []load

// median is the middle rate with the middle time.
func (l loads) median() load {
	var rates []float64
	var slowest []time.Duration
	for _, one := range l {
		rates, slowest = append(rates, one.rate), append(slowest, one.p99)
	}
	slices.Sort(rates)
	slices.Sort(slowest)
	return load{rates[len(l)/2], slowest[len(l)/2]}
}

var (
	wrkRate = regexp.MustCompile(`Requests/sec:\s+([0-9.]+)`)
	wrkP99  = regexp.MustCompile(`99%\s+([0-9.]+(?:us|ms|s))`)
)

func wrk(b *testing.B, url, header string) load {
	b.Helper()
	out, err := exec.Command("wrk", "-t1", "-c50", "-d2s", "--latency", "-H", "Accept-Encoding: gzip", "-H", header, url).CombinedOutput()
	rate, p99 := wrkRate.FindSubmatch(out), wrkP99.FindSubmatch(out)
	if err != nil || rate == nil || p99 == nil {
		b.Fatalf("wrk %s: %v\n%s", url, err, out)
	}
	var l load
	l.rate, _ = strconv.ParseFloat(string(rate[1]), 64)
	l.p99, _ = time.ParseDuration(string(p99[1]))
	return l
}

// pages asks for pages as fifty readers at once, beside nginx with the same bytes from
// files: a rule, the largest diff of neighbours, and a page that the reader holds already.
func (b bench) pages() {
	addresses := map[string]string{
		"a rule": "/r/2025-07-25/702.19b", "largest diff of neighbours": "/diff/2018-01-19/2018-04-27", "held by the reader": "/r/2025-07-25/702.19b",
	}
	s := b.serveBoth(addresses)
	for _, name := range slices.Sorted(maps.Keys(addresses)) {
		b.Run(name+"/nginx, same bytes", func(b *testing.B) {
			ourPage, theirPage := s.url+addresses[name], s.nginx+"/"+url.PathEscape(name)
			mine, theirs := "X-Nothing: 1", "X-Nothing: 1"
			if name == "held by the reader" {
				mine, theirs = holding(b, ourPage), holding(b, theirPage)
			}
			for b.Loop() {
				// Both keep all processors busy together with wrk, so that a single run tells
				// who was put aside when.
				const runs = 5
				var allOurs, allNginx loads
				for range runs {
					allOurs, allNginx = append(allOurs, wrk(b, ourPage, mine)), append(allNginx, wrk(b, theirPage, theirs))
				}
				ours, nginx := allOurs.median(), allNginx.median()
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(ours.rate, "answers/s-ours")
				b.ReportMetric(nginx.rate, "answers/s-theirs")
				b.ReportMetric(ours.p99.Seconds()*1000, "ms-p99-ours")
				b.ReportMetric(nginx.p99.Seconds()*1000, "ms-p99-theirs")
			}
		})
	}
	b.Run("storm", func(b *testing.B) {
		for b.Loop() {
			s.storm(b)
		}
		b.ReportMetric(0, "ns/op")
		b.ReportMetric(s.peak(b), "MB-peak")
	})
}

// holding is the header with which a reader says that it holds a page.
func holding(b *testing.B, url string) string {
	b.Helper()
	r, err := http.Get(url)
	if err != nil {
		b.Fatal(err)
	}
	r.Body.Close()
	return "If-None-Match: " + r.Header.Get("ETag")
}

// storm asks for comparisons of releases far apart, twelve at a time.
func (s *site) storm(b *testing.B) {
	const readers, each = 12, 4
	var all sync.WaitGroup
	for range readers {
		all.Go(func() {
			for range each {
				older, newer := rand.IntN(len(s.releases)/3), len(s.releases)-1-rand.IntN(len(s.releases)/3)
				r, err := http.Get(s.url + "/diff/" + s.releases[older] + "/" + s.releases[newer])
				if err != nil {
					b.Error(err)
					return
				}
				if _, err := io.Copy(io.Discard, r.Body); err != nil || r.StatusCode != http.StatusOK {
					b.Error(r.Status, err)
				}
				r.Body.Close()
			}
		})
	}
	all.Wait()
}

// peak is the most memory that the server ever had, in megabytes.
func (s *site) peak(b *testing.B) float64 {
	b.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.pid))
	if err != nil {
		b.Fatal(err)
	}
	m := regexp.MustCompile(`VmHWM:\s+([0-9]+) kB`).FindSubmatch(text)
	if m == nil {
		b.Fatalf("no peak in %s", text)
	}
	kilobytes, _ := strconv.ParseFloat(string(m[1]), 64)
	return kilobytes / 1000
}
