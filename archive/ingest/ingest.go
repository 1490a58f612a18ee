package ingest

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"rulebook/archive"
	"rulebook/archive/parse"
)

// Store is what an import needs of the archive.
type Store interface {
	// Releases returns every release known, in date order.
	Releases(ctx context.Context) ([]archive.Release, error)
	// Excerpts returns the excerpts held.
	Excerpts(ctx context.Context) ([]archive.Excerpt, error)
	// Update runs f in one transaction: all of it happens or nothing.
	Update(ctx context.Context, f func(Writer) error) error
}

// Writer is one transaction of a Store.
type Writer interface {
	Releases(ctx context.Context) ([]archive.Release, error)
	Snapshot(ctx context.Context, d archive.Date) (*archive.Snapshot, error)
	Pairs(ctx context.Context, d archive.Date) ([]archive.Pair, error)
	LineageIDs(ctx context.Context, d archive.Date) ([]archive.LineageID, error)
	Pins(ctx context.Context) ([]archive.Pin, error)

	Know(ctx context.Context, releases []archive.Release) error
	Put(ctx context.Context, s *archive.Snapshot, raw []byte) error
	Forget(ctx context.Context, d archive.Date) error
	SetFlags(ctx context.Context, d archive.Date, flags []string) error
	SetPairs(ctx context.Context, d archive.Date, pairs []archive.Pair, ids []archive.LineageID) error
	// SetManyPairs runs set, which sets the pairs of most releases.
	SetManyPairs(ctx context.Context, set func() error) error
	SetDigest(ctx context.Context, d archive.Date, digest []byte) error
	SetPins(ctx context.Context, pins []archive.Pin) error
	PutExcerpt(ctx context.Context, e archive.Excerpt, raw []byte) error
	DropExcerpt(ctx context.Context, e archive.Excerpt) error
	SetLineages(ctx context.Context, lineages []archive.Lineage) error
	Sweep(ctx context.Context) error
}

// File is one published file to take in.
type File struct {
	Path string // as the user named it, for messages
	Name string // base name, kept in the archive
	// Read returns the bytes; it is called more than once. A *parse.RefusedError
	// is a reason that stands for itself.
	Read func() ([]byte, error)
}

// Importer takes published files into a Store.
type Importer struct {
	Store Store
	// Catalog is what is known of releases apart from their files: names and
	// codes by effective date, and the hash of the file as published.
	Catalog []archive.Release
	// Sample marks every release as the bundled sample. A file of the sample is
	// marked without it.
	Sample bool
	// Given overrules what a file says of itself, for all files.
	Given archive.Given
	// Replace lets other wording take the place of what is held for a date, and an
	// excerpt that of another of the same name.
	Replace bool
	// Progress, when not nil, is told of every step. It is called from one
	// goroutine at a time.
	Progress func(Event)
}

// Stage is a phase of an import.
type Stage string

// The stages, in order.
const (
	Reading  Stage = "reading"
	Aligning Stage = "aligning"
	Storing  Stage = "storing"
)

// Event says how far an import is.
type Event struct {
	Stage       Stage
	Done, Total int
	Name        string // of the file or release just done
}

// Summary is what an import did. Every file given is in one of the lists, each in
// date order (Refused in the order given).
type Summary struct {
	Imported  []archive.Release
	Unchanged []archive.Release // the same bytes are held, or came in with another file
	Same      []Same            // other bytes, equal wording: what is held stays
	Refused   []Refusal
	Replaced  []Same // files whose bytes took the place of what was held; they are in Imported too
	// Known are all releases that the archive knows after an import that took
	// something in.
	Known []archive.Release
}

// Same is a file for a date that was held already, in other bytes.
type Same struct {
	Path    string
	Release archive.Release // as it was held
}

// Refusal is a file that was not taken in, and why, in one sentence.
type Refusal struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// Flagged are the imported releases with a lasting flaw.
func (s *Summary) Flagged() []archive.Release {
	return slices.DeleteFunc(slices.Clone(s.Imported), func(r archive.Release) bool { return len(r.Flags) == 0 })
}

