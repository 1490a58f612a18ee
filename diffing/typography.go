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
	if old == new {
		d.pair(old, new)
		return d.done(old, new), true
	}
	if !d.fields(old, new) {
		return nil, false
	}
	return d.done(old, new), true
}

// differInTypography reports whether two texts differ in typography at most, without
// drawing it; false where only compare tells.
func differInTypography(old, new string) bool {
	var none *drawing
	return old == new || none.fields(old, new)
}

// fields draws two texts field by field. It stops where they differ in more than
// typography, and draws nothing when d is nil.
func (d *drawing) fields(old, new string) bool {
	for first := true; ; first = false {
		oldGap, newGap := blanks(old), blanks(new)
		old, new = old[len(oldGap):], new[len(newGap):]
		end := old == "" && new == ""
		if (oldGap == "") != (newGap == "") && !first && !end {
			return false
		}
		d.pair(oldGap, newGap)
		if end {
			return true
		}
		oldField, newField := field(old), field(new)
		if oldField == "" || newField == "" || !d.field(oldField, newField) {
			return false
		}
		old, new = old[len(oldField):], new[len(newField):]
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
	if d == nil {
		return true
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
// Most texts that differ are told apart by their words.
func (c *comparison) sameFold() bool {
	return c.likelySameFold() && archive.Fold(c.old.text) == archive.Fold(c.new.text)
}

// likelySameFold is false only for texts whose folds differ in more than spaces and
// hyphens.
func (c *comparison) likelySameFold() bool {
	old, new := letters{strand: &c.old}, letters{strand: &c.new}
	for {
		a, b := old.next(), new.next()
		if a != b {
			return false
		}
		if a == 0 {
			return true
		}
	}
}

// letters reads what the words of a strand fold to, without spaces and hyphens.
type letters struct {
	*strand
	at   int    // the next word
	rest string // of the word that is being read
}

// next returns the next byte, and 0 at the end.
func (l *letters) next() byte {
	for {
		for l.rest == "" {
			if l.at == len(l.words) {
				return 0
			}
			l.rest = l.word(l.at).Fold
			l.at++
		}
		c := l.rest[0]
		if l.rest = l.rest[1:]; c != ' ' && c != '-' {
			return c
		}
	}
}
