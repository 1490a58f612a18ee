package parse_test

import (
	"errors"
	"strings"
	"testing"

	"rulebook/archive"
	"rulebook/archive/parse"
)

// checkLaw states what holds for whatever bytes come in: a refusal with a reason,
// or a snapshot that is the same when it is written out and read again, and prints
// what the bytes print.
func checkLaw(t *testing.T, raw []byte, o parse.Options) {
	t.Helper()
	s, err := parse.Parse(raw, o)
	if err != nil {
		var refused *parse.RefusedError
		if !errors.As(err, &refused) || refused.Reason == "" || s != nil {
			t.Fatalf("neither a snapshot nor a refusal: %v", err)
		}
		return
	}
	if s.Release.Effective.IsZero() {
		t.Fatal("a release without its date")
	}
	checkRoundTrip(t, s, o)
	checkNothingLost(t, raw, s, o)
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		small,
		strings.ReplaceAll(small, "\n", "\r\n"),
		wrapAt(small, 30, false),
		marked(),
		"100.1. a\nGlossary\nx\ny\n\nz.\nCredits",
		"effective as of May 1, 2020\n1. a\n100. b\n100.1.c\n100.1d. e\n606.5 f\nExample:g\n",
		"Contents\nIntroduction\nContents\n1. x\n\n1. x\n1.1. y",
	} {
		f.Add([]byte(seed), true)
	}
	given := archive.Date{Year: 2020, Month: 4, Day: 17}
	f.Fuzz(func(t *testing.T, raw []byte, dated bool) {
		var o parse.Options
		if dated {
			o.Effective = given
		}
		checkLaw(t, raw, o)
	})
}

// FuzzDOCX varies the parts of a document rather than the zip around them.
func FuzzDOCX(f *testing.F) {
	f.Add(wordBook("", ""), "", "")
	f.Add(wordBook(haste, `<w:p>`+run("702.10. Has")+`<w:r><w:br/><w:cr/><w:tab/><w:sym w:font="Symbol" w:char="F0B4"/></w:r><w:del>`+run("x")+`</w:del></w:p>`), "", "")
	f.Add(document(numberedBook), numbering("lowerLetter"), listStyles)
	f.Add(document(`<w:p><w:r><w:txbxContent><w:p>`+run("100.1. a")+`</w:p></w:txbxContent></w:r></w:p>`), "", "")
	o := parse.Options{Effective: archive.Date{Year: 2020, Month: 4, Day: 17}}
	f.Fuzz(func(t *testing.T, document, numbering, styles string) {
		checkLaw(t, zipped(t, "word/document.xml", document, "word/numbering.xml", numbering, "word/styles.xml", styles), o)
	})
}

// FuzzZip varies the bytes of the whole file.
func FuzzZip(f *testing.F) {
	f.Add(zipped(f, "word/document.xml", document(`<w:p>`+run("100.1. a")+`</w:p>`)))
	o := parse.Options{Effective: archive.Date{Year: 2020, Month: 4, Day: 17}}
	f.Fuzz(func(t *testing.T, raw []byte) {
		checkLaw(t, raw, o)
	})
}

// FuzzExcerpt: a refusal, or an excerpt that is the same when it is written out and
// read again, in which every block has rules with a number.
func FuzzExcerpt(f *testing.F) {
	f.Add([]byte("From the Comprehensive Rules (November 8, 2024—Here)\n- 702.19. Hop\n- 702.19a Hop on.\nExample: x\ny\n* 702.19b z"), "")
	f.Add([]byte("702.19b\nHop.\nApril 17, 2020 · Here\n702.19b Hop once.\nExample: x\nMay 1, 2019\nHop"), "702.19b")
	f.Fuzz(func(t *testing.T, raw []byte, rule string) {
		n, _ := archive.ParseNumber(rule)
		e, err := parse.ParseExcerpt(raw, parse.ExcerptOptions{Rule: n})
		if err != nil {
			if !errors.As(err, new(*parse.RefusedError)) || e != nil {
				t.Fatalf("neither an excerpt nor a refusal: %v", err)
			}
			return
		}
		if len(e.Blocks) == 0 {
			t.Fatal("no blocks")
		}
		for _, b := range e.Blocks {
			if len(b.Rules) == 0 {
				t.Fatalf("no rules in the block of line %d", b.Line)
			}
			for _, r := range b.Rules {
				if r.Number.IsZero() || r.Kind != r.Number.Kind() || r.Line == 0 {
					t.Fatalf("a rule without number or line: %+v", r)
				}
			}
		}
		checkExcerptRoundTrip(t, e)
	})
}
