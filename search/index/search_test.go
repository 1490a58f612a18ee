package index

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"rulebook/archive"
	"rulebook/search"
)

func ask(t testing.TB, x search.Searcher, text string, o search.Options) *search.Results {
	t.Helper()
	q, err := search.Parse(text)
	if err != nil {
		t.Fatalf("Parse(%q): %v", text, err)
	}
	r, err := x.Search(context.Background(), q, o)
	if err != nil {
		t.Fatalf("Search(%q): %v", text, err)
	}
	return r
}

// everything is the scope of all releases.
var everything = search.Options{Scope: search.Scope{All: true}}

func hitNames(r *search.Results) string { return strings.Join(namesOf(r.Hits, len(r.Hits)), ", ") }

// TestHits asks the small book. Each group of queries is a kind of case that went
// wrong elsewhere, or a part of the syntax.
func TestHits(t *testing.T) {
	x := open(t, smallBook(t))
	for _, c := range []struct {
		query string
		all   bool
		want  string
	}{
		// The exact rule first, in every spelling, and no syntax error
		// (fecgov/fec-eregs#245, blevesearch/bleve#108). 702.6 is not 702.60.
		{"702.6", false, "702.6, 702.6a"},
		{"702.6a.", false, "702.6a, 704.1"},
		{"CR 702.6a", false, "702.6a, 704.1"},
		{"rule 702.6", false, "702.6, 702.6a"},
		{"rule:702.6", false, "702.6, 702.6a"},
		{"702.19", false, "702.19, 702.19a, 702.19b, 702.19b example, 702.19b example, Trample"},
		{"704", false, "704, 704.1"},
		{"702.6d", false, ""},
		{"702.6d", true, "702.6d"},
		{"{T}", false, "207.5"},
		{"{t}", false, "207.5"},
		{"{2/W}", false, "207.6"},
		{"+1/+1", false, "702.19b example"},
		{"-1/-1", false, "702.19b example"},
		{"−1/−1", false, "702.19b example"},
		{"6/6", false, "702.19b example"},
		{"100 cards", false, "100.2"},
		// A hyphen inside a word is not NOT (blevesearch/bleve#103).
		{"state-based", false, "704, 704.1, 310.1"},
		{"state based", false, "704, 704.1, 310.1"},
		{"state-based -battle", false, "704, 704.1"},
		{"based-state", false, ""},
		// Phrases of common words (blevesearch/bleve#122).
		{`"as though"`, false, "609.4, 702.26b"},
		{`"can't be"`, false, "100.2"},
		{`"from the top of"`, false, "702.6a"},
		{`"the top of the"`, false, "702.60a, 702.6a"},
		{`"top the of"`, false, ""},
		{`"damage is dealt"`, false, "702.19a"},
		{`"damages are dealt"`, false, ""},
		// Apostrophes, accents, letter case.
		{"can't", false, "100.2"},
		{"can’t", false, "100.2"},
		{"cant", false, "100.2"},
		{"CAN'T", false, "100.2"},
		{"Dandan", false, "206.3"},
		{"Dandân", false, "206.3"},
		{"dandaˆn", false, ""},
		{"Aether", false, "206.3"},
		{"Æther", false, "206.3"},
		{"lim-dul", false, "206.3"},
		// layers is not players; phasing finds "phases out" (AEFeinstein/mtg-familiar#7, #586).
		{"layers", false, "Layer, 613.1"},
		{"phasing", false, "702.26, 702.26a, 702.26b"},
		{"phases out", false, "702.26b"},
		{"a step of effects", false, "Layer"}, // little words are not demanded
		{`"a step of effects"`, false, ""},
		// A heading equal to the query, then the term, then the rest.
		{"trample", false, "702.19, Trample, 702.19a, 702.19b, 702.19b example, 702.19b example"},
		{"seat", false, "Seat, 100.2"},
		{"old word", false, "Old Word (Obsolete)"},
		// The syntax.
		{"damage -excess", false, "702.19a"},
		{"excess OR ripple", false, "702.60, 702.19b, 702.60a"},
		{"(excess OR ripple) top", false, "702.60a"},
		{"tramp*", false, "702.19, Trample, 702.19a, 702.19b example"},
		{"*ample", false, "702.19, Trample, 702.19a, 702.19b example"},
		{"trampel~", false, "702.19, Trample, 702.19a, 702.19b example"},
		{"layer near/3 next", false, "613.1"},
		{"next near/3 layer", false, "613.1"},
		{"effects near/3 next", false, ""},
		{`"the next" near/3 layer`, false, "613.1"},
		{"layer near/2 layers", false, "613.1"},
		{"theirs near/1 100", false, "100.2"},
		// Fields.
		{"rule:7 ability", false, "702.6a, 702.26a, 702.19a"},
		{"kind:glossary ability", false, "Trample"},
		{"kind:heading rule:7", false, "7, 702, 702.6, 702.19, 702.26, 702.60, 704"},
		{"kind:example", false, "702.19b example, 702.19b example"},
		{"heading:phasing", false, "702.26, 702.26a, 702.26b"},
		{"in:RNA damage", false, "702.19a, 702.19b"},
		{"in:IKO excess", false, "702.19b"},
		{"in:RNA excess", false, ""},
		{"changed:IKO", false, "702.19b"},
		{"changed:2020", false, "702.19b"},
		{"changed:MOM", false, "100.1, 310, 310.1"},
		{"gone:MOM", false, "100.1, 702.6d"},
		{"gone:IKO", false, "702.19b"},
		{"until:RNA since:2019 damage", false, "702.19a, 702.19b"},
		{"since:MOM battle", false, "310, 310.1"},
		{"until:2020-03 remaining", false, "702.19b"},
		{"-kind:rule -kind:heading -kind:section -kind:example", false, "Layer, Trample, Seat, Old Word (Obsolete)"},
		{"*  kind:section", false, "1, 2, 6, 7"},
		// One hit a wording: curly and straight are one, remaining and excess two.
		{"damage attacker", true, "702.19a, 702.19b, 702.19b"},
		{`"as though" named`, true, "609.4"},
		// Markup and unbalanced input are words.
		{"<script>alert", false, "100.1"},
		{`"unbalanced`, false, ""},
		{"{W/P}", false, "100.1"},
	} {
		o := search.Options{}
		if c.all {
			o = everything
		}
		if got := hitNames(ask(t, x, c.query, o)); got != c.want {
			t.Errorf("%s (all: %v)\ngot  %s\nwant %s", c.query, c.all, got, c.want)
		}
	}
}

