//go:build linux

package main

import (
	"fmt"
	"io/fs"
	"path/filepath"

	"rulebook/archive"
)

// subject is an archive of so many releases, and what it costs to have it.
type subject struct {
	program, folder, archive string
	dates                    []archive.Date // of its releases, oldest first
	costs                    []cost
}

// newSubject writes the texts that the archive will be made from.
func newSubject(program, folder string, books []*archive.Snapshot, releases int) (*subject, error) {
	s := &subject{program: program, folder: folder, archive: filepath.Join(folder, "archive.db")}
	var err error
	if s.dates, err = writeCorpus(s.texts(), books, releases); err != nil {
		return nil, err
	}
	return s, writeNext(s.next(), books[len(books)-1])
}

func (s *subject) texts() string  { return filepath.Join(s.folder, "texts") }
func (s *subject) next() string   { return filepath.Join(s.folder, "next.txt") }
func (s *subject) oldest() string { return s.dates[0].String() }
func (s *subject) newest() string { return s.dates[len(s.dates)-1].String() }
func (s *subject) second() string { return s.dates[len(s.dates)-2].String() }

// rule is one that all published releases have, and that was reworded several times.
const rule = "702.19b"

// searches are asked one after the other, a process each.
var searches = []string{"excess damage", "mulligan", "state-based actions", "layers", "phasing", "legend rule",
	"trample", "mana value", "summoning sickness", "enters the battlefield"}

// measure takes the costs of an archive's life: it is made, read, served and added to.
func (s *subject) measure() error {
	steps := []func() error{
		s.runs("import of all", once, []string{"import", s.texts()}),
		s.share("import, a release", "import of all"),
		s.sizes("archive on disk", s.archive),
		s.sizes("search index on disk", s.archive+".index"),
		s.runs("show a rule", often, []string{"show", rule}),
		s.runs("diff of the newest two", often, []string{"diff", s.second(), s.newest()}),
		s.runs("diff of the first and the last", often, []string{"diff", s.oldest(), s.newest()}),
		s.runs("history of a rule", often, []string{"history", rule}),
		s.prints("history of a rule, printed", []string{"history", rule}),
		s.runs("blame of a rule", often, []string{"blame", rule}),
		s.runs("trend of three terms", often, []string{"trend", "battle", "planeswalker", "mana value"}),
		s.runs("ten searches", often, tenSearches()...),
		s.runs("list of releases", often, []string{"releases"}),
		s.serve,
		s.runs("verify", once, []string{"verify"}),
		s.runs("import of one more", once, []string{"import", s.next()}),
		s.runs("import of the same again", once, []string{"import", s.texts()}),
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func tenSearches() [][]string {
	var all [][]string
	for _, words := range searches {
		all = append(all, []string{"search", words})
	}
	return all
}

// share notes what one release has of a cost that was noted.
func (s *subject) share(name, of string) func() error {
	return func() error {
		for _, c := range s.costs {
			if c.name == of {
				s.note(cost{name: name, amount: c.amount / float64(len(s.dates)), unit: seconds})
				return nil
			}
		}
		return fmt.Errorf("%s was not measured", of)
	}
}

// sizes notes the size of a file, or of all files in a folder.
func (s *subject) sizes(name, path string) func() error {
	return func() error {
		var total int64
		err := filepath.WalkDir(path, func(_ string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			info, err := entry.Info()
			if err == nil {
				total += info.Size()
			}
			return err
		})
		s.note(cost{name: name, amount: float64(total), unit: bytes})
		return err
	}
}
