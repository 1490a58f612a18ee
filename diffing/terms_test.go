package diffing

import (
	"fmt"
	"strings"
	"testing"
)

// A small book in which a term is replaced in many rules, another in one.
func TestSubstitution(t *testing.T) {
	var before, after []string
	for i, verb := range []string{"sails", "drifts", "sinks", "turns", "waits", "rests"} {
		before = append(before, fmt.Sprintf("100.%d A boat that enters the harbour %s.", i+1, verb))
		after = append(after, fmt.Sprintf("100.%d A boat that enters %s.", i+1, verb))
	}
	before = append(before, "100.7 The remaining cargo is lost.", "100.8 Its converted cargo cost is paid.")
	after = append(after, "100.7 The excess cargo is lost.", "100.8 Its cargo value is paid.")
	for i := range 5 {
		before = append(before, fmt.Sprintf("101.%d Boat %d has a converted cargo cost.", i+1, i))
		after = append(after, fmt.Sprintf("101.%d Boat %d has a cargo value.", i+1, i))
	}
	old, new := shelf(t, before...), shelf(t, after...)
	became := make([]int, len(before))
	for i := range became {
		became[i] = i
	}
	shifts := func(r *Report) string {
		var got []string
		for _, s := range r.Shifts {
			got = append(got, fmt.Sprintf("%s: %s → %s %d/%d %s", s.Kind, s.From, s.To, s.Occurrences, s.Rules, s.First))
		}
		return strings.Join(got, "\n")
	}
	r := Compare(old, new, paired(len(after), became...))
	want := "substitution: converted cargo cost → cargo value 6/6 100.8\nsubstitution: enters the harbour → enters 6/6 100.1"
	if got := shifts(r); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	back := "substitution: cargo value → converted cargo cost 6/6 100.8\nsubstitution: enters → enters the harbour 6/6 100.1"
	if got := shifts(Compare(new, old, paired(len(before), became...))); got != back {
		t.Errorf("backwards\n%s\nwant\n%s", got, back)
	}
	for _, c := range r.Changes {
		if one := c.New.Number == "100.7"; c.TermOnly == one {
			t.Errorf("%s is term only: %v", c.New.Number, c.TermOnly)
		}
	}
	if got := marked(r.Changes[7].Edits); got != "Its [-converted cargo cost-]{+cargo value+} is paid." {
		t.Errorf("a term reads as a phrase: %s", got)
	}
}

// What was replaced behind "this" alone is told with it: a boat became no raft.
func TestSubstitutionBehindThis(t *testing.T) {
	var before, after []string
	for i := range 6 {
		before = append(before, fmt.Sprintf("100.%d A boat has “Sink this boat: Swim %d miles.”", i+1, i))
		after = append(after, fmt.Sprintf("100.%d A boat has “Sink this raft: Swim %d miles.”", i+1, i))
	}
	r := Compare(shelf(t, before...), shelf(t, after...), paired(6, 0, 1, 2, 3, 4, 5))
	if len(r.Shifts) != 1 || r.Shifts[0].From != "this boat" || r.Shifts[0].To != "this raft" {
		t.Errorf("%+v", r.Shifts)
	}
}

// Two rules mistaken for one another make no mass change: the book as a whole must
// bear it out.
func TestSubstitutionOfPairingIsNone(t *testing.T) {
	var before, after []string
	for i := range 6 {
		before = append(before, fmt.Sprintf("100.%d The captain takes prize %d.", i+1, i))
		after = append(after, fmt.Sprintf("100.%d The admiral takes prize %d.", i+1, i))
	}
	for i := range 6 {
		after = append(after, fmt.Sprintf("101.%d The captain takes prize %d.", i+1, i))
	}
	r := Compare(shelf(t, before...), shelf(t, after...), paired(len(after), 0, 1, 2, 3, 4, 5))
	for _, s := range r.Shifts {
		if s.Kind == Substitution {
			t.Errorf("%s → %s", s.From, s.To)
		}
	}
}