// TestIntervals: a wording is one hit with the whole stretch in which it stood,
// whatever its typography, and links into the scope.
func TestIntervals(t *testing.T) {
	x := open(t, smallBook(t))
	day := func(s string) archive.Date { d, _ := archive.ParseDate(s); return d }
	for _, c := range []struct {
		query    string
		scope    search.Scope
		from, to string
		inForce  bool
		release  string
		text     string
	}{
		{"seat theirs", search.Scope{}, "2013-07-13", "2023-04-14", true, "MOM", "can’t"},
		{"seat theirs", search.In(day("2013-07-13")), "2013-07-13", "2023-04-14", true, "M14", "can't"},
		{"remaining", search.Scope{All: true}, "2013-07-13", "2019-01-25", false, "RNA", "remaining"},
		{"remaining", search.Between(day("2019-01-25"), day("2013-07-13")), "2013-07-13", "2019-01-25", false, "RNA", "remaining"},
		{"excess", search.Scope{From: day("2019-01-25")}, "2020-04-17", "2023-04-14", true, "MOM", "excess"},
		{"in:M14 seat theirs", search.Scope{}, "2013-07-13", "2023-04-14", true, "M14", "can't"},
	} {
		r := ask(t, x, c.query, search.Options{Scope: c.scope})
		if r.Total != 1 {
			t.Errorf("%s: %d hits, want 1", c.query, r.Total)
			continue
		}
		h := r.Hits[0]
		if h.From.String() != c.from || h.To.String() != c.to || h.InForce != c.inForce || h.Release.Code != c.release {
			t.Errorf("%s: %s to %s, in force %v, in %s; want %s to %s, %v, %s", c.query,
				h.From, h.To, h.InForce, h.Release.Code, c.from, c.to, c.inForce, c.release)
		}
		if !strings.Contains(textOf(h), c.text) {
			t.Errorf("%s: text %q, want one with %q", c.query, textOf(h), c.text)
		}
	}
}