// Import takes files in. A file that is refused is in the Summary and keeps
// nothing else out; an error means that the archive is as it was before.
func (im *Importer) Import(ctx context.Context, files []File) (*Summary, error) {
	held, err := im.Store.Releases(ctx)
	if err != nil {
		return nil, err
	}
	if im.Sample && !heldKindsOf(held).takes(true) {
		return nil, errors.New(otherKind(true))
	}
	summary := new(Summary)
	fresh, err := im.sift(ctx, files, held, summary)
	if err != nil || len(fresh) == 0 {
		summary.sort(files)
		return summary, err
	}
	err = im.Store.Update(ctx, func(w Writer) error { return im.write(ctx, w, fresh, summary) })
	if err != nil {
		return nil, err
	}
	summary.sort(files)
	return summary, nil
}

// sort puts the lists in order: by date, and what is refused as it was given.
func (s *Summary) sort(files []File) {
	slices.SortStableFunc(s.Unchanged, byDate)
	given := make(map[string]int, len(files))
	for i, f := range files {
		given[f.Path] = i
	}
	slices.SortStableFunc(s.Refused, func(a, b Refusal) int { return cmp.Compare(given[a.Path], given[b.Path]) })
}

// candidate is a file whose bytes are not held.
type candidate struct {
	file     File
	twins    []string // paths of the further files with the same bytes
	sha      string
	official archive.Date     // of the release that the catalog has this hash for, or zero
	given    archive.Given    // what the user told of it
	held     *archive.Release // the same bytes, read in another way; nil mostly
}

// asBefore reports whether bytes that are held would be read as they were: nothing
// else is told of them than was then. Nothing told at all is nothing else, unless
// what is held is to be replaced.
func (im *Importer) asBefore(held archive.Release, given archive.Given) bool {
	return given == held.Source.Given || given == (archive.Given{}) && !im.Replace
}

