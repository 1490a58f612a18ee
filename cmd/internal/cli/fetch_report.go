package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"rulebook/archive"
	"rulebook/archive/fetch"
	"rulebook/cmd/internal/term"
)

// fetchReport is what a fetch did.
type fetchReport struct {
	folder   string
	all      bool
	summary  *fetch.Summary
	imported *imported // nil when nothing was to be imported
}

// failed reports whether something that was asked for is not there. Of all there
// is, what nobody offers was not asked for.
func (r fetchReport) failed() bool {
	s := r.summary
	return s.Count(fetch.Missing)+s.Count(fetch.Failed) > 0 ||
		!r.all && s.Count(fetch.Unaddressed) > 0 ||
		r.imported != nil && len(r.imported.Refused) > 0
}

// reportFetch says what a fetch did, and then what the import of its files did.
func (a *app) reportFetch(r fetchReport, asJSON bool) error {
	var err error
	if asJSON {
		err = a.printJSON(newFetchDocument(r))
	} else {
		err = a.printFetch(r)
	}
	if err == nil && r.failed() {
		err = errAlreadySaid
	}
	return err
}

func (a *app) printFetch(r fetchReport) error {
	err := a.streams.Print(func(w io.Writer) error {
		if r.imported == nil {
			for _, f := range r.summary.Files() {
				fmt.Fprintln(w, term.Clean(f.Path))
			}
		}
		_, err := fmt.Fprintln(w, fetchLine(r))
		return err
	})
	if err != nil {
		return err
	}
	for _, f := range r.summary.Results {
		if f.Reason != "" {
			fmt.Fprintln(a.streams.Err, fetchReason(f))
		}
	}
	if r.imported == nil {
		return nil
	}
	return a.reportImport(r.imported, false)
}

// fetchLine is a fetch in one line.
func fetchLine(r fetchReport) string {
	var parts []string
	add := func(o fetch.Outcome, one, many string) {
		if n := r.summary.Count(o); n > 0 {
			parts = append(parts, count(n, one, many))
		}
	}
	add(fetch.Fetched, "file fetched", "files fetched")
	add(fetch.Kept, "fetched before", "fetched before")
	add(fetch.Held, "held by the archive", "held by the archive")
	add(fetch.Unaddressed, "without an address", "without an address")
	add(fetch.Missing, "missing", "missing")
	add(fetch.Failed, "failed", "failed")
	line := strings.Join(parts, ", ")
	if len(r.summary.Files()) > 0 {
		line += "; the files are in " + term.Clean(r.folder)
	}
	return line
}

// fetchReason says of one file why it is not there, or what else there is to say.
func fetchReason(f fetch.Result) string {
	said := string(f.Outcome) + " "
	if f.Release.Effective.IsZero() {
		return term.Clean(said + f.Release.Source.URL + ": " + f.Reason)
	}
	said += named(f.Release)
	if f.Address != "" {
		said += " from " + f.Address
	}
	return term.Clean(said + ": " + f.Reason)
}

// fetchDocument is what a fetch did, in JSON.
type fetchDocument struct {
	Folder string                `json:"folder"`
	Files  []fetchedFileDocument `json:"files"`
	Import *importDocument       `json:"import"` // null when nothing was to be imported
}

type fetchedFileDocument struct {
	Effective archive.Date  `json:"effective"` // empty when a URL was given and its file was not had
	Code      string        `json:"code"`
	Name      string        `json:"name"`
	File      string        `json:"file"`
	Outcome   fetch.Outcome `json:"outcome"`
	Address   string        `json:"address,omitempty"` // where it was looked for
	Path      string        `json:"path,omitempty"`    // where it lies
	Reason    string        `json:"reason,omitempty"`
}

func newFetchDocument(r fetchReport) fetchDocument {
	d := fetchDocument{Folder: r.folder, Files: []fetchedFileDocument{}}
	for _, f := range r.summary.Results {
		d.Files = append(d.Files, fetchedFileDocument{Effective: f.Release.Effective, Code: f.Release.Code, Name: f.Release.Name,
			File: f.Release.Source.File, Outcome: f.Outcome, Address: f.Address, Path: f.Path, Reason: f.Reason})
	}
	if r.imported != nil {
		imported := newImportDocument(r.imported)
		d.Import = &imported
	}
	return d
}

// fetchProgress draws a bar for every file under way, and one for all.
type fetchProgress struct {
	bars  *term.Bars
	under []fetch.Event // the last of each file under way, in the order they began
}

func (p *fetchProgress) show(e fetch.Event) {
	at := slices.IndexFunc(p.under, func(u fetch.Event) bool { return u.Name == e.Name })
	switch {
	case at < 0 && e.Outcome == "":
		p.under = append(p.under, e)
	case at >= 0 && e.Outcome == "":
		p.under[at] = e
	case at >= 0:
		p.under = slices.Delete(p.under, at, at+1)
	}
	var bars []term.Bar
	for _, u := range p.under {
		doing := u.Name
		if u.Wait > 0 {
			doing += fmt.Sprintf(": again in %s, %s", u.Wait.Round(time.Second), u.Reason)
		}
		bars = append(bars, term.Bar{Done: u.Bytes, Total: u.Size, Doing: doing})
	}
	p.bars.Show(append(bars, term.Bar{Done: int64(e.Done), Total: int64(e.Total),
		Doing: fmt.Sprintf("%d of %s", e.Done, count(e.Total, "file", "files"))}))
}
