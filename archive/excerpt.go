package archive

// Excerpt is a piece of one release or of several, as people keep them on pages of
// their own. It never counts as a release: what it does not hold is unknown, not
// removed.
type Excerpt struct {
	Source Source
	// Rule is the rule that a history page is about, whose paragraphs bear no
	// numbers; the zero Number for a page whose rules are printed with theirs.
	Rule     Number
	Blocks   []ExcerptBlock // in printed order
	Warnings []Warning
}

// ExcerptBlock is a run of rules under one label.
type ExcerptBlock struct {
	// Date is the label's date; the zero Date when no label stands above the
	// block. It is never guessed.
	Date Date
	// Set is the set's name as the label prints it, "Edge of Eternities"; it may
	// be empty, and it may contradict the date.
	Set   string
	Line  int // of the label, or of the first paragraph where none is
	Rules []Excerpted
}

// Excerpted is one rule of an excerpt.
type Excerpted struct {
	Entry
	// Cut is set when the text breaks off in mid-sentence: it is the beginning of
	// a rule and not the whole.
	Cut bool
}
