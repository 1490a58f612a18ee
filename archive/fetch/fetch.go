package fetch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"rulebook/archive"
)

// Fetcher gets files into a folder.
type Fetcher struct {
	// Folder is where the files are left. It is made when it is not there.
	Folder string
	// From is empty for the publisher's addresses, else an http or https address
	// that file names are added to, or a folder on this machine.
	From string
	// Check reads a file whose hash no catalog knows, and returns the day it took
	// effect. Its error is a sentence that says why the file is no rulebook.
	Check func(name string, raw []byte) (archive.Date, error)
	// Agent is how requests name the program, "rulebook/1.0".
	Agent string
	// Client sends the requests; nil for one of its own. Its CheckRedirect and
	// Timeout are not used.
	Client *http.Client
	// Progress, when not nil, is told of every step. It is called from one
	// goroutine at a time.
	Progress func(Event)
}

// Fetch gets the files of releases, a few at a time. A file that cannot be had is
// in the Summary and keeps no other out. An error means that nothing could be
// begun, or that ctx ended; then the Summary says how far it came, and what is
// under way goes on from there the next time.
//
// A release that is Held is not fetched, nor is a file that lies in the folder
// already. The files of ByURL are always fetched: only their server knows
// whether they are what they were.
func (f *Fetcher) Fetch(ctx context.Context, releases []archive.Release) (*Summary, error) {
	origin, err := parseOrigin(f.From)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(f.Folder, 0o755); err != nil {
		return nil, fmt.Errorf("the folder for the files cannot be made (%w); name another with --to", err)
	}
	r := &run{Fetcher: f, origin: origin, client: newClient(f.Client), total: len(releases)}
	summary := &Summary{Results: make([]Result, len(releases))}
	for i, release := range releases {
		summary.Results[i] = Result{Release: release}
	}
	refuseSameNames(summary.Results)
	r.all(ctx, summary.Results)
	return summary, ctx.Err()
}

// refuseSameNames fails all but the first of files that would have one name in
// the folder, on systems that do not tell letter case apart too.
func refuseSameNames(results []Result) {
	seen := make(map[string]bool)
	for i := range results {
		name := strings.ToLower(results[i].Release.Source.File)
		if seen[name] {
			results[i].Outcome = Failed
			results[i].Reason = fmt.Sprintf("another file asked for is named %s too; fetch them one after the other, with a --to of its own each", results[i].Release.Source.File)
		}
		seen[name] = true
	}
}

// run is one call of Fetch.
type run struct {
	*Fetcher
	origin origin
	client *http.Client
	hosts  hosts

	mu          sync.Mutex // guards done and the calls of Progress
	done, total int
}

// all settles the results, a few at a time, in their order.
func (r *run) all(ctx context.Context, results []Result) {
	next := make(chan *Result)
	var workers sync.WaitGroup
	for range min(parallel, len(results)) {
		workers.Go(func() {
			for result := range next {
				if result.Outcome == "" {
					r.settle(ctx, result)
				}
				r.tell(Event{Name: result.Release.Source.File, Reason: result.Reason, Outcome: result.Outcome})
			}
		})
	}
	for i := range results {
		next <- &results[i]
	}
	close(next)
	workers.Wait()
}

func (r *run) tell(e Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if e.Outcome != "" {
		r.done++
	}
	e.Done, e.Total = r.done, r.total
	if r.Progress != nil {
		r.Progress(e)
	}
}

// settle finds out what becomes of one file.
func (r *run) settle(ctx context.Context, result *Result) {
	wanted := result.Release
	if wanted.Held && !wanted.Excerpt {
		result.Outcome = Held
		return
	}
	path := filepath.Join(r.Folder, wanted.Source.File)
	if day, isThere := r.lies(path, wanted); isThere {
		result.Outcome, result.Path, result.Release.Effective = Kept, path, day
		return
	}
	day, err := r.get(ctx, result, path)
	if err == nil {
		result.Outcome, result.Path, result.Release.Effective = Fetched, path, day
		return
	}
	result.Outcome, result.Reason = Failed, err.Error()
	var s *setback
	switch {
	case ctx.Err() != nil:
		result.Reason = "interrupted; the same command goes on from here"
	case errors.As(err, &s):
		result.Outcome = cmp.Or(s.outcome, Failed)
	}
}

// lies reports whether the file that is wanted lies at path, whole and right.
func (r *run) lies(path string, wanted archive.Release) (archive.Date, bool) {
	if isByURL(wanted) {
		return archive.Date{}, false
	}
	raw, err := readBounded(path)
	if err != nil {
		return archive.Date{}, false
	}
	day, err := r.check(wanted, raw)
	return day, err == nil
}

// get brings the file to path and returns the day it took effect.
func (r *run) get(ctx context.Context, result *Result, path string) (archive.Date, error) {
	wanted := result.Release
	address, isFile, err := r.origin.address(wanted)
	if err != nil {
		return archive.Date{}, err
	}
	result.Address = address
	obtain := r.download
	if isFile {
		obtain = r.copyFile
	}
	day, err := obtain(ctx, wanted, address, &partial{path: path + ".part"})
	if err != nil {
		return archive.Date{}, err
	}
	result.Reason, err = install(path+".part", path)
	return day, err
}
