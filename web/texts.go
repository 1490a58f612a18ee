package web

import (
	"slices"
	"strings"
	"sync"

	"rulebook/archive"
)

// texts keeps each distinct text of an archive once, in memory of its own. Releases
// print nearly the same ones: seventy of them have three megabytes of distinct texts and
// fifty in all. What the archive gives may be pieces of one long string, and a kept
// comparison that needs a few of them would hold on to all.
type texts struct {
	mu   sync.Mutex
	kept map[string]string
}

// share returns a release whose texts are the kept ones.
func (t *texts) share(s *archive.Snapshot) *archive.Snapshot {
	t.mu.Lock()
	defer t.mu.Unlock()
	shared := *s
	shared.Entries = slices.Clone(s.Entries) // what the archive gives is not ours to change
	for i := range shared.Entries {
		e := &shared.Entries[i]
		e.Label, e.Term, e.Text, e.Examples = t.one(e.Label), t.one(e.Term), t.one(e.Text), t.all(e.Examples)
		e.Number.Letter, e.Link.Reason = t.one(e.Number.Letter), t.one(e.Link.Reason)
	}
	return &shared
}

// spans returns stretches of a life whose texts are the kept ones.
func (t *texts) spans(list []archive.Span) []archive.Span {
	t.mu.Lock()
	defer t.mu.Unlock()
	shared := slices.Clone(list)
	for i := range shared {
		s := &shared[i]
		s.Heading, s.Term, s.Text, s.Examples = t.one(s.Heading), t.one(s.Term), t.one(s.Text), t.all(s.Examples)
		s.Number.Letter = t.one(s.Number.Letter)
	}
	return shared
}

func (t *texts) one(text string) string {
	if kept, ok := t.kept[text]; ok {
		return kept
	}
	if t.kept == nil {
		t.kept = make(map[string]string)
	}
	text = strings.Clone(text)
	t.kept[text] = text
	return text
}

func (t *texts) all(list []string) []string {
	if len(list) == 0 {
		return nil
	}
	shared := make([]string, len(list))
	for i, text := range list {
		shared[i] = t.one(text)
	}
	return shared
}