// sift hashes the files and sets aside those whose bytes are held. What is left
// comes back in an order that does not depend on the one given: published files
// first and by date, then by name.
func (im *Importer) sift(ctx context.Context, files []File, held []archive.Release, summary *Summary) ([]candidate, error) {
	byHash := make(map[string]archive.Release)
	for _, r := range held {
		if r.Held {
			byHash[r.Source.SHA256] = r
		}
	}
	official := make(map[string]archive.Date)
	for _, r := range im.Catalog {
		if r.Source.SHA256 != "" {
			official[r.Source.SHA256] = r.Effective
		}
	}
	type sifted struct {
		sha string
		err error
	}
	results := make([]sifted, len(files))
	group, _ := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, f := range files {
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			raw, err := f.Read()
			results[i] = sifted{sha: hashOf(raw), err: err}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	var fresh []candidate
	seen := make(map[string]int) // index in fresh
	for i, f := range files {
		c := candidate{file: f, sha: results[i].sha, official: official[results[i].sha], given: im.Given}
		r, isHeld := byHash[c.sha]
		if isHeld {
			c.held = &r
		}
		switch {
		case results[i].err != nil:
			summary.Refused = append(summary.Refused, Refusal{Path: f.Path, Reason: Unread(results[i].err)})
		case isHeld && im.asBefore(r, c.given):
			summary.Unchanged = append(summary.Unchanged, r)
		default:
			if first, twin := seen[c.sha]; twin {
				fresh[first].twins = append(fresh[first].twins, f.Path)
				continue
			}
			seen[c.sha] = len(fresh)
			fresh = append(fresh, c)
		}
	}
	slices.SortStableFunc(fresh, func(a, b candidate) int {
		if a.official.IsZero() != b.official.IsZero() {
			if b.official.IsZero() {
				return -1
			}
			return 1
		}
		return cmp.Or(a.official.Compare(b.official), strings.Compare(a.file.Name+a.sha, b.file.Name+b.sha))
	})
	return fresh, nil
}

// Unread is why a file was not read: the refusal of it, or what went wrong.
func Unread(err error) string {
	if errors.As(err, new(*parse.RefusedError)) {
		return err.Error()
	}
	return "it cannot be read: " + err.Error()
}

func hashOf(raw []byte) string {
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}

func byDate(a, b archive.Release) int { return a.Effective.Compare(b.Effective) }

// parsed is a candidate that was read.
type parsed struct {
	candidate
	raw      []byte
	snapshot *archive.Snapshot
	err      error
}

// write does the import inside one transaction.
func (im *Importer) write(ctx context.Context, w Writer, fresh []candidate, summary *Summary) error {
	before, err := w.Releases(ctx)
	if err != nil {
		return err
	}
	kinds, touched := heldKindsOf(before), make(map[archive.Date]bool)
	pins, err := w.Pins(ctx)
	if err != nil {
		return err
	}
	ahead := newAhead(pins)
	defer ahead.wait()
	done := 0
	err = im.parseAll(ctx, fresh, func(p parsed) error {
		done++
		im.tell(Event{Stage: Reading, Done: done, Total: len(fresh), Name: p.file.Name})
		placed, err := im.place(ctx, w, p, kinds, summary)
		if placed && len(touched) == 0 && p.snapshot.Release.Sample == im.Sample {
			err = w.Know(ctx, im.Catalog) // an archive of the sample knows of no published releases
		}
		if placed {
			touched[p.snapshot.Release.Effective] = true
			ahead.align(p.snapshot)
		}
		return err
	})
	if err != nil || len(touched) == 0 {
		return err
	}
	if err := w.Sweep(ctx); err != nil {
		return err
	}
	if err := im.relink(ctx, w, before, touched, ahead); err != nil {
		return err
	}
	return im.report(ctx, w, touched, summary)
}

// parseAll reads the candidates on all processors and hands them to each in the
// order given. At most a few are in memory at a time.
func (im *Importer) parseAll(ctx context.Context, fresh []candidate, each func(parsed) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	waiting := make(chan chan parsed, 2*runtime.GOMAXPROCS(0))
	go func() {
		defer close(waiting)
		limit := make(chan struct{}, runtime.GOMAXPROCS(0))
		for _, c := range fresh {
			result := make(chan parsed, 1)
			select {
			case waiting <- result:
			case <-ctx.Done():
				return
			}
			limit <- struct{}{}
			go func() {
				result <- im.parse(c)
				<-limit
			}()
		}
	}()
	for result := range waiting {
		select {
		case p := <-result:
			if err := each(p); err != nil {
				return err
			}
		case <-ctx.Done():
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (im *Importer) parse(c candidate) parsed {
	p := parsed{candidate: c}
	if p.raw, p.err = c.file.Read(); p.err != nil {
		return p
	}
	p.snapshot, p.err = parse.Parse(p.raw, parse.Options{File: c.file.Name, Encoding: c.given.Encoding, Effective: c.given.Effective})
	if p.err == nil {
		p.snapshot.Release.Source.Given = c.given
		p.snapshot.Release.Sample = im.Sample || isSample(p.snapshot)
		im.name(&p.snapshot.Release)
	}
	return p
}

// name gives a release what the catalog knows of its date.
func (im *Importer) name(r *archive.Release) {
	r.Held = true
	for _, known := range im.Catalog {
		if known.Effective != r.Effective {
			continue
		}
		r.Code, r.Name = known.Code, known.Name
		if !r.Sample { // the address is that of the published file
			r.Source.URL = known.Source.URL
		}
	}
}

// place stores one file, or says in the summary why not, and the same of its twins.
// kinds are the releases held, which it keeps up to date.
func (im *Importer) place(ctx context.Context, w Writer, p parsed, kinds heldKinds, summary *Summary) (placed bool, err error) {
	paths := append([]string{p.file.Path}, p.twins...)
	refuse := func(reason string) {
		for _, path := range paths {
			summary.Refused = append(summary.Refused, Refusal{Path: path, Reason: reason})
		}
	}
	if p.err != nil {
		refuse(p.err.Error())
		return false, nil
	}
	release := p.snapshot.Release
	if !kinds.takes(release.Sample) {
		refuse(otherKind(release.Sample))
		return false, nil
	}
	var held *archive.Snapshot
	if _, isHeld := kinds[release.Effective]; isHeld {
		if held, err = w.Snapshot(ctx, release.Effective); err != nil {
			return false, err
		}
		differing := differences(held, p.snapshot)
		heldOfficial := im.isOfficial(held.Release.Source.SHA256)
		switch {
		case differing == 0 && (heldOfficial || p.official.IsZero()):
			for _, path := range paths {
				summary.Same = append(summary.Same, Same{Path: path, Release: held.Release})
			}
			return false, nil
		case differing > 0 && !im.Replace:
			refuse(conflict(held, p.sha, differing))
			return false, nil
		}
	}
	if p.held != nil && p.held.Effective != release.Effective {
		if !im.Replace {
			refuse(fmt.Sprintf("it is held as of %s; give --replace to take it as of %s instead", p.held.Effective, release.Effective))
			return false, nil
		}
		if err := im.forget(ctx, w, p.held.Effective); err != nil {
			return false, err
		}
		delete(kinds, p.held.Effective)
		summary.Replaced = append(summary.Replaced, Same{Path: p.file.Path, Release: *p.held})
	}
	if err := w.Put(ctx, p.snapshot, p.raw); err != nil {
		return false, err
	}
	kinds[release.Effective] = release.Sample
	if held != nil {
		summary.Replaced = append(summary.Replaced, Same{Path: p.file.Path, Release: held.Release})
	}
	for range p.twins {
		summary.Unchanged = append(summary.Unchanged, release)
	}
	return true, nil
}

// forget takes out a release whose file is of another date. What the catalog knows of
// its date stays known.
func (im *Importer) forget(ctx context.Context, w Writer, d archive.Date) error {
	if err := w.Forget(ctx, d); err != nil {
		return err
	}
	return w.Know(ctx, im.Catalog)
}

// conflict says that other wording is held for a date, from another file or from the
// same one read in another way.
func conflict(held *archive.Snapshot, sha string, differing int) string {
	entries := "1 entry differs"
	if differing > 1 {
		entries = fmt.Sprintf("%d entries differ", differing)
	}
	if sha == held.Release.Source.SHA256 {
		return fmt.Sprintf("it is held already, read as %s (%s); give --replace to take it as it is read now",
			held.Release.Source.Encoding, entries)
	}
	return fmt.Sprintf("%s is held with other wording (%s; held %s, this file %s); give --replace to take this file instead",
		held.Release.Label(), entries, short(held.Release.Source.SHA256), short(sha))
}

// short is the beginning of a hash, enough for a person to tell files apart.
func short(sha string) string { return "sha256 " + sha[:min(12, len(sha))] }

func (im *Importer) isOfficial(sha string) bool {
	return slices.ContainsFunc(im.Catalog, func(r archive.Release) bool { return r.Source.SHA256 == sha && sha != "" })
}

// differences counts the entries whose folded wording differs, or that only one
// of two readings of a release has.
func differences(a, b *archive.Snapshot) int {
	type key struct {
		kind  archive.Kind
		name  string
		which int // of several with one name
	}
	index := func(s *archive.Snapshot) map[key]string {
		wordings := make(map[key]string, len(s.Entries))
		for i := range s.Entries {
			e := &s.Entries[i]
			k := key{kind: e.Kind, name: archive.FoldCase(e.Name())}
			for {
				if _, taken := wordings[k]; !taken {
					break
				}
				k.which++
			}
			wordings[k] = archive.Fold(e.Wording())
		}
		return wordings
	}
	in, out := index(a), index(b)
	differing := 0
	for k, wording := range in {
		if other, both := out[k]; !both || other != wording {
			differing++
		}
	}
	for k := range out {
		if _, both := in[k]; !both {
			differing++
		}
	}
	return differing
}

// report fills in the releases imported, as the archive now has them.
func (im *Importer) report(ctx context.Context, w Writer, touched map[archive.Date]bool, summary *Summary) error {
	releases, err := w.Releases(ctx)
	if err != nil {
		return err
	}
	summary.Known = releases
	for _, r := range releases {
		if touched[r.Effective] {
			summary.Imported = append(summary.Imported, r)
		}
	}
	return nil
}

func (im *Importer) tell(e Event) {
	if im.Progress != nil {
		im.Progress(e)
	}
}
