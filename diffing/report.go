package diffing

import "rulebook/archive"

// Report is everything that changed from one release to another, in the order of
// the newer book. Every renderer, JSON included, draws from it.
type Report struct {
	Old, New archive.Release
	Counts   Counts
	Shifts   []Shift
	Changes  []Change
	// Moves are the changes of kind Moved folded to ranges where they run.
	Moves []MoveRange
	// Titles are the sections, headings and keywords that came and went.
	Titles Titles
	// Of is the whole report where this is a view of some of its changes, else nil.
	Of *Report

	unchanged []unchanged
}

// unchanged names an entry that stayed as it was, so that views can count it.
type unchanged struct {
	number archive.Number
	term   string
}

// Titles are numbers with titles, "310 Battles", in the book's order.
type Titles struct {
	Added, Removed []string
}

// Counts sums the changes up, one change in one kind and one class.
type Counts struct {
	Added   int `json:"added"`
	Removed int `json:"removed"`
	Changed int `json:"changed"` // typography not counted
	Moved   int `json:"moved"`   // number only
	Split   int `json:"split"`
	Merged  int `json:"merged"`
	// Renumbered counts the entries that bear another number, whether moved or
	// changed.
	Renumbered int `json:"renumbered"`
	// Typography counts entries that differ in quotes, dashes or spaces only.
	Typography int `json:"typography"`
	Unchanged  int `json:"unchanged"`
	// ByClass counts all changes by class, typographic ones too; every class is a key.
	ByClass map[Class]int `json:"by_class"`
}

// Changes is how many changes there are, those of typography not counted.
func (c Counts) Changes() int {
	return c.Added + c.Removed + c.Changed + c.Moved + c.Split + c.Merged
}

// Kind tells what happened to an entry.
type Kind string

// The kinds of change.
const (
	Added   Kind = "added"
	Removed Kind = "removed"
	Changed Kind = "changed" // its text, examples or term; perhaps its number too
	Moved   Kind = "moved"   // its number only
	Split   Kind = "split"   // a new entry that came out of an older one
	Merged  Kind = "merged"  // an old entry that went into another
)

// allKinds in the order of their constants.
var allKinds = []Kind{Added, Removed, Changed, Moved, Split, Merged}

// has reports whether a change of this kind has the sides that such a change has.
func (k Kind) has(old, new bool) bool {
	switch k {
	case Added, Split:
		return new
	case Removed, Merged:
		return old
	}
	return old && new
}

// Class tells of which nature a change is; each change has one.
type Class string

// The classes of change, most telling first.
const (
	Wording         Class = "wording"
	List            Class = "list"             // only members of an enumeration came or went
	ReferenceTarget Class = "reference-target" // a cross-reference that now means another rule
	References      Class = "references"       // only cross-references, each to the same rule as before
	Example         Class = "example"          // only examples
	Typography      Class = "typography"       // the folded text is equal
	Number          Class = "number"           // only the number (kind moved)
	Whole           Class = "whole"            // the entry as a whole came or went
)

// Change is what happened to one entry between the releases.
type Change struct {
	Kind       Kind
	Class      Class
	Reason     string  // why the two entries were paired, or not
	Confidence float64 // 0 to 1
	ByHand     bool    // pinned by hand
	Old, New   *Side   // nil where there is none
	// SplitFrom is the number of the older entry that a Split came out of.
	SplitFrom string
	// MergedInto is the number of the newer entry that a Merged went into.
	MergedInto string
	// Candidate is the number of an entry that was thought of as the other side
	// and not believed; only for Added and Removed.
	Candidate string
	// Edits turn Old.Text into New.Text. An added text is one insert, a removed one a delete.
	Edits []Edit
	// Examples are the examples that changed, came or went, in the newer order.
	Examples []ExampleChange
	// Members are what a List change gained and lost.
	Members *Members
	// Targets are the numbers that a ReferenceTarget cites as before although they
	// are borne by other rules now.
	Targets []Target
	// TermOnly says that every edit is a term replaced throughout the release.
	TermOnly bool
}

// Target is a cited number that was left behind when its rule was renumbered or went.
type Target struct {
	Cited  string `json:"cited"`
	Became string `json:"became"` // the number that the rule it meant bears now, or that took it in; "" when gone
}

