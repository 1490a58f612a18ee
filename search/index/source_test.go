package index

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rulebook/archive"
	"rulebook/archive/parse"
)

// memory is a Source of snapshots held in memory. It ties entries of neighbouring
// releases by equal words, else by equal number: enough to search by.
type memory struct {
	generation int64
	releases   []archive.Release
	spans      []archive.Span
}

func (m *memory) Generation(context.Context) (int64, error) { return m.generation, nil }

func (m *memory) Releases(context.Context) ([]archive.Release, error) { return m.releases, nil }

func (m *memory) EachSpan(ctx context.Context, yield func(archive.Span) error) error {
	for _, s := range m.spans {
		if err := yield(s); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// newMemory makes a Source of snapshots in date order.
func newMemory(snapshots ...*archive.Snapshot) *memory {
	m := &memory{generation: 1}
	type place struct {
		number archive.Number
		term   string
		kind   archive.Kind
	}
	byWords, byPlace := map[string]archive.LineageID{}, map[place]archive.LineageID{}
	next := archive.LineageID(1)
	spans := map[archive.LineageID][]archive.Span{}
	for _, s := range snapshots {
		s.Release.Held = true
		m.releases = append(m.releases, s.Release)
		words, places := map[string]archive.LineageID{}, map[place]archive.LineageID{}
		used := map[archive.LineageID]bool{}
		titles := s.Titles()
		for i := range s.Entries {
			e := &s.Entries[i]
			if e.Kind == archive.Contents {
				continue
			}
			key, at := archive.Fold(e.Term+"\x00"+e.Wording()), place{e.Number, archive.FoldCase(e.Term), e.Kind}
			id, ok := byWords[key]
			if !ok || used[id] {
				id, ok = byPlace[at]
			}
			if !ok || used[id] {
				id = next
				next++
			}
			used[id] = true
			words[key], places[at] = id, id
			day := s.Release.Effective
			span := archive.Span{Lineage: id, Kind: e.Kind, Number: e.Number, Term: e.Term, Text: e.Text,
				Examples: e.Examples, Heading: archive.Chain(titles, e.Number), From: day, To: day}
			of := spans[id]
			if n := len(of); n > 0 && sameSpan(of[n-1], span) && len(m.releases) > 1 && of[n-1].To == m.releases[len(m.releases)-2].Effective {
				of[n-1].To, of[n-1].Heading = day, span.Heading
				continue
			}
			spans[id] = append(of, span)
		}
		byWords, byPlace = words, places
	}
	for id := archive.LineageID(1); id < next; id++ {
		for _, s := range spans[id] {
			s.InForce = s.To == m.releases[len(m.releases)-1].Effective
			m.spans = append(m.spans, s)
		}
	}
	return m
}

func sameSpan(a, b archive.Span) bool {
	return a.Kind == b.Kind && a.Number == b.Number && a.Term == b.Term && a.Text == b.Text && slices.Equal(a.Examples, b.Examples)
}

// corpus is the folder of published releases; the test is skipped without one.
func corpus(t testing.TB) string {
	dir := os.Getenv("RULEBOOK_CORPUS")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "corpus")
	}
	if _, err := os.Stat(filepath.Join(dir, "catalog.tsv")); err != nil {
		t.Skip("the published releases are not here; set RULEBOOK_CORPUS to their folder")
	}
	return dir
}

// published parses published releases by set code, all of them when none is named.
func published(t testing.TB, codes ...string) []*archive.Snapshot {
	dir := corpus(t)
	catalog, err := os.ReadFile(filepath.Join(dir, "catalog.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	var snapshots []*archive.Snapshot
	for _, line := range strings.Split(strings.TrimSpace(string(catalog)), "\n")[1:] {
		field := strings.Split(line, "\t")
		if len(codes) > 0 && !slices.Contains(codes, field[1]) || field[4] != "txt" {
			continue
		}
		raw, err := os.ReadFile(filepath.Join(dir, "published", field[3]))
		if err != nil {
			t.Fatal(err)
		}
		s, err := parse.Parse(raw, parse.Options{})
		if err != nil {
			t.Fatalf("%s: %v", field[3], err)
		}
		s.Release.Code, s.Release.Name = field[1], field[2]
		snapshots = append(snapshots, s)
	}
	return snapshots
}
