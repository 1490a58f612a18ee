package diffing

import (
	"strings"
	"testing"
)

func TestClassify(t *testing.T) {
	// 500 became 510 with what is under it; 505.1 was removed; 506.1 stays.
	old := shelf(t, "500 Old", "500.1 One.", "500.1a A.", "500.1b B.", "505.1 Gone.", "506.1 Stays.", "4 Section", "9 Rule under test.")
	new := shelf(t, "510 Old", "510.1 One.", "510.1a A.", "510.1b B.", "506.1 Stays.", "5 Section", "9 Rule under test.", "505.1 New.")
	classes := newClassifier(old, new, paired(8, 0, 1, 2, 3, -1, 4, 5, 6))
	for _, test := range []struct {
		name, old, new string
		class          Class
		members        string
	}{
		{"a word", "It dies.", "It leaves.", Wording, ""},
		{"a moved target", "See rule 500.1.", "See rule 510.1.", References, ""},
		{"a range", "See rules 500.1a–b.", "See rules 510.1a-b.", References, ""},
		{"a list of targets", "See rules 500.1, 500.1a, and 506.1.", "See rules 510.1, 510.1a, and 506.1.", References, ""},
		{"a title besides", `See rule 500, "Old."`, `See rule 510, "Older."`, References, ""},
		{"a heading alone", "See rule 500.", "See rule 510.", References, ""},
		{"a section", "See section 4.", "See section 5.", References, ""},
		{"another target", "See rule 500.1.", "See rule 506.1.", ReferenceTarget, ""},
		{"a number taken over", "See rule 505.1 and rule 500.1.", "See rule 505.1 and rule 510.1.", ReferenceTarget, ""},
		{"one more target", "See rule 500.1a.", "See rules 510.1a–b.", ReferenceTarget, ""},
		{"no reference", "Draw 500 cards.", "Draw 510 cards.", Wording, ""},
		{"a reference and a word", "It dies. See rule 500.1.", "It leaves. See rule 510.1.", Wording, ""},
		{"a member", "The types are barge, canoe, and raft.", "The types are barge, canoe, dhow, and raft.", List, "+dhow"},
		{"the first member", "The types are canoe, raft, and tug.", "The types are barge, canoe, raft, and tug.", List, "+barge"},
		{"the last member", "The types are barge, canoe, and raft.", "The types are barge, canoe, raft, and tug.", List, "+tug"},
		{"a pair that becomes a list", "It hits a player or planeswalker at once.", "It hits a player, planeswalker, or battle at once.", List, "+battle"},
		{"members with a reference", "Types are Clue (see rule 500.1), Food, and Gold.", "Types are Blood (see rule 506.1), Clue (see rule 510.1), Food, and Gold.", List, "+Blood"},
		{"members gone", "The types are barge, canoe, dhow, and raft.", "The types are barge and raft.", List, "-canoe -dhow"},
		{"a pair", "It is tapped.", "It is tapped or untapped.", Wording, ""},
		{"a clause", "First, tap it, and then, draw.", "First, tap it, if it can, and then, draw.", Wording, ""},
		{"an ordinal", "First, damage is dealt, as modified by replacement and prevention effects.", "Second, damage is dealt, as modified by replacement and prevention effects.", Wording, ""},
		{"a member and a word", "The types are barge, canoe, and raft.", "The kinds are barge, canoe, dhow, and raft.", Wording, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			class, members, _ := classes.classify(newComparer().compare(test.old, test.new))
			if class != test.class {
				t.Errorf("%s, want %s", class, test.class)
			}
			var got []string
			if members != nil {
				for _, m := range members.Added {
					got = append(got, "+"+m)
				}
				for _, m := range members.Removed {
					got = append(got, "-"+m)
				}
			}
			if s := strings.Join(got, " "); s != test.members {
				t.Errorf("members %q, want %q", s, test.members)
			}
		})
	}
}
