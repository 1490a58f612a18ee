package cite

import (
	"rulebook/archive"
	"rulebook/diffing"
)

// File is a checked file. Path is as it is shown.
type File struct {
	Path string
	Checked
}

// Document is the answer of rulebook cite check in JSON, see docs/json.md.
type Document struct {
	AsOf    ReleaseName       `json:"as_of"`
	To      ReleaseName       `json:"to"`
	Files   int               `json:"files"`  // looked through
	Counts  Counts            `json:"counts"` // of all citations, every verdict is a key
	Passed  int               `json:"passed"` // numbers without a lead that name no rule
	Results []FindingDocument `json:"results"`
}

// ReleaseName is a release as the document names it.
type ReleaseName struct {
	Effective archive.Date `json:"effective"`
	Code      string       `json:"code"`
	Name      string       `json:"name"`
	Sample    bool         `json:"sample,omitempty"`
}

// FindingDocument is one citation. Offsets are bytes, line and column count from 1,
// columns characters.
type FindingDocument struct {
	Path    string         `json:"path"`
	Line    int            `json:"line"`
	Column  int            `json:"column"`
	Start   int            `json:"start"`
	End     int            `json:"end"`
	Text    string         `json:"text"`
	Inside  bool           `json:"inside"` // the rule stands inside the range that is the text
	Number  archive.Number `json:"number"`
	Verdict Verdict        `json:"verdict"`
	To      archive.Number `json:"to"`    // the number it bears now; empty when gone
	Class   diffing.Class  `json:"class"` // of what changed in its words; empty where nothing did
	Edits   []diffing.Edit `json:"edits"`
	Note    string         `json:"note"`
	Doubt   string         `json:"doubt"`
	Fix     string         `json:"fix"` // what --fix writes; empty where it writes nothing
}

// NewDocument puts checked files into their document. all includes the citations
// that are right.
func NewDocument(old, new archive.Release, files []File, all bool) Document {
	d := Document{AsOf: nameRelease(old), To: nameRelease(new), Files: len(files), Counts: Tally(files), Results: []FindingDocument{}}
	for _, file := range files {
		d.Passed += file.Passed
		for _, f := range file.Findings {
			if f.Verdict == Right && !all {
				continue
			}
			r := FindingDocument{Path: file.Path, Line: f.Line, Column: f.Column, Start: f.Start, End: f.End, Text: f.Text, Inside: f.Inside,
				Number: f.Number, Verdict: f.Verdict, To: f.To, Edits: []diffing.Edit{}, Note: f.Note, Doubt: f.Doubt, Fix: f.Fix}
			if f.Change != nil {
				r.Class = f.Change.Class
				r.Edits = append(r.Edits, f.Change.Edits...)
			}
			d.Results = append(d.Results, r)
		}
	}
	return d
}

func nameRelease(r archive.Release) ReleaseName {
	return ReleaseName{r.Effective, r.Code, r.Name, r.Sample}
}

// Tally counts the citations of all files; every verdict is a key.
func Tally(files []File) Counts {
	counts := make(Counts)
	for _, v := range Verdicts {
		counts[v] = 0
	}
	for _, file := range files {
		counts.Add(file.Findings)
	}
	return counts
}

// Message says of a finding what became of the rule, in one line.
func (f *Finding) Message() string { return f.message("in doubt, because ") }

// Unmended says the same, and why --fix wrote no new number.
func (f *Finding) Unmended() string { return f.message("not rewritten because ") }

func (f *Finding) message(because string) string {
	says := "rule " + f.Number.String() + " "
	if f.Inside {
		says += "in " + f.Text + " "
	}
	switch f.Verdict {
	case Right:
		says += "is right"
	case Reworded:
		says += "is reworded (" + string(f.Change.Class) + ")"
	case Moved:
		says += "is " + f.To.String() + " now"
		if f.Change != nil {
			says += ", and reworded (" + string(f.Change.Class) + ")"
		}
	case Another:
		says += "is gone, and its number means another rule"
	case Gone:
		says += "is gone"
	case Never:
		says += "was never there"
	}
	if f.Note != "" {
		says += "; " + f.Note
	}
	switch {
	case f.Doubt == "":
	case f.Verdict == Moved:
		says += "; " + because + f.Doubt
	default:
		says += "; " + f.Doubt
	}
	return says
}
