package web

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path"
	"strings"
	"sync"

	"rulebook/archive"
)

// ExportOptions say how an archive is written as static pages.
type ExportOptions struct {
	// URL is where the pages will be offered, such as https://rules.example/book.
	// Without it the pages are whole, yet there is no feed and no sitemap, which hold
	// whole addresses, and citations name none.
	URL string
	// Progress is told how many of how many files are done, one call at a time; it may
	// be nil.
	Progress func(done, total int)
}

// ExportSummary is what an export did.
type ExportSummary struct {
	Files     int   // that belong to the export
	Bytes     int64 // of all of them
	Written   int   // those that are new or other than they were
	Unchanged int
	Removed   int // that belonged to an earlier export and no longer do
}

// exportWorkers is how many pages are drawn at once.
const exportWorkers = 2

// Export writes the archive that o names into folder dir as static pages, under the
// addresses at which a Server offers them, each in a file index.html. What an earlier
// export, finished or broken off, has left there is kept where it would be the same.
func Export(ctx context.Context, o Options, dir string, x ExportOptions) (ExportSummary, error) {
	root, err := exportRoot(x.URL)
	if err != nil {
		return ExportSummary{}, err
	}
	o.BasePath, o.Search = "", nil
	s, err := New(o)
	if err != nil {
		return ExportSummary{}, err
	}
	s.static, s.root = true, root
	lib, err := s.open(ctx)
	if err != nil {
		return ExportSummary{}, err
	}
	if len(lib.held) == 0 {
		return ExportSummary{}, archive.ErrEmpty
	}
	j, err := openJournal(dir)
	if err != nil {
		return ExportSummary{}, err
	}
	e := &exporter{server: s, library: lib, journal: j, progress: x.Progress, state: s.exportState(lib), changes: make(map[string]map[string]bool)}
	err = e.run(ctx)
	return e.summary, errors.Join(err, j.close(err == nil))
}

// exportRoot checks the address of an export and takes slashes at its end off.
func exportRoot(address string) (string, error) {
	if address == "" {
		return "", nil
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
		return "", fmt.Errorf("the address %q is none that pages can be offered at; write it like https://rules.example/book", address)
	}
	return strings.TrimRight(u.String(), "/"), nil
}

// exportState names all that a page of an export depends on. Files that were written
// in the same state need not be drawn again.
func (s *Server) exportState(lib *library) string {
	sum := sha256.New()
	fmt.Fprintln(sum, lib.generation, s.build, s.root, s.raw)
	for _, r := range lib.releases {
		fmt.Fprintln(sum, r.Effective, r.Held, r.Source.SHA256)
	}
	hashProgram(sum)
	return hex.EncodeToString(sum.Sum(nil)[:8])
}

// hashProgram adds the running program, whose code decides how pages look as much as
// templates do. Where it cannot be read, its version has to do.
func hashProgram(sum io.Writer) {
	name, err := os.Executable()
	if err != nil {
		return
	}
	program, err := os.Open(name)
	if err != nil {
		return
	}
	defer program.Close()
	_, _ = io.Copy(sum, program) // a hash takes everything, and half a program is as good a sign
}

// exporter is an export on its way.
type exporter struct {
	*library
	server   *Server
	journal  *journal
	state    string
	progress func(done, total int)
	plan     *exportPlan

	mu      sync.Mutex
	changes map[string]map[string]bool // anchors by the comparison's page
	done    int
	total   int
	summary ExportSummary
}

func (e *exporter) run(ctx context.Context) error {
	plan, err := e.readPlan(ctx)
	if err != nil {
		return err
	}
	e.plan = plan
	index := plan.search.files()
	e.total = len(plan.diffs) + len(plan.pages) + len(plan.redirects) + len(index) + len(e.server.assets.byName)
	// Comparisons come first: the home page counts what they found, and histories lead
	// to the changes that they show.
	if err := e.drawAll(ctx, plan.diffs); err != nil {
		return err
	}
	if e.server.needsSummaries(e) {
		if err := e.server.Warm(ctx); err != nil {
			return err
		}
	}
	if err := e.drawAll(ctx, plan.pages); err != nil {
		return err
	}
	for from, to := range plan.redirects {
		if err := e.keep(fileOf(from), redirectPage(e.relative(from, to))); err != nil {
			return err
		}
	}
	for name, a := range e.server.assets.byName {
		if err := e.keep(path.Join("static", name), a.plain); err != nil {
			return err
		}
	}
	for _, f := range index {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := e.keep(f.name, f.body); err != nil {
			return err
		}
	}
	e.summary.Removed, err = e.journal.sweep()
	return err
}

// needsSummaries reports whether a page that counts every release's changes is to be
// drawn, and not all of them are counted.
func (s *Server) needsSummaries(e *exporter) bool {
	if e.warmth() == len(e.held)-1 {
		return false
	}
	for _, page := range []string{"/", "/releases", "/feed.xml"} {
		if !e.journal.fresh(fileOf(page), e.state) {
			return true
		}
	}
	return false
}

// drawAll draws pages side by side and writes those that changed.
func (e *exporter) drawAll(ctx context.Context, pages []string) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	todo := make(chan string)
	var workers sync.WaitGroup
	for range exportWorkers {
		workers.Go(func() {
			for address := range todo {
				if err := e.draw(ctx, address); err != nil {
					cancel(err)
				}
			}
		})
	}
	for _, address := range pages {
		if ctx.Err() != nil {
			break
		}
		todo <- address
	}
	close(todo)
	workers.Wait()
	return context.Cause(ctx)
}

// draw writes the page at an address, unless it is there in the present state.
func (e *exporter) draw(ctx context.Context, address string) error {
	if ctx.Err() != nil {
		return nil // somebody else has failed, and says so
	}
	file := fileOf(address)
	if e.journal.fresh(file, e.state) {
		e.count(e.journal.keep(file), false)
		return nil
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, cmp.Or(e.plan.drawnAt[address], address), nil)
	if err != nil {
		return fmt.Errorf("draw %s: %w", address, err)
	}
	out := &draft{header: make(http.Header)}
	if address == notFoundPage {
		p := noSuchPage(e.server.to, "")
		p.says = "Either the address is wrong, or it needs a server that reckons: this is a copy of the archive in plain files."
		e.server.fail(out, r, e.library, p)
	} else {
		e.server.ServeHTTP(out, r)
		if out.status != http.StatusOK {
			return fmt.Errorf("draw %s: it was answered with %d; please report this as a fault of rulebook", address, out.status)
		}
	}
	body := out.body.Bytes()
	if strings.HasPrefix(out.header.Get("Content-Type"), "text/html") {
		e.noteChanges(address, body)
		body = e.relink(address, body)
	}
	return e.keep(file, body)
}

// keep writes a file unless it is there with the same bytes.
func (e *exporter) keep(file string, body []byte) error {
	written, err := e.journal.write(file, e.state, body)
	if err != nil {
		return err
	}
	e.count(int64(len(body)), written)
	return nil
}

func (e *exporter) count(size int64, written bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.done++
	e.summary.Files++
	e.summary.Bytes += size
	if written {
		e.summary.Written++
	} else {
		e.summary.Unchanged++
	}
	if e.progress != nil {
		e.progress(e.done, e.total)
	}
}

// draft is a page on its way from a handler to a file.
type draft struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (d *draft) Header() http.Header { return d.header }

func (d *draft) WriteHeader(status int) { d.status = cmp.Or(d.status, status) }

func (d *draft) Write(b []byte) (int, error) {
	d.status = cmp.Or(d.status, http.StatusOK)
	return d.body.Write(b)
}
