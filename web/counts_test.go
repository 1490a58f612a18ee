package web

import (
	"regexp"
	"testing"
)

// What the pages of a release count is what the comparison's page counts.
func TestCountsAgree(t *testing.T) {
	s := sample(t)
	lib := s.library.Load()
	number := regexp.MustCompile(`^[0-9,]+`)
	for i, r := range lib.held[1:] {
		older, newer := lib.held[i].Effective.String(), r.Effective.String()
		diff := open(t, s, "/diff/"+older+"/"+newer)
		changed := open(t, s, "/r/"+newer).Find(".changed")
		all := number.FindString(text(diff.Find(".filters a b").First()))
		if says := text(changed.Find("a[href='/diff/" + older + "/" + newer + "']").First()); number.FindString(says) != all {
			t.Errorf("%s: its page says %q, the comparison %q", newer, says, all)
		}
		for _, kind := range []string{"added", "removed", "split", "merged", "moved", "references"} {
			filter := "a[href='/diff/" + older + "/" + newer + "?only=" + kind + "']"
			there, here := text(diff.Find(".filters "+filter)), text(changed.Find(filter))
			if number.FindString(there) != number.FindString(here) {
				t.Errorf("%s: its page says %q, the comparison %q", newer, here, there)
			}
		}
		if shown := diff.Find(".change").Length(); thousands(shown) != all {
			t.Errorf("%s: %d changes are shown, %s are counted", newer, shown, all)
		}
	}
}
