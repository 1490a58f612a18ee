package cli

import (
	"strings"

	"rulebook/archive"
)

// rangeOf reads a range of rules as texts cite it: 702.19b–d, rules 510.1–510.3.
func rangeOf(asked string) (near, far reference, ok bool) {
	at := strings.IndexAny(asked, "123456789")
	if at < 0 {
		return near, far, false
	}
	if lead := strings.TrimSpace(asked[:at]); lead != "" && !isLead(lead) {
		return near, far, false
	}
	cited, end := archive.CitedList(asked, at, true)
	if end != len(asked) || len(cited) != 2 || !cited[1].Through {
		return near, far, false
	}
	end1, end2 := cited[0].Number, cited[1].Number
	return reference{asked: end1.String(), number: end1}, reference{asked: end2.String(), number: end2}, true
}

// findRange returns the entries from one rule to another of the same parent, with all
// that stands under them.
func findRange(s *archive.Snapshot, near, far reference) ([]archive.Entry, error) {
	if near.number.Parent() != far.number.Parent() || near.number.Compare(far.number) >= 0 {
		return nil, wrongUsage("%s to %s is no range; name the rules one by one", near.asked, far.asked)
	}
	found, err := near.find(s)
	if err != nil {
		return nil, err
	}
	for _, n := range archive.NewCiting(s).Between(near.number, far.number) {
		found = append(found, s.Under(n)...)
	}
	last, err := far.find(s)
	return append(found, last...), err
}
