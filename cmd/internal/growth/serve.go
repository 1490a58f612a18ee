//go:build linux

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// server is a running rulebook serve.
type server struct {
	url string
	pid int
}

// rulePages are pages of rules, none asked for before, so that each is made anew.
var rulePages = []string{"100.1", "104.3a", "106.4", "110.5", "112.3", "117.5", "120.3", "121.1", "201.2", "205.3m",
	"301.5", "302.6", "305.6", "400.7", "405.5", "500.2", "506.4", "508.1", "509.1", "510.1", "514.1", "601.2", "602.2",
	"603.2", "605.1", "608.2", "613.1", "614.1", "701.3", "702.2", "702.9b", "702.15b", "702.19b", "704.5", "800.4"}

// serve notes what pages cost the first time that somebody asks for them.
func (s *subject) serve() (err error) {
	cmd := exec.Command(s.program, "serve", "--addr", "127.0.0.1:0", "--json", "--archive", s.archive)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	defer func() {
		_ = cmd.Process.Signal(os.Interrupt)
		if waited := cmd.Wait(); err == nil && waited != nil {
			err = fmt.Errorf("serve: %w", waited)
		}
	}()
	var says struct{ URL string }
	if err := json.NewDecoder(bufio.NewReader(out)).Decode(&says); err != nil {
		return fmt.Errorf("serve says no address: %w", err)
	}
	web := server{url: strings.TrimSuffix(says.URL, "/"), pid: cmd.Process.Pid}

	newest := s.newest()
	var rules, histories []string
	for _, n := range rulePages {
		rules = append(rules, "/r/"+newest+"/"+n)
		histories = append(histories, "/history/"+newest+"/"+n)
	}
	counted, err := web.waitUntilCounted()
	if err != nil {
		return err
	}
	s.note(cost{name: "pages: changes of all releases counted, once after a start", amount: counted, unit: seconds})
	// Whoever comes first waits until the book, the index and the counts are read.
	first, err := web.work("/r/"+newest+"/"+rule, "/search?q=banding", "/trend?q=banding")
	if err != nil {
		return err
	}
	s.note(cost{name: "pages: the first rule, search and trend after a start", amount: first, unit: seconds})
	for _, page := range []struct {
		name      string
		addresses []string
	}{
		{"pages: a rule", rules},
		{"pages: history of a rule", histories},
		{"pages: diff of the newest two", []string{"/diff/" + s.second() + "/" + newest}},
		{"pages: diff of the first and the last", []string{"/diff/" + s.oldest() + "/" + newest}},
		{"pages: front page", []string{"/"}},
		{"pages: trend", []string{"/trend?q=phasing", "/trend?q=battle"}},
		{"pages: search", []string{"/search?q=trample", "/search?q=phasing", "/search?q=mulligan"}},
	} {
		took, err := web.work(page.addresses...)
		if err != nil {
			return err
		}
		s.note(cost{name: page.name, amount: took / float64(len(page.addresses)), unit: seconds})
	}
	peak, err := web.peak()
	s.costs[len(s.costs)-1].peak = peak
	return err
}

// waitUntilCounted returns what the server worked until it had counted the changes of
// all releases.
func (w server) waitUntilCounted() (float64, error) {
	for range 900 {
		page, err := w.get("/")
		if err != nil {
			return 0, err
		}
		if !strings.Contains(page, "still being counted") {
			return w.worked()
		}
		time.Sleep(time.Second) // drawing the page costs, too
	}
	return 0, fmt.Errorf("the changes of all releases are not counted within a quarter of an hour")
}

func (w server) get(address string) (string, error) {
	answer, err := http.Get(w.url + address)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", address, answer.Status)
	}
	return string(body), err
}

// work is how long the server worked, in seconds of a processor, to answer addresses.
func (w server) work(addresses ...string) (float64, error) {
	before, err := w.worked()
	if err != nil {
		return 0, err
	}
	for _, a := range addresses {
		if _, err := w.get(a); err != nil {
			return 0, err
		}
	}
	after, err := w.worked()
	return after - before, err
}

// worked is how long the server's threads have worked, in seconds of a processor. Its
// threads stay until it ends.
func (w server) worked() (float64, error) {
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", w.pid))
	if err != nil || len(threads) == 0 {
		return 0, fmt.Errorf("the kernel does not say how long %d worked", w.pid)
	}
	var nanoseconds float64
	for _, thread := range threads {
		text, err := os.ReadFile(thread)
		if err != nil {
			return 0, err
		}
		first, _, _ := strings.Cut(string(text), " ")
		n, err := strconv.ParseFloat(first, 64)
		if err != nil {
			return 0, err
		}
		nanoseconds += n
	}
	return nanoseconds / 1e9, nil
}

// peak is the most memory that the server had, in bytes.
func (w server) peak() (float64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", w.pid))
	if err != nil {
		return 0, err
	}
	_, rest, found := strings.Cut(string(text), "VmHWM:")
	words := strings.Fields(rest)
	if !found || len(words) == 0 {
		return 0, fmt.Errorf("the kernel does not say how much memory %d had", w.pid)
	}
	kibibytes, err := strconv.ParseFloat(words[0], 64)
	return kibibytes * 1024, err
}
