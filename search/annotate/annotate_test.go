package annotate_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"rulebook/archive/archivetest"
	"rulebook/diffing"
	"rulebook/search/annotate"
)

// sample annotates with the terms of a release of the sample.
func sample(t testing.TB, ref string) *annotate.Lexicon {
	t.Helper()
	return annotate.NewLexicon(archivetest.Snapshot(t, archivetest.Sample(t), ref))
}

func mustAnnotate(t testing.TB, l *annotate.Lexicon, text string) *annotate.Annotation {
	t.Helper()
	a, err := l.Annotate(text)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestNotes: a term's note holds what defines it and, beyond that, what it cites.
func TestNotes(t *testing.T) {
	a := mustAnnotate(t, sample(t, "EOE"), "Trample. Sacrifice a token, then trample on. Taps it.")
	want := []struct{ title, rules, cites string }{
		{"Trample, keyword ability, 702.19", "702.19 702.19a 702.19b 702.19c 702.19d 702.19e", "105.3 509.2"},
		{"Sacrifice, keyword action, 701.8", "701.8 701.8a", "701.3b"},
		{"Token, glossary term", "714", ""},
		{"Tap, keyword action, 701.10", "701.10 701.10a", ""},
	}
	if len(a.Notes) != len(want) {
		t.Fatalf("%d notes, want %d: %s", len(a.Notes), len(want), strings.Join(found(a), ", "))
	}
	for i, w := range want {
		n := &a.Notes[i]
		var rules, cites []string
		for _, e := range n.Rules {
			rules = append(rules, e.Number.String())
		}
		for _, e := range n.Cites {
			cites = append(cites, e.Number.String())
		}
		if n.Title() != w.title || strings.Join(rules, " ") != w.rules || strings.Join(cites, " ") != w.cites {
			t.Errorf("note %d is %s: %v, cites %v; want %+v", i, n.Title(), rules, cites, w)
		}
		if len(n.Entries) != 1 {
			t.Errorf("%s has %d glossary entries, want 1", n.Title(), len(n.Entries))
		}
	}
}

func TestRefused(t *testing.T) {
	l := sample(t, "EOE")
	for _, text := range []string{"Tr\xffmple", "Trample\x00\x01", "T\x00r\x00"} {
		if _, err := l.Annotate(text); !errors.Is(err, annotate.ErrNotText) {
			t.Errorf("bytes that are no text: %q, %v", text, err)
		}
	}
	if _, err := l.Annotate(strings.Repeat("a", annotate.MaxBytes+1)); err == nil {
		t.Error("a text without end is taken")
	}
}

// TestCompare: between two releases the rules around a text change, terms come and
// terms go; typography is no change.
func TestCompare(t *testing.T) {
	s := archivetest.Sample(t)
	compare := func(asOf, to, text string) []annotate.TermChange {
		old, new := archivetest.Snapshot(t, s, asOf), archivetest.Snapshot(t, s, to)
		pairs, err := s.Pairs(context.Background(), old, new)
		if err != nil {
			t.Fatal(err)
		}
		a, b := annotate.NewLexicon(old), annotate.NewLexicon(new)
		return annotate.Compare(mustAnnotate(t, a, text), mustAnnotate(t, b, text), diffing.Compare(old, new, pairs))
	}
	got := compare("IKO", "MOM", "Trample. Flying. Incubate 2.")
	if len(got) != 2 || got[0].Term.Name != "Trample" || got[0].Status != annotate.Stays || len(got[0].Changes) != 2 ||
		got[1].Term.Name != "Incubate" || got[1].Status != annotate.New {
		t.Errorf("IKO to MOM: %+v", got)
	}
	got = compare("MOM", "EOE", "Put it into the discard pile.")
	if len(got) != 1 || got[0].Term.Name != "Discard Pile" || got[0].Status != annotate.Dropped {
		t.Errorf("MOM to EOE: %+v", got)
	}
	if got = compare("BNG", "RNA", "Trample. Flying."); len(got) != 0 {
		t.Errorf("BNG to RNA changed quotes only, and %+v is told", got)
	}
}

// TestWhole: the text itself stays whole in every rendering that has marks of its
// own, once these are taken out again.
func TestWhole(t *testing.T) {
	const text = "Trample & <b>flying</b>\r\n“Scry 2” [x] `y` {2/W}\n"
	a := mustAnnotate(t, sample(t, "EOE"), text)
	var page bytes.Buffer
	if err := a.HTML(&page, "a release"); err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(page.String(), `<div class="text">`)
	body, _, _ = strings.Cut(body, "</div>")
	for _, m := range []string{"</a>", `<a href="#note-1">`, `<a href="#note-2">`, `<a href="#note-3">`} {
		body = strings.ReplaceAll(body, m, "")
	}
	plain := strings.NewReplacer("&amp;", "&", "&lt;", "<", "&gt;", ">", "&#34;", `"`, "&#39;", "'").Replace(body)
	if plain != text {
		t.Errorf("the page holds %q, want %q", plain, text)
	}
	var markdown bytes.Buffer
	if err := a.Markdown(&markdown, "a release"); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(markdown.String(), "Trample[^1] &amp; &lt;b&gt;flying[^2]&lt;/b&gt;\r\n“Scry[^3] 2” \\[x\\] \\`y\\` {2/W}\n") {
		t.Errorf("the Markdown begins %q", markdown.String()[:120])
	}
}

// TestTogether: one lexicon serves many readers at a time.
func TestTogether(t *testing.T) {
	l := sample(t, "EOE")
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			a, err := l.Annotate("Trample, mutates it. Exiled creatures were sacrificed.")
			if err != nil || len(a.Marks) == 0 {
				t.Errorf("%v, %v", a, err)
			}
		})
	}
	group.Wait()
}

