package index

import (
	"cmp"
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rulebook/archive"
	"rulebook/search"
)

// TestCode: a code is its number again, and sorts as numbers do.
func TestCode(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pick := func() archive.Number {
		n := archive.Number{Section: 1 + random.IntN(9)}
		if random.IntN(8) > 0 {
			n.Heading = n.Section*100 + random.IntN(100)
			if random.IntN(8) > 0 {
				n.Rule = 1 + random.IntN(999)
				n.Letter = []string{"", "a", "z", "aa", "az", "ba", "zz", "q"}[random.IntN(8)]
			}
		}
		return n
	}
	if encode(archive.Number{}) != 0 || code(0).number() != (archive.Number{}) {
		t.Error("no number is not 0")
	}
	for range 20000 {
		n, m := pick(), pick()
		if got := encode(n).number(); got != n {
			t.Fatalf("%v encoded is %v", n, got)
		}
		if got, want := cmp.Compare(encode(n), encode(m)), cmp.Compare(n.Compare(m), 0); got != want {
			t.Fatalf("%v and %v compare %d as codes, %d as numbers", n, m, got, want)
		}
		mask, value := under(n)
		if got, want := encode(m)&mask == value, n.Contains(m); got != want {
			t.Fatalf("%v under %v: %v as codes, %v as numbers", m, n, got, want)
		}
	}
}

// TestFacts: what is packed is unpacked the same, and nothing else is taken for it.
func TestFacts(t *testing.T) {
	x := open(t, smallBook(t))
	packed := x.facts.pack()
	again, err := unpack(packed, len(x.held))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(again, x.facts) {
		t.Error("facts changed by packing and unpacking")
	}
	for n := range len(packed) {
		if _, err := unpack(packed[:n], len(x.held)); err == nil {
			t.Fatalf("%d of %d bytes were taken for the whole", n, len(packed))
		}
	}
	if _, err := unpack(packed, 1); err == nil {
		t.Error("facts of four releases were taken for those of one")
	}
}

func FuzzFacts(f *testing.F) {
	src := smallBook(f)
	documents, err := gather(context.Background(), src, src.releases)
	if err != nil {
		f.Fatal(err)
	}
	stems := newStemmer()
	for _, d := range documents {
		d.prepare(stems)
	}
	nothing, _ := factsOf(nil, vocabularyOf(nil, stems))
	facts, _ := factsOf(documents, vocabularyOf(entriesOf(documents), stems))
	f.Add(facts.pack())
	f.Add([]byte{})
	f.Add(nothing.pack())
	comesRound := *facts // two documents whose words take four gigabytes more than there are
	comesRound.docs = slices.Clone(facts.docs)
	comesRound.docs[0].words -= 1 << 16
	comesRound.docs[1].words += 1 << 16
	f.Add(comesRound.pack())
	f.Fuzz(func(t *testing.T, b []byte) {
		facts, err := unpack(b, 4)
		if err != nil {
			return
		}
		facts.textBytes()
		for doc := range facts.docs {
			facts.stretches(doc)
			facts.sequenceOf(uint64(doc)).finder(newStemmer(), facts.words)
		}
	})
}

// TestSequence: phrases in the sequence are those in the tokens.
func TestSequence(t *testing.T) {
	x := open(t, smallBook(t))
	texts := []string{"one two three", "two one two", "three", "one\ntwo three", "", "one two two three one two"}
	entries := map[string]uint32{"one": 1, "two": 1, "three": 1, "layers": 1, "layer": 1}
	v := vocabularyOf(entries, x.stems)
	x.facts.words = v
	for _, text := range texts {
		s := sequence(appendWords(nil, search.Tokenize(text), v))
		for _, words := range [][]string{{"one"}, {"one", "two"}, {"two", "three"}, {"one", "two", "three"}, {"two", "two"}, {"four"}, {"one", "four"}} {
			want := len(newFinder(x.stems, text).spans(search.Phrase{Words: words})) > 0
			if got := s.holds(x.newPhrase(words), v); got != want {
				t.Errorf("%q holds %q: %v, want %v", text, words, got, want)
			}
		}
		f, g := s.finder(x.stems, v), newFinder(x.stems, text)
		if len(f.tokens) != len(g.tokens) {
			t.Fatalf("%q has %d words, want %d", text, len(f.tokens), len(g.tokens))
		}
		for i := range f.tokens {
			if f.tokens[i].Text != g.tokens[i].Text || f.tokens[i].Position != g.tokens[i].Position || f.stem[i] != g.stem[i] {
				t.Errorf("%q: word %d is %+v, want %+v", text, i, f.tokens[i], g.tokens[i])
			}
		}
	}
	s := sequence(appendWords(nil, search.Tokenize("layers one"), v))
	if !s.holds(x.newStemPhrase([]string{x.stems.stem("layer")}), v) || s.holds(x.newPhrase([]string{"layer"}), v) {
		t.Error("a stem finds its other forms, a word itself only")
	}
}

