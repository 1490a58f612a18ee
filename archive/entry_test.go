package archive

import "testing"

func TestIsTitle(t *testing.T) {
	for _, c := range []struct {
		kind Kind
		text string
		want bool
	}{
		{Section, "Game Concepts", true},
		{Heading, "Keyword Abilities", true},
		{Rule, "Trample", true},
		{Rule, "For Mirrodin!", true},
		{Rule, "Some of them have the subtype “Role.”", false},
		{Rule, "A player wins.", false},
		{Rule, "", false},
		{Subrule, "Trample", false},
	} {
		if got := (&Entry{Kind: c.kind, Text: c.text}).IsTitle(); got != c.want {
			t.Errorf("%s %q is a title: %v", c.kind, c.text, got)
		}
	}
}
