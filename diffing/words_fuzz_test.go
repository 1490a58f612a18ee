package diffing

import (
	"slices"
	"testing"
	"unicode/utf8"

	"rulebook/archive"
)

// Whatever two texts hold, the edits give both to the byte, say nothing but
// typography where the texts fold alike and more where they do not, and are the
// same every time.
func FuzzWords(f *testing.F) {
	for _, seed := range [][2]string{
		{"the remaining damage", "the excess damage"},
		{"exactly thirty (30) cards.", "exactly forty (40) cards."},
		{"it can’t — ever — “block”", "it can't - ever -- \"block\""},
		{"One sentence of words. Another sentence of words.", "Another sentence of words. One sentence of words."},
		{"a\n\nb  c\u00a0d", " a b c d "},
		{"Æther\u00ad _Magic_ (r) ®", "Æther _Magic_ ® (r)"},
		{"rules 601.2f–h", "rules 601.2f‑h"},
		{"one — two -- three (TM)", "one—two –three(tm)"},
		{"one—two- three (TM)", "one—two –three(Tm)"},
		{"well-known", "well — known"},
		{"gets -1", "gets—1"},
		{"gets --1", "gets—1"},
		{"gets —1", "gets—1"},
		{"gets - Xavier", "gets -Xavier"},
		{"gets -_X_", "gets-_X_"},
		{"gets -\u00ad1", "gets-\u00ad1"},
		{"", "a"},
		{"\xff", "\xfe\xff"},
		{"a a a a b", "a b a a a"},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, old, new string) {
		if len(old)+len(new) > 1<<14 {
			t.Skip("long texts take long")
		}
		edits := Words(old, new)
		holdsBoth(t, edits, old, new)
		if again := Words(old, new); marked(again) != marked(edits) {
			t.Errorf("twice: %s and %s", marked(edits), marked(again))
		}
		if !utf8.ValidString(old) || !utf8.ValidString(new) {
			return // what is no text has no folded form
		}
		words := newComparer()
		first := words.read(old)
		if cut, whole := words.readLike(&first, new), words.read(new); !slices.Equal(cut.words, whole.words) || !slices.Equal(cut.ids, whole.ids) {
			t.Errorf("%q is cut to other words beside %q than for itself", new, old)
		}
		alike := archive.Fold(old) == archive.Fold(new)
		if differsInWords(edits) == alike {
			t.Errorf("the texts fold alike: %v, and the edits are %s", alike, marked(edits))
		}
		if same := newComparer().compare(old, new).sameFold(); same != alike {
			t.Errorf("the texts fold alike: %v, and word by word: %v", alike, same)
		}
	})
}
