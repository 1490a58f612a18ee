package cite

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"

	"rulebook/archive"
)

// Memory is what is remembered of a text into which fixes were written: its numbers
// as they were left. A number that was moved once looks like any other, so that a
// second run with the same releases would move it again.
type Memory struct {
	Numbers []Remembered `json:"numbers"` // in order
	// Before are the sums of the numbers that the text had before each fix: a text that
	// has these again was taken back.
	Before []string `json:"before"`
}

// Remembered is a number of a text, and the release against which a fix wrote it;
// none for a number that no fix wrote.
type Remembered struct {
	Text    string       `json:"text"`
	Against archive.Date `json:"against,omitzero"`
}

// recall tells the places of a text against which release they were written. The
// text may have been edited since: what is before the first number that is not as
// remembered counts, and what is behind the last.
func (m *Memory) recall(text string, places []Place) {
	if m == nil || slices.Contains(m.Before, sum(text, places)) {
		return
	}
	same := func(place, number int) bool {
		return text[places[place].Start:places[place].End] == m.Numbers[number].Text
	}
	begin, shorter := 0, min(len(places), len(m.Numbers))
	for begin < shorter && same(begin, begin) {
		places[begin].against = m.Numbers[begin].Against
		begin++
	}
	for end := 1; end <= shorter-begin && same(len(places)-end, len(m.Numbers)-end); end++ {
		places[len(places)-end].against = m.Numbers[len(m.Numbers)-end].Against
	}
}

// sum is what a text's numbers are known by.
func sum(text string, places []Place) string {
	h := sha256.New()
	for _, p := range places {
		io.WriteString(h, text[p.Start:p.End]+"\n")
	}
	return hex.EncodeToString(h.Sum(nil)[:sumBytes])
}

// sumBytes is how much of a sum is kept: two texts of one file never share it by chance.
const sumBytes = 8

// Memory is what is to be remembered of a text once the fixes are written into it;
// to is the release that they were made for, earlier what was remembered before.
func (c *Checked) Memory(text string, to archive.Date, earlier *Memory) *Memory {
	against := make(map[int]archive.Date) // by byte of the text with its fixes
	longer := 0
	for i := range c.Findings {
		f := &c.Findings[i]
		switch {
		case f.Inside:
			continue
		case f.Fix != "":
			against[f.Start+longer] = to
		case !f.against.IsZero():
			against[f.Start+longer] = f.against
		}
		if f.Fix != "" {
			longer += len(f.Fix) - len(f.Text)
		}
	}
	m := new(Memory)
	if earlier != nil {
		m.Before = append(m.Before, earlier.Before...)
	}
	if before := sum(text, Find(text)); !slices.Contains(m.Before, before) {
		m.Before = append(m.Before, before)
	}
	is := c.Apply(text)
	for _, p := range Find(is) {
		m.Numbers = append(m.Numbers, Remembered{is[p.Start:p.End], against[p.Start]})
	}
	return m
}

// isMended reports whether a fix wrote a number against the newer release already.
func (j *Judge) isMended(p Place) bool {
	to := j.new.Release.Effective
	return p.against == to && to != j.old.Release.Effective
}

// rule judges the number of a place. One that a fix wrote against the newer release
// is right.
func (j *Judge) rule(p Place) Judgement {
	if j.isMended(p) {
		return Judgement{Number: p.Number, Verdict: Right, To: p.Number, Fixed: true, Note: fmt.Sprintf("--fix wrote it against %s", p.against)}
	}
	is := j.Rule(p.Number)
	if j.old.Release.Effective.Before(p.against) && is.To != p.Number {
		is.Doubt = fmt.Sprintf("--fix wrote it against %s", p.against)
	}
	return is
}