// Entry is the side to name the change by: the newer one where there is one.
func (c *Change) Entry() *Side {
	if c.New != nil {
		return c.New
	}
	return c.Old
}

// Side is an entry as a change shows it.
type Side struct {
	Kind     archive.Kind      `json:"kind"`
	Number   string            `json:"number"`          // empty for terms, introduction, credits
	Label    string            `json:"label,omitempty"` // the number as printed, where the editors slipped
	Term     string            `json:"term"`
	Heading  string            `json:"heading"` // chain of titles, "702 Keyword Abilities › 702.19 Trample"
	Text     string            `json:"text"`
	Examples []string          `json:"examples"`
	Lineage  archive.LineageID `json:"-"`

	number archive.Number
	title  bool // the text is a title and no sentence
}

// Name is the number, or the glossary term, or the kind of an entry with neither.
func (s *Side) Name() string {
	switch {
	case s.Number != "":
		return s.Number
	case s.Term != "":
		return s.Term
	}
	return s.Kind.String()
}

// Chain is the chain of titles that the entry ends when its text is a title:
// "702 Keyword Abilities › 702.19 Trample" for 702.19. ok is false when its text
// is no title.
func (s *Side) Chain() (chain string, ok bool) {
	if !s.title {
		return "", false
	}
	chain = s.Number + " " + s.Text
	if s.Heading != "" {
		chain = s.Heading + " › " + chain
	}
	return chain, true
}

// ExampleChange is one example that changed (both indices), came (Old is -1) or
// went (New is -1). Edits turn the old example into the new.
type ExampleChange struct {
	Old   int    `json:"old"` // index into the old side's examples
	New   int    `json:"new"`
	Edits []Edit `json:"edits"`
}

// Members are the members of an enumeration that came and went.
type Members struct {
	Added   []string `json:"added"`
	Removed []string `json:"removed"`
}

// Op is what an Edit does.
type Op string

// The operations.
const (
	Equal  Op = "equal"
	Delete Op = "delete"
	Insert Op = "insert"
)

// Edit is a run of exact text that stays, goes or comes. The texts of a list of
// edits without the inserts are the old text to the byte; without the deletes
// they are the new one.
type Edit struct {
	Op   Op     `json:"op"`
	Text string `json:"text"`
	// Typography marks a delete and the insert behind it that differ in quotes,
	// dashes or spaces only. Renderers show the insert as if nothing had changed.
	Typography bool `json:"typography,omitempty"`
	// Moved marks a sentence that stands elsewhere on the other side.
	Moved bool `json:"moved,omitempty"`
	// Reworded says that a moved sentence stands there in slightly other words.
	Reworded bool `json:"reworded,omitempty"`
	// Elsewhere names the rule a moved sentence came from or went to, where that
	// is another rule.
	Elsewhere string `json:"elsewhere,omitempty"`
	// Term marks an edit that is a term replaced throughout the release.
	Term bool `json:"term,omitempty"`
}

// ShiftKind tells what ran through the release.
type ShiftKind string

// The kinds of shift.
const (
	Substitution ShiftKind = "substitution"
	NewTerm      ShiftKind = "new-term"
	DroppedTerm  ShiftKind = "dropped-term"
)

// allShifts in the order of their constants.
var allShifts = []ShiftKind{Substitution, NewTerm, DroppedTerm}

// Shift is a substitution, or a term that came or went, that runs through many
// rules of one release.
type Shift struct {
	Kind ShiftKind `json:"kind"`
	From string    `json:"from"`
	To   string    `json:"to"`
	// Occurrences counts places, Rules the entries that hold one.
	Occurrences int `json:"occurrences"`
	Rules       int `json:"rules"`
	// First is the number (or term) of the first entry in the book's order.
	First string `json:"first"`
	// Section is the title of a heading that came or went with the term, if any.
	Section string `json:"section,omitempty"`
}

// MoveRange is a run of headings or rules that moved by the same step.
type MoveRange struct {
	OldFirst, OldLast string
	NewFirst, NewLast string
	Entries           int
}

func (m MoveRange) String() string {
	return span(m.OldFirst, m.OldLast) + " → " + span(m.NewFirst, m.NewLast)
}

func span(first, last string) string {
	if first == last {
		return first
	}
	return first + "–" + last
}
