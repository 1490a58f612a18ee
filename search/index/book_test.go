package index

import (
	"testing"

	"rulebook/archive"
)

// bookText is one entry of the small book: where it stands, what it says, and what
// its examples say.
type bookText struct {
	at       string // a number, or a glossary term after "="
	text     string
	examples []string
}

// smallBook is a rulebook in our own words: four releases, in which things happen
// that searches speak of.
func smallBook(t testing.TB) *memory {
	m14 := []bookText{
		{"1", "Beginnings", nil},
		{"100", "General", nil},
		{"100.1", "These pages are for two or more people who sit at one table.", nil},
		{"100.2", "A player can't be made to stay; a player's seat is theirs. 100 cards make a pile.", nil},
		{"2", "Pieces", nil},
		{"206", "Symbols of Sets", nil},
		{"206.3", "Some old sets bear a palm tree. In them are Dandân, Lim-Dûl's Vault and \u00c6ther Storm.", nil},
		{"207", "Symbols", nil},
		{"207.5", "The tap symbol is {T}. It means that a thing is turned on its side.", nil},
		{"207.6", "A hybrid symbol such as {2/W} is paid in either way.", nil},
		{"6", "Effects", nil},
		{"609", "Effects in General", nil},
		{"609.4", "Some effects let a player act \"as though\" a thing were so. Only what is named is treated as though it were so.", nil},
		{"613", "How Effects Meet", nil},
		{"613.1", "Effects are put in layers, one layer after the next.", nil},
		{"613.2", "Players do not choose the order.", nil},
		{"7", "More", nil},
		{"702", "Keywords", nil},
		{"702.6", "Arm", nil},
		{"702.6a", "Arm is an ability of gear. Cards from the top of the pile can be armed.", nil},
		{"702.6d", "Arming twice is the same as arming once.", nil},
		{"702.19", "Trample", nil},
		{"702.19a", "Trample is an ability that changes how an attacker's damage is dealt.", nil},
		{"702.19b", "Once the blockers have had enough, any remaining damage goes where the attacker's controller likes.",
			[]string{"A 6/6 with trample is blocked by a 2/2. Four go to the player.", "A +1/+1 counter makes it seven; a -1/-1 counter makes it five."}},
		{"702.26", "Phasing", nil},
		{"702.26a", "Phasing is an ability that changes how a turn begins.", nil},
		{"702.26b", "A permanent that phases out is treated as though it were not there.", nil},
		{"702.60", "Ripple", nil},
		{"702.60a", "Ripple shows the top of the pile.", nil},
		{"704", "State-Based Matters", nil},
		{"704.1", "State-based matters are seen to whenever someone would act. See rule 702.6a for one that is not.", nil},
		{"=Layer", "A step in the order of effects. See rule 613.1.", nil},
		{"=Trample", "An ability of attackers. See rule 702.19.", nil},
		{"=Seat", "Where a player sits. See rule 100.2.", nil},
		{"=Old Word (Obsolete)", "A word that nobody needs now.", nil},
	}
	rna := edit(m14, map[string]string{
		"100.2": "A player can’t be made to stay; a player’s seat is theirs. 100 cards make a pile.",
		"609.4": "Some effects let a player act “as though” a thing were so. Only what is named is treated as though it were so.",
	})
	iko := edit(rna, map[string]string{
		"702.19b": "Once the blockers have had enough, any excess damage goes where the attacker’s controller likes.",
	})
	mom := edit(iko, map[string]string{
		"702.6d": "", // removed
		"100.1":  "These pages are for two or more people who sit at one table. <script>alert(1)</script> & {W/P} are only letters.",
	})
	mom = append(mom, bookText{"310", "Battles", nil}, bookText{"310.1", "A battle is fought over and is state-based in no way.", nil})
	return newMemory(
		bookRelease(t, "2013-07-13", "M14", "Magic 2014", m14),
		bookRelease(t, "2019-01-25", "RNA", "Ravnica Allegiance", rna),
		bookRelease(t, "2020-04-17", "IKO", "Ikoria", iko),
		bookRelease(t, "2023-04-14", "MOM", "March of the Machine", mom),
	)
}

// edit returns the texts with some put in others' places; empty takes one away.
func edit(texts []bookText, by map[string]string) []bookText {
	var out []bookText
	for _, b := range texts {
		if text, ok := by[b.at]; ok {
			if text == "" {
				continue
			}
			b.text = text
		}
		out = append(out, b)
	}
	return out
}

func bookRelease(t testing.TB, day, code, name string, texts []bookText) *archive.Snapshot {
	t.Helper()
	effective, err := archive.ParseDate(day)
	if err != nil {
		t.Fatal(err)
	}
	s := &archive.Snapshot{Release: archive.Release{Effective: effective, Code: code, Name: name, Held: true}}
	for _, b := range texts {
		e := archive.Entry{Kind: archive.Term, Text: b.text, Examples: b.examples}
		if b.at[0] == '=' {
			e.Term = b.at[1:]
		} else {
			if e.Number, err = archive.ParseNumber(b.at); err != nil {
				t.Fatal(err)
			}
			e.Kind = e.Number.Kind()
		}
		s.Entries = append(s.Entries, e)
	}
	return s
}
