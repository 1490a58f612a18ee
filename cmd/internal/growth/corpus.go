//go:build linux

package main

import (
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"rulebook/archive"
	"rulebook/archive/parse"
)

// A corpus of more releases than were published repeats them: the newest stand under
// their own dates, and before them the same again and again, each round roundYears
// earlier. All are edited, so that hardly a text returns: every rule has another odd
// word each editEvery releases, some rules from every release to the next.
const (
	roundYears = 13 // the published files span twelve
	editEvery  = 100
)

// readBooks reads the published files, oldest first.
func readBooks(folder string) ([]*archive.Snapshot, error) {
	files, err := os.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("the published files: %w; name their folder with -published, or in RULEBOOK_CORPUS", err)
	}
	var books []*archive.Snapshot
	for _, f := range files {
		raw, err := parse.ReadFile(filepath.Join(folder, f.Name()))
		if err != nil {
			return nil, err
		}
		book, err := parse.Parse(raw, parse.Options{File: f.Name()})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name(), err)
		}
		books = append(books, book)
	}
	slices.SortFunc(books, func(a, b *archive.Snapshot) int {
		return a.Release.Effective.Compare(b.Release.Effective)
	})
	return books, nil
}

// writeCorpus writes the newest releases of so many into a folder, a text each, and
// returns their dates, oldest first.
func writeCorpus(folder string, books []*archive.Snapshot, releases int) ([]archive.Date, error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	var dates []archive.Date
	for age := releases - 1; age >= 0; age-- {
		round, at := age/len(books), len(books)-1-age%len(books)
		date := books[at].Release.Effective
		date.Year -= round * roundYears
		text, err := edition(books[at], date, func(rule uint32) int {
			return (age + int(rule%editEvery)) / editEvery
		})
		if err != nil {
			return nil, err
		}
		if err := os.WriteFile(filepath.Join(folder, date.String()+".txt"), text, 0o644); err != nil {
			return nil, err
		}
		dates = append(dates, date)
	}
	return dates, nil
}

// writeNext writes a release after the newest, in which every fiftieth rule changed.
func writeNext(path string, newest *archive.Snapshot) error {
	date := newest.Release.Effective
	date.Year++
	text, err := edition(newest, date, func(rule uint32) int {
		if rule%50 == 0 {
			return 1
		}
		return 0
	})
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}

// edition is the text of a book under another date. times says how often a rule was
// edited by then, given a number that stays the rule's own.
func edition(book *archive.Snapshot, date archive.Date, times func(rule uint32) int) ([]byte, error) {
	out := *book
	dated := strings.NewReplacer(book.Release.Effective.Long(), date.Long()).Replace
	out.Front = slices.Clone(book.Front)
	for i, line := range out.Front {
		out.Front[i] = dated(line)
	}
	out.Entries = slices.Clone(book.Entries)
	for i := range out.Entries {
		e := &out.Entries[i]
		if e.Kind != archive.Rule && e.Kind != archive.Subrule {
			e.Text = dated(e.Text)
			continue
		}
		own := fnv.New32a()
		own.Write([]byte(e.Name()))
		if n := times(own.Sum32()); n > 0 {
			e.Text = edited(e.Text, own.Sum32(), n)
		}
	}
	text := parse.Format(&out)
	if read, err := parse.Parse(text, parse.Options{}); err != nil || read.Release.Effective != date {
		return nil, fmt.Errorf("the release of %s cannot be written as of %s: %w", book.Release.Effective, date, err)
	}
	return text, nil
}

// plainWord is a word that can be another without harm to the shape of a rule.
var plainWord = regexp.MustCompile(`\b[a-z]{4,}\b`)

// oddWords take the places of others.
var oddWords = strings.Fields("amber brisk cobalt dapple ember fallow gamut hazel indigo jostle " +
	"kernel lantern mellow nimble ochre pewter quarry russet saffron thicket umber velvet willow yonder")

// edited is a text in which one word gave way to an odd one, another at each time.
func edited(text string, rule uint32, times int) string {
	words := plainWord.FindAllStringIndex(text, -1)
	if len(words) == 0 {
		return text
	}
	at := words[(int(rule/editEvery)+times)%len(words)]
	return text[:at[0]] + oddWords[(int(rule)+times)%len(oddWords)] + text[at[1]:]
}