// textOf is a hit's fragments with the marked words in brackets.
func textOf(h search.Hit) string {
	var all []string
	for _, f := range h.Fragments {
		var b strings.Builder
		at := 0
		for _, m := range f.Marks {
			b.WriteString(f.Text[at:m.Start] + "[" + f.Text[m.Start:m.End] + "]")
			at = m.End
		}
		all = append(all, b.String()+f.Text[at:])
	}
	return strings.Join(all, " | ")
}

// TestMarks: the words found are marked in the exact text, under every fold.
func TestMarks(t *testing.T) {
	x := open(t, smallBook(t))
	for query, want := range map[string]string{
		"dandan aether":          "In them are [Dandân], Lim-Dûl's Vault and [Æther] Storm.",
		"lim-dul's":              "In them are Dandân, [Lim-Dûl's] Vault and Æther Storm.",
		"can't":                  "A player [can’t] be made to stay; a player’s seat is theirs. 100 cards make a pile.",
		`"as though"`:            "Some effects let a player act “[as though]” a thing were so. | Only what is named is treated [as though] it were so.",
		"layer near/3 next":      "Effects are put in layers, one [layer] after the [next].",
		"{T}":                    "The tap symbol is [{T}].",
		"alert":                  "These pages are for two or more people who sit at one table. <script>[alert](1)</script> & {W/P} are only letters.",
		"kind:example -1/-1":     "A +1/+1 counter makes it seven; a [-1/-1] counter makes it five.",
		"phase* out":             "A permanent that [phases] [out] is treated as though it were not there.",
		"remaining --scope":      "Once the blockers have had enough, any [remaining] damage goes where the attacker's controller likes.",
		"changed:IKO excess dam": "",
	} {
		o := search.Options{}
		if strings.HasSuffix(query, " --scope") {
			query, o = strings.TrimSuffix(query, " --scope"), everything
		}
		r := ask(t, x, query, o)
		if want == "" {
			if r.Total != 0 {
				t.Errorf("%s: %d hits, want none", query, r.Total)
			}
			continue
		}
		if len(r.Hits) == 0 {
			t.Errorf("%s: no hits", query)
			continue
		}
		if got := textOf(r.Hits[0]); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", query, got, want)
		}
	}
}

// TestPages: the same query gives the same order twenty times, and pages put
// together are the whole (blevesearch/bleve#1677).
func TestPages(t *testing.T) {
	src := smallBook(t)
	x, y := open(t, src), open(t, src) // two builds of one archive
	for _, query := range []string{"the", "kind:glossary", "*", "702", "ability", "trample OR the"} {
		whole := hitNames(ask(t, x, query, search.Options{Limit: 200}))
		for i := range 20 {
			of := []*Index{x, y}[i%2]
			if again := hitNames(ask(t, of, query, search.Options{Limit: 200})); again != whole {
				t.Fatalf("%s: order changed from\n%s\nto\n%s", query, whole, again)
			}
		}
		var pages []string
		for offset := 0; ; offset += 2 {
			r := ask(t, x, query, search.Options{Limit: 2, Offset: offset})
			if len(r.Hits) == 0 {
				break
			}
			pages = append(pages, hitNames(r))
		}
		if joined := strings.Join(pages, ", "); joined != whole {
			t.Errorf("%s: pages are\n%s\nthe whole is\n%s", query, joined, whole)
		}
	}
}

