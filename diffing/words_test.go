package diffing

import (
	"fmt"
	"strings"
	"testing"
)

// marked writes edits as the terminal does without colour, typography as ~old~new~.
func marked(edits []Edit) string {
	var b strings.Builder
	for _, e := range edits {
		open, end := "", ""
		switch {
		case e.Typography:
			open, end = "~", "~"
		case e.Op == Delete && e.Moved:
			open, end = "[<", "<]"
		case e.Op == Insert && e.Moved:
			open, end = "{>", ">}"
		case e.Op == Delete:
			open, end = "[-", "-]"
		case e.Op == Insert:
			open, end = "{+", "+}"
		}
		b.WriteString(open + e.Text + end)
	}
	return b.String()
}

func TestWords(t *testing.T) {
	for _, test := range []struct{ name, old, new, want string }{
		{"equal", "a card", "a card", "a card"},
		{"empty", "", "", ""},
		{"from nothing", "", "a card", "{+a card+}"},
		{"to nothing", "a card", "", "[-a card-]"},
		{"one word", "the remaining damage", "the excess damage", "the [-remaining-]{+excess+} damage"},
		{"stop to comma", "Choose one.", "Choose one, then draw.", "Choose one{+, then draw+}."},
		{"only the mark", "it stops. then", "it stops, then", "it stops[-.-]{+,+} then"},
		{"thirty", "exactly thirty (30) cards", "exactly forty (40) cards", "exactly [-thirty (30)-]{+forty (40)+} cards"},
		{"whole tokens", "tapped red", "untapped green", "[-tapped red-]{+untapped green+}"},
		{"citation", "See rule 702.9a.", "See rule 702.9b.", "See rule [-702.9a-]{+702.9b+}."},
		{"lone common word", "the red of apples now", "the blue of plums now", "the [-red of apples-]{+blue of plums+} now"},
		{"lone mark", "it can “sail,” or turn to", "it can “sail” (turn to", "it can “sail[-,” or -]{+” (+}turn to"},
		{"mark beside much", "by hand. ©2017 Us", "by hand. All that is here belongs to someone. ©2018 Us", "by hand.{+ All that is here belongs to someone.+} ©[-2017-]{+2018+} Us"},
		{"members in each other's places", "Types are vampire, vedalken, viashino, wall.", "Types are vampire, varmint, vedalken, wall.", "Types are vampire{+, varmint+}, vedalken[-, viashino-], wall."},
		{"space of one side", "a red or blue one", "a green (blue one", "a [-red or -]{+green (+}blue one"},
		{"apostrophe", "it can’t block", "it can't block", "it ~can’t~~can't~ block"},
		{"space", "a  card", "a card", "a~  ~~ ~card"},
		{"insert at start", "it dies", "If so, it dies", "{+If so, +}it dies"},
		{"insert at end", "it dies", "it dies now", "it dies{+ now+}"},
		{"insert between", "a b", "a x b", "a{+ x+} b"},
		{"insert before a mark", "a b.", "a b c.", "a b{+ c+}."},
		{"space that came", "606.5 .All", "606.5 . All", "606.5 .{+ +}All"},
		{"moved", "First do this thing once. Then draw two whole cards. Then stop at the very end of it all.",
			"Then draw two whole cards. Then stop at the very end of it all. First do this thing once.",
			"[<First do this thing once. <]Then draw two whole cards. Then stop at the very end of it all.{> First do this thing once.>}"},
		{"sentence gone", "Pay the cargo. It sinks at once. Then go.", "Pay the freight. Then go.", "Pay the [-cargo-]{+freight+}.[- It sinks at once.-] Then go."},
		{"sentence come", "Pay the cargo.", "Pay the freight. It sinks at once.", "Pay the [-cargo-]{+freight+}.{+ It sinks at once.+}"},
		{"list", "any player or planeswalker dies", "any player, planeswalker, or battle dies", "any player[- or-]{+,+} planeswalker{+, or battle+} dies"},
	} {
		t.Run(test.name, func(t *testing.T) {
			edits := Words(test.old, test.new)
			if got := marked(edits); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
			holdsBoth(t, edits, test.old, test.new)
		})
	}
}

// Members of a list too long to be settled as a whole stay members.
func TestMembersOfALongList(t *testing.T) {
	var old, new []string
	for i := range 900 {
		name := fmt.Sprintf("type%d", i)
		switch {
		case i%100 == 50:
			new = append(new, "fresh"+name)
			old, new = append(old, name), append(new, name)
		case i%100 == 51:
			old = append(old, name)
		default:
			old, new = append(old, name), append(new, name)
		}
	}
	for _, e := range Words(strings.Join(old, ", "), strings.Join(new, ", ")) {
		if e.Op != Equal && strings.Count(e.Text, "type") != 1 {
			t.Errorf("%s %q", e.Op, e.Text)
		}
		if e.Op == Delete && !strings.Contains(e.Text, "51") || e.Op == Insert && !strings.Contains(e.Text, "fresh") {
			t.Errorf("%s %q, a member on both sides", e.Op, e.Text)
		}
	}
}

// holdsBoth checks the law of edits: without the inserts they are old, without
// the deletes new.
func holdsBoth(t *testing.T, edits []Edit, old, new string) {
	t.Helper()
	var o, n strings.Builder
	for _, e := range edits {
		if e.Text == "" {
			t.Errorf("an empty edit in %+v", edits)
		}
		if e.Op != Insert {
			o.WriteString(e.Text)
		}
		if e.Op != Delete {
			n.WriteString(e.Text)
		}
	}
	if o.String() != old {
		t.Errorf("without the inserts: %q\nold is              %q", o.String(), old)
	}
	if n.String() != new {
		t.Errorf("without the deletes: %q\nnew is              %q", n.String(), new)
	}
}