func TestNewTerm(t *testing.T) {
	old := shelf(t, "100.1 A boat sails.", "702.1 Battle Cry", "702.1a Battle cry is an ability.", "100.2 It sails on.")
	new := shelf(t, "100.1 A boat sails.", "310 Battles", "310.1 Battles float.", "310.2 A battle ends.", "310.3 A battle's end is near.", "702.1 Battle Cry", "702.1a Battle cry is an ability.", "100.2 It sails on.",
		"Battle: A kind of boat.")
	r := Compare(old, new, paired(9, 0, 5, 6, 7))
	if len(r.Shifts) != 1 || r.Shifts[0] != (Shift{Kind: NewTerm, To: "battle", Occurrences: 4, Rules: 4, First: "310", Section: "310 Battles"}) {
		t.Errorf("%+v", r.Shifts)
	}
	back := Compare(new, old, paired(4, 0, -1, -1, -1, -1, 1, 2, 3, -1))
	if len(back.Shifts) != 1 || back.Shifts[0] != (Shift{Kind: DroppedTerm, From: "battle", Occurrences: 4, Rules: 4, First: "310", Section: "310 Battles"}) {
		t.Errorf("backwards: %+v", back.Shifts)
	}
	if got := strings.Join(r.Titles.Added, ";"); got != "310 Battles" {
		t.Errorf("titles %s", got)
	}
}

// Of a term and a title that holds it one is told; a word that is defined nowhere
// is none unless many rules hold it; a phrase gives way to a phrase and not to a
// word that means nothing.
func TestShiftsWithoutNoise(t *testing.T) {
	old := []string{"100.1 A boat sails.", "205.3 Types."}
	new := []string{"100.1 A boat sails.", "205.3 Types are Cutter and Wherry.", "717 Barge Cards", "717.1 A barge card is a barge.", "717.2 A barge card drifts, ensues and ends.",
		"717.3 A barge is slow when it ensues.", "717.4 What ensues is a Cutter. That a boat ensues matters.", "717.5 A barge is no Cutter.",
		"Barge: A kind of boat.", "Barge Card: A card for a barge."}
	for i := range 8 {
		new = append(new, fmt.Sprintf("718.%d The keelage of port %d is due.", i+1, i))
		old = append(old, fmt.Sprintf("300.%d Sail it any time you could row boat %d.", i+1, i))
	}
	became := []int{0, 1}
	for i := range 8 {
		became = append(became, len(new))
		new = append(new, fmt.Sprintf("300.%d Sail it as boat %d.", i+1, i))
	}
	r := Compare(shelf(t, old...), shelf(t, new...), paired(len(new), became...))
	got := make(map[string]bool)
	for _, s := range r.Shifts {
		got[s.From+">"+s.To] = true
	}
	for shift, want := range map[string]bool{
		">barge": true, ">keelage": true, ">Cutter": true,
		">barge cards": false, ">barge card": false, ">ensues": false, ">matters": false, "any time you could row>as": false,
	} {
		if got[shift] != want {
			t.Errorf("%s is told: %v, want %v", shift, got[shift], want)
		}
	}
}

func TestRoots(t *testing.T) {
	for _, forms := range []string{
		"battle battles Battle's battles'", "ability abilities", "mutate mutates mutated mutating", "enter enters entered entering",
		"class classes", "exert exerts exerted", "tap taps tapped tapping", "cast casts casting", "die dies", "create creates created", "foretell foretells foretold",
	} {
		words := strings.Fields(forms)
		for _, w := range words[1:] {
			if root(w) != root(words[0]) {
				t.Errorf("%s is %s, %s is %s", words[0], root(words[0]), w, root(w))
			}
		}
	}
	for _, pair := range [][2]string{{"one", "on"}, {"this", "thing"}, {"add", "ad"}, {"battle", "battlefield"}, {"class", "clas"}} {
		if root(pair[0]) == root(pair[1]) {
			t.Errorf("%s and %s are one", pair[0], pair[1])
		}
	}
}

// A term that came is told although a substitution holds it, where it stands far
// more often; a term that is what a substitution brought is told with it.
func TestNewTermWithinASubstitution(t *testing.T) {
	var before, after []string
	for i := range 6 {
		before = append(before, fmt.Sprintf("100.%d Crew %d may furl a sail.", i+1, i))
		after = append(after, fmt.Sprintf("100.%d Crew %d may furl or reef a sail.", i+1, i))
	}
	for i := range 9 {
		after = append(after, fmt.Sprintf("101.%d Crew %d may reef to reef a sail.", i+1, i))
	}
	r := Compare(shelf(t, before...), shelf(t, after...), paired(len(after), 0, 1, 2, 3, 4, 5))
	var got []string
	for _, s := range r.Shifts {
		got = append(got, fmt.Sprintf("%s: %s → %s %d/%d", s.Kind, s.From, s.To, s.Occurrences, s.Rules))
	}
	const want = "substitution: furl → furl or reef 6/6\nnew-term:  → reef 24/15"
	if s := strings.Join(got, "\n"); s != want {
		t.Errorf("got\n%s\nwant\n%s", s, want)
	}
}
