package archive

// Tenure is a stretch of held releases over which one lineage bore a number or a
// glossary term.
type Tenure struct {
	Lineage  LineageID
	Number   Number // zero for a term's
	Term     string // as printed in the last release of the stretch
	From, To Date   // first and last held release of the stretch
}

// At reports whether a release of day d lies in the stretch.
func (t *Tenure) At(d Date) bool { return t.From.Compare(d) <= 0 && d.Compare(t.To) <= 0 }

// Printing is the folded texts of every held release, each distinct text once.
type Printing struct {
	// Texts are the distinct folded wordings and glossary terms.
	Texts []string
	// Releases are the held ones, oldest first.
	Releases []Printed
}

// Printed is what one release prints.
type Printed struct {
	Release Date
	// Places are its entries in printed order, contents list left out, which
	// repeats the headings.
	Places []Place
}

// Place is one entry of a release. Term and Text are indices into Printing.Texts;
// Term is -1 for all but glossary terms.
type Place struct {
	Position   int // index into Snapshot.Entries
	Term, Text int32
}
