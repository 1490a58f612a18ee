package history_test

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"rulebook/archive"
	"rulebook/archive/archivetest"
	"rulebook/diffing"
	"rulebook/diffing/history"
)

// TestPublishedBlame: what brought which word.
func TestPublishedBlame(t *testing.T) {
	s := archivetest.PublishedStore(t)
	for _, c := range []struct{ rule, release, want string }{
		{"702.19b", "", "excess=IKO | , or battle=MOM"},
		{"702.19b", "STX", "excess=IKO"},
		{"613.1a", "", "that modify copiable values=IKO"},
		{"701.36a", "AFR", "Create=KLD | See rule 111.10f.=MH2"},
	} {
		f := find(t, s, c.rule, c.release)
		b, err := history.BlameRule(context.Background(), s, f.Lineage, f.Release.Effective)
		if err != nil {
			t.Fatal(err)
		}
		for want := range strings.SplitSeq(c.want, " | ") {
			text, code, _ := strings.Cut(want, "=")
			found := false
			for _, p := range b.Words {
				found = found || strings.TrimSpace(p.Text) == text && p.Code == code
			}
			if !found {
				t.Errorf("%s@%s: %q is not credited to %s in %+v", c.rule, c.release, text, code, b.Words)
			}
		}
	}
}

// words counts what a reader would call words, numbers and marks.
func words(text string) int {
	n := 0
	for _, t := range diffing.Tokenize(text) {
		if t.Kind != diffing.SpaceToken {
			n++
		}
	}
	return n
}

func joined(phrases []history.Phrase) string {
	var b strings.Builder
	for _, p := range phrases {
		b.WriteString(p.Text)
	}
	return b.String()
}

// TestBlameLaws holds of every entry of the newest release: the phrases joined are
// its text, the words of each release add up to its words, and one that never changed
// but in typography and number has one origin, unless
// its sentences came from another rule.
func TestBlameLaws(t *testing.T) {
	for name, open := range map[string]func(testing.TB) archivetest.Store{"sample": archivetest.Sample, "published": archivetest.PublishedStore} {
		t.Run(name, func(t *testing.T) {
			ctx := context.Background()
			s := open(t)
			book, err := history.ReadBook(ctx, s)
			if err != nil {
				t.Fatal(err)
			}
			newest := archivetest.Snapshot(t, s, "latest")
			survey, err := history.BlameRelease(ctx, book, newest.Release.Effective, archive.Number{})
			if err != nil {
				t.Fatal(err)
			}
			total := 0
			spans := book.In(newest.Release.Effective, archive.Number{})
			if len(spans) != len(survey.Entries) {
				t.Fatalf("%d entries are blamed of %d", len(survey.Entries), len(spans))
			}
			for i, e := range survey.Entries {
				total += checkBlame(t, ctx, book, &spans[i], &e)
			}
			if total != survey.Words {
				t.Errorf("the survey has %d words, its entries %d", survey.Words, total)
			}
		})
	}
}

func checkBlame(t *testing.T, ctx context.Context, book *history.Book, span *archive.Span, e *history.Aged) int {
	t.Helper()
	name := span.Number.String() + span.Term
	if joined(e.Words) != span.Text {
		t.Errorf("%s: the phrases joined are not the text", name)
	}
	want := words(span.Text)
	for i, example := range span.Examples {
		if joined(e.Examples[i]) != example {
			t.Errorf("%s: the phrases of example %d joined are not the example", name, i)
		}
		want += words(example)
	}
	sum := 0
	for _, a := range e.Ages {
		sum += a.Words
	}
	if sum != want {
		t.Errorf("%s: the words of its releases add up to %d, it has %d", name, sum, want)
	}
	life, err := history.Of(ctx, book, &history.Found{Lineage: span.Lineage}, history.Options{Examples: true})
	if err != nil {
		t.Fatal(err)
	}
	untouched := life.Origin.Kind != history.SplitFrom
	for i, w := range life.Spans {
		untouched = untouched && (i == len(life.Spans)-1 || w.Kind == diffing.Moved)
	}
	moved := false
	for _, phrases := range append([][]history.Phrase{e.Words}, e.Examples...) {
		for _, p := range phrases {
			moved = moved || p.From != ""
		}
	}
	if untouched && !moved && len(e.Ages) > 1 {
		t.Errorf("%s never changed and has words of %d releases: %+v", name, len(e.Ages), e.Ages)
	}
	return sum
}

// TestBlameAgrees holds the blame of one rule, read from the store, against that of
// the whole release, read from memory.
func TestBlameAgrees(t *testing.T) {
	for name, open := range map[string]func(testing.TB) archivetest.Store{"sample": archivetest.Sample, "published": archivetest.PublishedStore} {
		t.Run(name, func(t *testing.T) {
			ctx := context.Background()
			s := open(t)
			book, err := history.ReadBook(ctx, s)
			if err != nil {
				t.Fatal(err)
			}
			d := archivetest.Snapshot(t, s, "latest").Release.Effective
			spans := book.In(d, archive.Number{})
			for i := 0; i < len(spans); i += 1 + len(spans)/60 {
				fromStore, err := history.BlameRule(ctx, s, spans[i].Lineage, d)
				if err != nil {
					t.Fatal(err)
				}
				fromBook, err := history.BlameRule(ctx, book, spans[i].Lineage, d)
				if err != nil {
					t.Fatal(err)
				}
				if !reflect.DeepEqual(fromStore, fromBook) {
					t.Errorf("%s%s: the store says\n%+v\nand memory\n%+v", spans[i].Number, spans[i].Term, fromStore, fromBook)
				}
			}
		})
	}
}

func BenchmarkBlameRelease(b *testing.B) {
	ctx := context.Background()
	s := archivetest.PublishedStore(b)
	for b.Loop() {
		book, err := history.ReadBook(ctx, s)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := history.BlameRelease(ctx, book, archive.Date{Year: 2025, Month: 7, Day: 25}, archive.Number{}); err != nil {
			b.Fatal(err)
		}
	}
}