func TestNarrowest(t *testing.T) {
	stems := newStemmer()
	v := vocabularyOf(map[string]uint32{"a": 1, "b": 1, "c": 1, "x": 1}, stems)
	for _, c := range []struct {
		text        string
		held, width int
	}{
		{"a b c", 3, 3},
		{"a x x b", 2, 4},
		{"a x x x b a c b", 3, 3},
		{"x x", 0, 0},
		{"c x x c", 1, 1},
		{"a\nb", 2, search.ParagraphGap + 2},
	} {
		var want []uint32
		for _, w := range []string{"a", "b", "c"} {
			id, _ := v.stem(stems.stem(w))
			want = append(want, id)
		}
		held, width := sequence(appendWords(nil, search.Tokenize(c.text), v)).narrowest(want, v)
		if held != c.held || width != c.width {
			t.Errorf("%q: %d within %d, want %d within %d", c.text, held, width, c.held, c.width)
		}
	}
}

func TestStems(t *testing.T) {
	s := newStemmer()
	for _, group := range []string{
		"trample tramples trampled trampling", "phase phases phasing phased", "player players player's",
		"can't cant can’t", "ability abilities", "copy copies copied copying", "dealt deal deals", "color colour colours",
		"ten 10", "die dies died dying dice",
	} {
		words := strings.Fields(group)
		for _, w := range words[1:] {
			if got, want := s.stem(search.FoldWord(w)), s.stem(words[0]); got != want {
				t.Errorf("%s is %s, %s is %s", w, got, words[0], want)
			}
		}
	}
	for _, apart := range [][2]string{{"layer", "player"}, {"702.6", "702.60"}, {"{t}", "t"}, {"land", "island"}} {
		if s.stem(apart[0]) == s.stem(apart[1]) {
			t.Errorf("%s and %s are one", apart[0], apart[1])
		}
	}
	for word, want := range map[string]string{
		"layers": "layer", "abilities": "ability", "classes": "classe", "focus": "focus", "pass": "pass", "dice": "die", "players'": "players'",
	} {
		if got := singular(word); got != want {
			t.Errorf("singular of %s is %s, want %s", word, got, want)
		}
	}
}

func TestSlips(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"trample", "trample", 0}, {"trampel", "trample", 1}, {"tample", "trample", 1}, {"tramplee", "trample", 1},
		{"trxmple", "trample", 1}, {"tramp", "trample", 2}, {"trample", "damage", 3}, {"", "ab", 2}, {"ab", "ba", 1},
	} {
		if got := slips(c.a, c.b, 2); got != c.want {
			t.Errorf("from %s to %s: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestFitsPattern(t *testing.T) {
	for _, c := range []struct {
		pattern, word string
		want          bool
	}{
		{"tramp*", "trample", true}, {"tramp*", "tramp", true}, {"*ample", "trample", true}, {"t*m*e", "trample", true},
		{"t*x*e", "trample", false}, {"ab*ba", "aba", false}, {"a*a", "aa", true}, {"*m*", "trample", true}, {"*", "", true},
	} {
		if got := fitting(search.Wildcard{Pattern: c.pattern})(c.word); got != c.want {
			t.Errorf("%s fits %s: %v, want %v", c.word, c.pattern, got, c.want)
		}
	}
}

// TestFragments: the sentences with the most words found, cut where they are long.
func TestFragments(t *testing.T) {
	long := strings.Repeat("many words stand here in a row ", 20)
	for _, c := range []struct{ text, word, want string }{
		{"One thing. Another thing. A third, e.g. This.", "third", "…A [third], e.g. This."},
		{"One thing. Another thing.", "nothing", "One thing.…"},
		{"A word. No. A word. None. A word.", "word", "A [word].… …A [word].…"},
		{"First paragraph\nsecond paragraph here", "second", "…[second] paragraph here"},
		{"“Quoted.” {T}: More.", "more", "…{T}: [More]."},
		{"x " + long + "needle " + long, "needle", ""},
		{"", "word", ""},
		{"   ", "word", ""},
	} {
		f := newFinder(newStemmer(), c.text)
		var got []string
		for _, fragment := range fragments(c.text, f.marks(f.spans(search.Word{Text: c.word}))) {
			s := textOf(search.Hit{Fragments: []search.Fragment{fragment}})
			if fragment.Leading {
				s = "…" + s
			}
			if fragment.Trailing {
				s += "…"
			}
			got = append(got, s)
		}
		joined := strings.Join(got, " ")
		if c.word == "needle" {
			if len(joined) > fragmentBytes+20 || !strings.Contains(joined, "[needle]") || !strings.HasPrefix(joined, "…") || !strings.HasSuffix(joined, "…") {
				t.Errorf("a long sentence is shown as %q", joined)
			}
		} else if joined != c.want {
			t.Errorf("%q: %q, want %q", c.text, joined, c.want)
		}
	}
}
