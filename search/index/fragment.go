package index

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"rulebook/search"
)

// The size of what is shown of a text.
const (
	maxFragments  = 2   // sentences
	fragmentBytes = 320 // of a sentence; a longer one is cut around its marks
)

// fragments are the sentences of a text with the most marks, in the text's order;
// the first sentence where there is no mark.
func fragments(text string, marks []search.Mark) []search.Fragment {
	sentences := sentencesOf(text)
	if len(sentences) == 0 {
		return nil
	}
	best := make([]int, len(sentences))
	count := make([]int, len(sentences))
	for i, s := range sentences {
		best[i] = i
		count[i] = len(within(marks, s))
	}
	slices.SortStableFunc(best, func(a, b int) int { return cmp.Compare(count[b], count[a]) })
	shown := best[:1]
	for len(shown) < min(maxFragments, len(best)) && count[best[len(shown)]] > 0 {
		shown = best[:len(shown)+1]
	}
	slices.Sort(shown)
	var all []search.Fragment
	for _, i := range shown {
		all = append(all, fragment(text, sentences[i], within(marks, sentences[i])))
	}
	return all
}

// within are the marks inside a stretch of the text.
func within(marks []search.Mark, s search.Mark) []search.Mark {
	var in []search.Mark
	for _, m := range marks {
		if m.Start >= s.Start && m.End <= s.End {
			in = append(in, m)
		}
	}
	return in
}

// sentencesOf are the sentences of a text, as stretches of its bytes.
func sentencesOf(text string) []search.Mark {
	var all []search.Mark
	start := 0
	add := func(end int) {
		for start < end && isBlank(text[start]) {
			start++
		}
		stop := end
		for stop > start && isBlank(text[stop-1]) {
			stop--
		}
		if stop > start {
			all = append(all, search.Mark{Start: start, End: stop})
		}
		start = end
	}
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\n':
			add(i)
		case text[i] == ' ' && i > 0 && endsSentence(text[:i]) && beginsSentence(text[i+1:]):
			add(i)
		}
	}
	add(len(text))
	return all
}

func isBlank(c byte) bool { return c == ' ' || c == '\n' || c == '\t' }

// endsSentence reports whether text ends in a full stop, with or without closing
// marks after it.
func endsSentence(text string) bool {
	text = strings.TrimRight(text, `")”’'`)
	return strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "e.g.") && !strings.HasSuffix(text, "i.e.")
}

func beginsSentence(text string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(text, `"(“‘`))
	return unicode.IsUpper(r) || r == '{'
}

// fragment cuts a stretch out of the text; a long one around its marks.
func fragment(text string, s search.Mark, marks []search.Mark) search.Fragment {
	if s.End-s.Start > fragmentBytes {
		s = around(text, s, marks)
	}
	f := search.Fragment{Text: text[s.Start:s.End], Leading: s.Start > 0, Trailing: s.End < len(text)}
	for _, m := range within(marks, s) {
		f.Marks = append(f.Marks, search.Mark{Start: m.Start - s.Start, End: m.End - s.Start})
	}
	return f
}

// around is the part of a long stretch that holds the most marks, from blank to blank.
func around(text string, s search.Mark, marks []search.Mark) search.Mark {
	const lead = 40 // bytes before the first mark
	best, most := s.Start, -1
	for _, m := range marks {
		from := max(s.Start, m.Start-lead)
		if n := len(within(marks, search.Mark{Start: from, End: min(from+fragmentBytes, s.End)})); n > most {
			best, most = from, n
		}
	}
	from, to := best, min(best+fragmentBytes, s.End)
	if to == s.End {
		from = max(s.Start, to-fragmentBytes)
	}
	return search.Mark{Start: blankAfter(text, s.Start, from), End: blankBefore(text, to, s.End)}
}

// blankAfter moves a cut to the start of the next word, unless it is the start.
func blankAfter(text string, start, at int) int {
	if at == start {
		return at
	}
	if i := strings.IndexByte(text[at:], ' '); i >= 0 {
		return at + i + 1
	}
	for !utf8.RuneStart(text[at]) {
		at--
	}
	return at
}

// blankBefore moves a cut to the end of the word before, unless it is the end.
func blankBefore(text string, at, end int) int {
	if at == end {
		return at
	}
	if i := strings.LastIndexByte(text[:at], ' '); i >= 0 {
		return i
	}
	for !utf8.RuneStart(text[at]) {
		at--
	}
	return at
}
