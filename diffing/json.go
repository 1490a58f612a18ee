package diffing

import (
	"encoding/json"

	"rulebook/archive"
)

// The JSON of a report is a contract, written down in docs/json.md.

// releaseJSON is a release as reports name it.
type releaseJSON struct {
	Effective archive.Date `json:"effective"`
	Code      string       `json:"code"`
	Name      string       `json:"name"`
	Sample    bool         `json:"sample,omitempty"`
	Excerpt   bool         `json:"excerpt,omitempty"`
	Flags     []string     `json:"flags,omitempty"`
}

func releaseToJSON(r archive.Release) releaseJSON {
	return releaseJSON{r.Effective, r.Code, r.Name, r.Sample, r.Excerpt, r.Flags}
}

type changeJSON struct {
	Kind       Kind            `json:"kind"`
	Class      Class           `json:"class"`
	Reason     string          `json:"reason"`
	Confidence float64         `json:"confidence"`
	ByHand     bool            `json:"by_hand,omitempty"`
	Old        *Side           `json:"old"`
	New        *Side           `json:"new"`
	SplitFrom  string          `json:"split_from"`
	MergedInto string          `json:"merged_into"`
	Candidate  string          `json:"candidate,omitempty"`
	Edits      []Edit          `json:"edits"`
	Examples   []ExampleChange `json:"examples,omitempty"`
	Members    *Members        `json:"members,omitempty"`
	Targets    []Target        `json:"targets,omitempty"`
	TermOnly   bool            `json:"term_only,omitempty"`
}

// MarshalJSON writes the change as docs/json.md describes it.
func (c Change) MarshalJSON() ([]byte, error) {
	edits := c.Edits
	if edits == nil {
		edits = []Edit{}
	}
	return json.Marshal(changeJSON{
		c.Kind, c.Class, c.Reason, c.Confidence, c.ByHand, c.Old, c.New,
		c.SplitFrom, c.MergedInto, c.Candidate, edits, c.Examples, c.Members, c.Targets, c.TermOnly,
	})
}

// MarshalJSON writes the report as docs/json.md describes it.
func (r *Report) MarshalJSON() ([]byte, error) {
	changes := r.Changes
	if changes == nil {
		changes = []Change{}
	}
	return json.Marshal(struct {
		Terms
		Changes []Change `json:"changes"`
	}{r.Terms(), changes})
}

// Terms is what a release was about, without its changes: the answer of
// rulebook terms.
type Terms struct {
	Old    releaseJSON `json:"old"`
	New    releaseJSON `json:"new"`
	Counts Counts      `json:"counts"`
	Shifts []Shift     `json:"shifts"`
}

// Terms returns the report's counts and shifts alone, to be written as JSON.
func (r *Report) Terms() Terms {
	shifts := r.Shifts
	if shifts == nil {
		shifts = []Shift{}
	}
	return Terms{releaseToJSON(r.Old), releaseToJSON(r.New), r.Counts, shifts}
}