func TestNotes(t *testing.T) {
	x := open(t, smallBook(t))
	for _, c := range []struct {
		query string
		o     search.Options
		want  string
	}{
		{"trample", search.Options{}, "searched 2023-04-14 March of the Machine, the newest release held"},
		{"trample", everything, "searched all 4 releases held"},
		{"in:IKO trample", search.Options{}, "searched 2020-04-17 Ikoria"},
		{"since:RNA until:IKO trample", search.Options{}, "searched 2 releases, 2019-01-25 Ravnica Allegiance to 2020-04-17 Ikoria"},
		{"remaining", search.Options{}, "nothing found there, but 1 wording of other releases matches; search all releases (--all)"},
		{"zyzzyva", search.Options{}, "nothing found"},
		{"phases out ripple", search.Options{}, "nothing found; without ripple there would be something"},
		{"trampel", search.Options{}, "did you mean: trample"},
		{`"remaning damage"`, everything, `did you mean: "remaining damage"`},
		{"in:IKO in:MOM until:M14 trample", search.Options{}, "no release held"},
		{"foo:bar", search.Options{}, "foo: is no field"},
		{"sba", search.Options{}, "sba was searched as state-based action"},
		{"trample", search.Options{Limit: search.MaxLimit + 1}, "a page holds at most 500 hits"},
	} {
		r := ask(t, x, c.query, c.o)
		if !strings.Contains(r.Note, c.want) {
			t.Errorf("%s: note %q, want one with %q", c.query, r.Note, c.want)
		}
	}
	if r := ask(t, x, "sba", search.Options{Literal: true}); strings.Contains(r.Note, "state-based") || r.Total != 0 {
		t.Errorf("literal sba: %d hits, %s", r.Total, r.Note)
	}
	if r := ask(t, x, "remaining", search.Options{}); r.Older != 1 {
		t.Errorf("remaining: %d older wordings, want 1", r.Older)
	}
	if r := ask(t, x, "trample OR trampel", search.Options{}); r.DidYouMean != "trample OR trample" {
		t.Errorf("did you mean %q", r.DidYouMean)
	}
}

func TestCounts(t *testing.T) {
	x := open(t, smallBook(t))
	r := ask(t, x, "damage OR ability OR seat", everything)
	var sections, releases []string
	total := 0
	for _, s := range r.Sections {
		total += s.Count
		sections = append(sections, fmt.Sprintf("%d %s %d %s", s.Number, s.Title, s.Count, s.Query))
		if n := ask(t, x, "(damage OR ability OR seat) "+s.Query, everything).Total; n != s.Count {
			t.Errorf("%s narrows to %d hits, want %d", s.Query, n, s.Count)
		}
	}
	if want := []string{"1 Beginnings 1 rule:1", "7 More 5 rule:7", "0 Glossary 2 kind:glossary"}; !reflect.DeepEqual(sections, want) {
		t.Errorf("sections %q, want %q", sections, want)
	}
	if total != r.Total {
		t.Errorf("sections sum to %d, total is %d", total, r.Total)
	}
	for _, c := range r.Releases {
		releases = append(releases, fmt.Sprintf("%s %d %d", c.Release.Code, c.Count, c.Arrived))
		if n := ask(t, x, "(damage OR ability OR seat) in:"+c.Release.Code, search.Options{}).Total; n != c.Count {
			t.Errorf("in:%s narrows to %d hits, counted %d", c.Release.Code, n, c.Count)
		}
	}
	if want := []string{"M14 7 7", "RNA 7 0", "IKO 7 1", "MOM 7 0"}; !reflect.DeepEqual(releases, want) {
		t.Errorf("releases %q, want %q", releases, want)
	}
}

func TestJSON(t *testing.T) {
	x := open(t, smallBook(t))
	r := ask(t, x, "excess", search.Options{})
	r.Took = 42 * time.Microsecond
	r.Hits[0].Score = 1.5
	got, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	checkGolden(t, "testdata/results.golden.json", string(got)+"\n")
	if got, err = json.Marshal(ask(t, x, "zyzzyva", search.Options{})); err != nil || !strings.Contains(string(got), `"hits":[]`) {
		t.Errorf("nothing found is %s, %v", got, err)
	}
}