// checkLaws holds an annotation against what every one promises.
func checkLaws(t *testing.T, text string, a *annotate.Annotation) {
	t.Helper()
	end, noted := 0, 0
	for _, m := range a.Marks {
		if m.Start < end || m.Name <= m.Start || m.End < m.Name || m.End > len(text) {
			t.Fatalf("mark %+v is out of order in %q", m, text)
		}
		if !utf8.ValidString(text[m.Start:m.Name]) || !utf8.ValidString(text[m.Name:m.End]) {
			t.Fatalf("mark %+v cuts a character of %q", m, text)
		}
		if m.From < m.Name || m.To < m.From || m.To > len(text) || m.From < m.To && m.End > m.To || !utf8.ValidString(text[m.From:m.To]) {
			t.Fatalf("mark %+v has a cost out of place in %q", m, text)
		}
		if m.Note > noted || m.Note >= len(a.Notes) {
			t.Fatalf("note %d comes before note %d in %q", m.Note, noted, text)
		}
		noted = max(noted, m.Note+1)
		end = m.End
	}
	if noted != len(a.Notes) {
		t.Fatalf("%d notes, %d of them marked in %q", len(a.Notes), noted, text)
	}
	if a.Text != text {
		t.Fatalf("the text became %q, it was %q", a.Text, text)
	}
}

func FuzzAnnotate(f *testing.F) {
	for _, seed := range []string{
		"Trample. Scry 2, {T}: Tap it", "Ward—{2}{W}", "Zoë’s _flying_ Lantern of the", "first\u00a0strike first\nstrike",
		"\ufefftrample\u200b's {", "Champion of of of", "named Named named", "X X, {X}—", "state-based action’s", "’s’s",
		"<b>Flash</b> at https://a.example/trample, me@trample.example's", "FLYING\n\n'S <i", "<a @ www. // _a_@b.c_d",
		"Ward—{2}, Pay 2 life's.\nKicker {U} and/or {W}\nEquip Knight {2}(", "Flying &amp; haste&#39;s &#0;&x; & reach/trample + protection from", "Ward—Pay",
	} {
		f.Add(seed)
	}
	l := sample(f, "EOE")
	f.Fuzz(func(t *testing.T, text string) {
		a, err := l.Annotate(text)
		if err != nil {
			if !errors.Is(err, annotate.ErrNotText) && len(text) <= annotate.MaxBytes {
				t.Fatal(err)
			}
			return
		}
		checkLaws(t, text, a)
	})
}

// TestPublished annotates our texts as of every published release: the laws hold,
// and what is older than the archive is found in all of them.
func TestPublished(t *testing.T) {
	if testing.Short() {
		t.Skip("reads all published releases")
	}
	s := archivetest.Open(t)
	archivetest.ImportPublished(t, s, archivetest.Published(t))
	const text = "Trample, first strike. Whenever a creature you control dies, you may cast a spell. Landfall — Draw a card."
	for _, r := range archivetest.Releases(t, s) {
		if !r.Held {
			continue
		}
		l := annotate.NewLexicon(archivetest.Snapshot(t, s, r.Effective.String()))
		a := mustAnnotate(t, l, text)
		checkLaws(t, text, a)
		if got, want := strings.Join(found(a), ", "), "Trample, first strike, creature, control, dies, cast, spell, Landfall, Draw, card"; got != want {
			t.Errorf("%s: %s, want %s", r.Label(), got, want)
		}
		for i := range a.Notes {
			if n := &a.Notes[i]; len(n.Rules) == 0 {
				t.Errorf("%s: nothing defines %s", r.Label(), n.Title())
			}
		}
	}
}

func BenchmarkLexicon(b *testing.B) {
	s := archivetest.Snapshot(b, archivetest.Sample(b), "EOE")
	for b.Loop() {
		annotate.NewLexicon(s)
	}
}

func BenchmarkAnnotate(b *testing.B) {
	l := edge(b)
	const text = "Trample. You may play with the top card of your library revealed. You may cast creature spells from the top of your library."
	b.SetBytes(int64(len(text)))
	mustAnnotate(b, l, text) // the book's vocabulary is read once
	for b.Loop() {
		mustAnnotate(b, l, text)
	}
}
