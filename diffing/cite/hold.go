package cite

import (
	"fmt"

	"rulebook/archive"
)

// holdBack takes back the fixes that would write a number which the text goes on
// citing in another meaning: nobody could tell the two apart afterwards, nor could
// a second check. What is taken back stays with its old number, which may hold back
// others in turn.
func (c *Checked) holdBack() {
	writers := make(map[archive.Number][]int) // findings by the number that they are to have
	var staying []int                         // findings whose number stays and means another rule now
	for i := range c.Findings {
		switch f := &c.Findings[i]; {
		case f.IsMended():
			writers[f.To] = append(writers[f.To], i)
		case f.To != f.Number:
			staying = append(staying, i)
		}
	}
	for len(staying) > 0 {
		stays := &c.Findings[staying[0]]
		staying = staying[1:]
		doubt := fmt.Sprintf("%s is cited in line %d too, where it stays and means something else", stays.Number, stays.Line)
		for _, at := range writers[stays.Number] {
			staying = append(staying, c.leave(at, doubt)...)
		}
	}
}

// leave takes back the fix of a finding and of those that are mended together with
// it, and returns those whose number stays for that.
func (c *Checked) leave(at int, doubt string) (staying []int) {
	group := c.Findings[at].group
	for i := group; i < len(c.Findings) && c.Findings[i].group == group; i++ {
		if f := &c.Findings[i]; f.IsMended() {
			f.Fix, f.Mended, f.Doubt = "", false, doubt
			staying = append(staying, i)
		}
	}
	return staying
}

// IsMended reports whether the rule of a finding has its new number once the fixes
// are written.
func (f *Finding) IsMended() bool { return f.Fix != "" || f.Mended }