func TestErrors(t *testing.T) {
	x := open(t, smallBook(t))
	var missing *archive.NotFoundError
	for _, query := range []string{"in:ZZZ trample", "changed:ZZZ", "trample OR gone:2012-01-01", "since:ZZZ"} {
		q, err := search.Parse(query)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := x.Search(context.Background(), q, search.Options{}); !errors.As(err, &missing) {
			t.Errorf("%s: %v, want a NotFoundError", query, err)
		}
	}
	q, _ := search.Parse("trample")
	if _, err := open(t, newMemory()).Search(context.Background(), q, search.Options{}); !errors.Is(err, archive.ErrEmpty) {
		t.Errorf("an empty archive: %v, want ErrEmpty", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	q, _ = search.Parse("*")
	if _, err := x.Search(ctx, q, search.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled search: %v, want context.Canceled", err)
	}
}

// TestExpansion: a pattern that stands for too many words says so.
func TestExpansion(t *testing.T) {
	var texts []bookText
	for i := range search.MaxExpansion + 10 {
		texts = append(texts, bookText{fmt.Sprintf("100.%d", i+1), fmt.Sprintf("word%d", i), nil})
	}
	x := open(t, newMemory(bookRelease(t, "2020-04-17", "IKO", "Ikoria", texts)))
	r := ask(t, x, "word*", search.Options{})
	if want := "word* stands for 410 words, of which the 400 most frequent were searched"; !strings.Contains(r.Note, want) || r.Total != search.MaxExpansion {
		t.Errorf("%d hits, note %q, want %q", r.Total, r.Note, want)
	}
}

// TestPatience: a search that takes too long shows what it has and says so.
func TestPatience(t *testing.T) {
	x := open(t, smallBook(t))
	x.patience = time.Nanosecond
	r := ask(t, x, "*", everything)
	if !strings.Contains(r.Note, "the search was stopped after 1ns") {
		t.Errorf("note %q", r.Note)
	}
}

// FuzzSearch runs the whole path on whatever is typed: an answer or a reason.
func FuzzSearch(f *testing.F) {
	for _, s := range []string{"trample", `"unbalanced`, "(", "*", "foo:bar", "-1/-1", "a near/5 b", "in:IKO OR -kind:rule", "702.19", "s* a~ *e*", "changed:2020 gone:2020-04", "<b>", "\x00", "-(a OR b) \"c"} {
		f.Add(s, true, 3, 0)
	}
	x := open(f, smallBook(f))
	f.Fuzz(func(t *testing.T, text string, all bool, limit, offset int) {
		q, err := search.Parse(text)
		if err != nil {
			return // FuzzParse looks at it
		}
		r, err := x.Search(context.Background(), q, search.Options{Scope: search.Scope{All: all}, Limit: limit, Offset: offset})
		if err != nil {
			var missing *archive.NotFoundError
			if !errors.As(err, &missing) {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		if len(r.Hits) > r.Total {
			t.Fatalf("%q: %d hits of %d", text, len(r.Hits), r.Total)
		}
		for _, h := range r.Hits {
			textOf(h) // marks lie within their fragments
		}
		if _, err := json.Marshal(r); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
	})
}

// Law: what is offered instead of a query finds something.
func TestAdviceFindsSomething(t *testing.T) {
	x := open(t, smallBook(t))
	for _, q := range []string{"trampel", "<b>trampel</b>", "trampel:haste", "trampel zzzz", "haste:bar", `"trampel haste"`} {
		instead := ask(t, x, q, search.Options{}).DidYouMean
		if instead == "" {
			continue
		}
		if r := ask(t, x, instead, search.Options{Scope: search.Scope{All: true}}); r.Total == 0 {
			t.Errorf("%s: did you mean %s, which finds nothing", q, instead)
		}
	}
}
