package annotate

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"rulebook/archive"
	"rulebook/diffing"
	"rulebook/search/keyword"
)

// Glossary is the kind of a term that only the glossary defines; the other kinds
// are those of keywords.
const Glossary keyword.Kind = "glossary term"

// Term is a word, or several in a row, that a release defines.
type Term struct {
	Name string
	Kind keyword.Kind
	// Number is the rule that defines a keyword; zero for glossary terms.
	Number archive.Number
	// Entry is the glossary's entry, or nil.
	Entry *archive.Entry

	words    []form // of the name
	verb     bool   // its first word is inflected as a verb
	ability  bool   // a keyword ability, or a variant that the glossary defines by one
	proper   bool   // a subtype, always written with a capital letter
	noun     bool   // one of its senses is no verb
	obsolete bool

	// A keyword action whose name is a thing's, too, has a term for the thing, which
	// stands where no verb does: to counter a spell, and a counter.
	thing, action *Term
}

// form is a word of a name in all the forms in which it may stand.
type form struct {
	exact string          // folded, in lower case
	free  map[string]bool // forms that always count
	used  map[string]bool // forms that count where the book uses them
}

// Lexicon is the terms of one release, ready to be looked for. It may be used from
// many goroutines at a time.
type Lexicon struct {
	snapshot *archive.Snapshot
	citing   *archive.Citing
	at       map[archive.Number]int
	terms    map[string]*Term   // by folded name
	begins   map[string][]*Term // by each form of their first word
	single   map[string]*Term   // those of one word, by each form that always counts

	speaking   sync.Once
	vocabulary *vocabulary

	mu   sync.Mutex
	uses map[*Term]usage // what has been asked for
}

// usage is the words of what defines a term, the chapters that it refers to
// included, and the pairs of words of its own rules.
type usage struct{ words, pairs map[string]bool }

// NewLexicon reads the terms that a release defines.
func NewLexicon(s *archive.Snapshot) *Lexicon {
	l := &Lexicon{
		snapshot: s, citing: archive.NewCiting(s), at: make(map[archive.Number]int),
		terms: make(map[string]*Term), begins: make(map[string][]*Term), single: make(map[string]*Term), uses: make(map[*Term]usage),
	}
	for i := range s.Entries {
		e := &s.Entries[i]
		if _, seen := l.at[e.Number]; !seen && e.Kind != archive.Contents {
			l.at[e.Number] = i
		}
	}
	for _, k := range keyword.List(s) {
		for _, name := range k.Names() {
			l.add(&Term{Name: name, Kind: k.Kind, Number: k.Number, verb: k.Kind == keyword.Action})
		}
	}
	l.addGlossary()
	subtypes := subtypesOf(s)
	abilities := make(map[archive.Number]bool)
	for _, t := range l.terms {
		if t.Kind == keyword.Ability {
			abilities[t.Number] = true
		}
	}
	for name, t := range l.terms {
		t.proper = subtypes[name] && !t.hasSenses()
		defined := l.definedBy(t)
		t.ability = len(defined) > 0 && abilities[defined[0]]
	}
	for _, t := range l.terms {
		t.inflect()
		l.addThing(t)
		for first := range t.words[0].all() {
			l.begins[first] = append(l.begins[first], t)
		}
	}
	for first, terms := range l.begins {
		slices.SortFunc(terms, func(a, b *Term) int { return strings.Compare(a.Name, b.Name) })
		for _, t := range terms {
			if len(t.words) == 1 && t.words[0].free[first] && !pastAsking()[t.words[0].exact] && t.words[0].exact != "object" && (l.single[first] == nil || t.words[0].exact == first) {
				l.single[first] = t
			}
		}
	}
	return l
}

// add enters a term unless its name is taken or holds no word.
func (l *Lexicon) add(t *Term) *Term {
	key := archive.FoldCase(t.Name)
	if held, taken := l.terms[key]; taken {
		return held
	}
	t.words = wordsOf(t.Name)
	if len(t.words) == 0 {
		return nil
	}
	l.terms[key] = t
	return t
}

// addGlossary enters the glossary's terms. A term with an entry of its own goes
// before the same word inside another's name.
func (l *Lexicon) addGlossary() {
	for _, own := range []bool{true, false} {
		for i := range l.snapshot.Entries {
			e := &l.snapshot.Entries[i]
			if e.Kind != archive.Term {
				continue
			}
			names := archive.TermNames(e.Term)
			if own {
				names = names[:min(1, len(names))]
			}
			for _, name := range names {
				t := l.add(&Term{Name: name, Kind: Glossary, obsolete: strings.Contains(e.Term, "(Obsolete)")})
				if t != nil && t.Entry == nil {
					t.Entry = e
					t.verb = t.verb || verbSense().MatchString(e.Text)
					t.noun = nounSense().MatchString(e.Text)
				}
			}
		}
	}
}

// IsThing reports whether it is the thing that a keyword action is called like, such as
// a counter.
func (t *Term) IsThing() bool { return t.action != nil }

// addThing gives a keyword action the term of the thing that its glossary entry
// defines beside it by other rules, if any.
func (l *Lexicon) addThing(t *Term) {
	if t.Kind != keyword.Action || t.Entry == nil || !t.noun || !t.hasSenses() {
		return
	}
	thing := &Term{Name: t.Name, Kind: Glossary, Entry: t.Entry, words: t.words, noun: true, action: t}
	if len(l.definedBy(thing)) > 0 {
		t.thing = thing
	}
}

