package diffing

import (
	"unicode"
	"unicode/utf8"

	"rulebook/archive"
)

// typographic compares two texts that may differ in quotes, dashes or spaces only
// without cutting them to words, which some releases have two thousand of. ok is
// false when they differ in more, or in a way that is not seen field by field;
// then it takes compare to tell.
func typographic(old, new string) (edits []Edit, ok bool) {
	var d drawing
	wholeOld, wholeNew := old, new
	first := true
	for {
		oldGap, newGap := blanks(old), blanks(new)
		old, new = old[len(oldGap):], new[len(newGap):]
		end := old == "" && new == ""
		if (oldGap == "") != (newGap == "") && !first && !end {
			return nil, false
		}
		d.pair(oldGap, newGap)
		if end {
			return d.done(wholeOld, wholeNew), true
		}
		oldField, newField := field(old), field(new)
		if oldField == "" || newField == "" {
			return nil, false
		}
		if !d.field(oldField, newField) {
			return nil, false
		}
		old, new = old[len(oldField):], new[len(newField):]
		first = false
	}
}

// field draws two pieces of text without spaces, mark by mark where they differ.
func (d *drawing) field(old, new string) bool {
	if old == new {
		d.pair(old, new)
		return true
	}
	if archive.Fold(old) != archive.Fold(new) {
		return false
	}
	a, b := Tokenize(old), Tokenize(new)
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Fold != b[i].Fold {
			return false
		}
		d.pair(a[i].Text, b[i].Text)
	}
	return true
}

// blanks returns the white space that a text begins with.
func blanks(s string) string {
	for i, r := range s {
		if !unicode.IsSpace(r) {
			return s[:i]
		}
	}
	return s
}

// field returns what a text begins with up to the next white space.
func field(s string) string {
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			if c == ' ' || '\t' <= c && c <= '\r' {
				return s[:i]
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if unicode.IsSpace(r) {
			return s[:i]
		}
		i += size
	}
	return s
}

// sameFold reports whether the two texts differ in typography only. They may be cut
// to different words then: a dash that parts words is folded with one that joins them.
func (c *comparison) sameFold() bool {
	old, new := foldReader{strand: &c.old}, foldReader{strand: &c.new}
	a, b := old.next(), new.next()
	for a != "" && b != "" {
		n := min(len(a), len(b))
		if a[:n] != b[:n] {
			return false
		}
		if a = a[n:]; a == "" {
			a = old.next()
		}
		if b = b[n:]; b == "" {
			b = new.next()
		}
	}
	return a == b
}

// foldReader reads archive.Fold of a strand's text piece by piece.
type foldReader struct {
	*strand
	at     int    // the next word
	behind string // a word whose space was read
}

// next returns the next piece, and none at the end.
func (f *foldReader) next() string {
	if word := f.behind; word != "" {
		f.behind = ""
		return word
	}
	spaced, first := false, f.at == 0
	for ; f.at < len(f.words); f.at++ {
		spaced = spaced || f.gap(f.at) != ""
		if fold := f.word(f.at).Fold; fold != "" {
			if f.at++; spaced && !first {
				f.behind = fold
				return " "
			}
			return fold
		}
	}
	return ""
}