var (
	verbSense = archive.Pattern(`(?m)^(?:[1-9]\. )?(?:In rules text, t|T)o `)
	nounSense = archive.Pattern(`(?m)^(?:[1-9]\. )?(?:A|An|All|One|Part|The)\b`)
	senses    = archive.Pattern(`(?m)^2\. `)

	// subtypeList is the sentence that lists the subtypes of a card type.
	subtypeList = archive.Pattern(`\b(?:artifact|enchantment|land|planeswalker|spell|creature|planar|dungeon|battle) types are (?:one word long: )?([A-Z][^.:]*)`)
	aside       = archive.Pattern(`\([^)]*\)`)
)

func (t *Term) hasSenses() bool { return t.Entry != nil && senses().MatchString(t.Entry.Text) }

// subtypesOf reads the subtypes from the rules that list them, folded.
func subtypesOf(s *archive.Snapshot) map[string]bool {
	subtypes := make(map[string]bool)
	for i := range s.Entries {
		text := s.Entries[i].Text
		if !strings.Contains(text, " types are ") { // saves reading most of the book
			continue
		}
		for _, m := range subtypeList().FindAllStringSubmatch(aside().ReplaceAllString(text, ""), -1) {
			for part := range strings.SplitSeq(m[1], ",") {
				part = strings.TrimPrefix(strings.TrimSpace(part), "and ")
				subtypes[archive.FoldCase(part)] = true
			}
		}
	}
	return subtypes
}

// wordsOf cuts a name into its words, without marks.
func wordsOf(name string) []form {
	var words []form
	for _, t := range diffing.Tokenize(name) {
		if t.Kind == diffing.WordToken || t.Kind == diffing.NumeralToken || t.Kind == diffing.SymbolToken {
			words = append(words, form{exact: strings.ToLower(t.Fold)})
		}
	}
	return words
}

// inflect gives the words of a term their forms: the first one those of a verb
// where it is one, the last one those of a noun.
func (t *Term) inflect() {
	first, last := &t.words[0], &t.words[len(t.words)-1]
	for i := range t.words {
		t.words[i].free = map[string]bool{t.words[i].exact: true}
		t.words[i].used = map[string]bool{}
	}
	for _, f := range nounForms(last.exact) {
		last.free[f] = true
	}
	into := first.used
	if t.verb || thirdPerson(t) {
		into = first.free
	}
	for _, f := range verbForms(first.exact) {
		into[f] = true
	}
}

// thirdPerson reports whether a name begins with a verb as it stands after its
// subject: "Leaves the Battlefield", "Dies".
func thirdPerson(t *Term) bool {
	return strings.HasSuffix(t.words[0].exact, "s") && (len(t.words) > 2 || t.words[0].exact == "dies")
}

func (f *form) all() map[string]bool {
	all := make(map[string]bool, len(f.free)+len(f.used))
	for w := range f.free {
		all[w] = true
	}
	for w := range f.used {
		all[w] = true
	}
	return all
}

// Term returns the term of a name, in any letter case, or nil.
func (l *Lexicon) Term(name string) *Term { return l.terms[archive.FoldCase(name)] }

// Release is the release whose terms they are.
func (l *Lexicon) Release() archive.Release { return l.snapshot.Release }

// usage returns the words of what defines a term.
func (l *Lexicon) usage(t *Term) usage {
	l.mu.Lock()
	defer l.mu.Unlock()
	u, known := l.uses[t]
	if known {
		return u
	}
	u = usage{make(map[string]bool), make(map[string]bool)}
	var own []string
	if t.Entry != nil {
		own = append(own, t.Entry.Text)
	}
	for _, n := range l.definedBy(t) {
		for _, e := range l.under(n) {
			own = append(own, e.Wording())
		}
	}
	for _, text := range own {
		u.read(text, true)
	}
	if t.Kind == keyword.Ability {
		for _, n := range l.citing.Numbers(own...) {
			for _, e := range l.under(n) {
				u.read(e.Wording(), false)
			}
		}
	}
	l.uses[t] = u
	return u
}

// read adds the words of a text, and its pairs of words where they count.
func (u usage) read(text string, pairs bool) {
	before := ""
	for _, token := range diffing.Tokenize(text) {
		if token.Kind == diffing.SpaceToken {
			continue
		}
		word := strings.ToLower(token.Fold)
		u.words[word] = true
		if pairs {
			u.pairs[before+" "+word] = true
		}
		before = word
	}
}

// under returns the entries that bear number n or stand under it.
func (l *Lexicon) under(n archive.Number) []archive.Entry {
	at, here := l.at[n]
	if !here {
		return nil
	}
	entries := l.snapshot.Entries
	end := at
	for end < len(entries) && n.Contains(entries[end].Number) {
		end++
	}
	return entries[at:end]
}

// seeOnly is a glossary entry that only points to another.
var seeOnly = archive.Pattern(`^See (?:also )?[“"]?([^.”"]+?)[.”"]*$`)

// pointer returns the term that a glossary entry points to, or nil.
func (l *Lexicon) pointer(e *archive.Entry) *Term {
	m := seeOnly().FindStringSubmatch(e.Text)
	if m == nil || strings.ContainsFunc(m[1], unicode.IsDigit) {
		return nil
	}
	return l.Term(m[1])
}

// definedBy returns the numbers of the rules that define a term: of a keyword its
// own, and else those that its glossary entry cites, or the entry that this one
// points to.
func (l *Lexicon) definedBy(t *Term) []archive.Number {
	if !t.Number.IsZero() {
		return []archive.Number{t.Number}
	}
	if t.Entry == nil {
		return nil
	}
	if to := l.pointer(t.Entry); to != nil && to != t && (to.Entry == nil || l.pointer(to.Entry) == nil) {
		return l.definedBy(to)
	}
	cited := l.citing.Numbers(t.Entry.Text)
	if t.action != nil {
		cited = slices.DeleteFunc(cited, func(n archive.Number) bool { return n == t.action.Number })
	}
	return cited
}
