package cite

import (
	"strings"
	"testing"
)

func TestFind(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		// As sources and texts cite.
		{"CR 702.19b", "702.19b"},
		{"rule 510.1c", "510.1c"},
		{"(See rule 116)", "116"},
		{"702.19b–d", "702.19b ..702.19d"},
		{"702.19b-d", "702.19b ..702.19d"},
		{"// CR702.19b: lethal damage", "702.19b"},
		{"# cr: 702.19", "702.19"},
		{"[CR #702.19B]", "702.19b"},
		{"Rule 506.4C", "506.4c"},
		{"RULES 508 AND 509", "508 509"},
		{"rules 508, 509.1c, and 510", "508 509.1c 510"},
		{"rules 903.6–903.11", "903.6 ..903.11"},
		{"see 702.153", "702.153"},
		{"sections 702.19 and 510", "702.19 510"},
		{"§702.19, § 702.19b", "702.19 702.19b"},
		{"CR_702.19b", "702.19b"},
		{"/* 702.19b */", "702.19b"},
		{"See rule\n116.", "116"},
		{"See rule\r\n116, CR #116", "116 116"},
		{"rule\u00a0100.1a", "100.1a"},
		{"https://example.org/rules#702.19b", "702.19b"},
		{"702.19b and 702.19c.", "702.19b 702.19c"},
		{"\xff\xfe rule 702.19b \x96", "702.19b"},

		// Numbers that are something else.
		{"exactly 100 cards, 127.5 and 100.5", ""},
		{"100.5px 120.5ms 16.5em", ""},
		{"v702.19b, 1.702.19b, 192.168.110.5a", ""},
		{"$702.19b, x702.19b, 702.19.3a", ""},
		{"rule 702.19.3", ""},
		{"rule 702.19_x", ""},
		{"rule 99, rule 1000.1, rule 012.3", ""},
		{"r := 91881*cr - 128; cr = 789", ""},
		{"see 100 cards; per 100 games", ""},
		{"overrule 702.19b", "702.19b"},
		{"sha 702.19bc4f", ""},
		{"section 7 of the licence, Section 117 of the act", ""},
		{"702.", ""},
		{"rule", ""},
		{"", ""},
	} {
		var got []string
		for _, p := range Find(c.text) {
			s := p.Number.String()
			if p.Through {
				s = ".." + s
			}
			got = append(got, s)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("Find(%q) = %v, want %q", c.text, got, c.want)
		}
	}
}

func FuzzFind(f *testing.F) {
	for _, seed := range []string{"CR 702.19b–d", "rules 508, 509.1c and 510", "rule \xc2\xa7 702.19", "601.2a-h-z", "702.19b–", "§§702", "cr:::::702.1a"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, p := range Find(text) {
			if p.Start < end || p.End <= p.Start || p.End > len(text) {
				t.Fatalf("place %+v is out of order in %q", p, text)
			}
			if p.Number.IsZero() || !strings.HasSuffix(p.Number.String(), strings.ToLower(text[p.Start:p.End])) {
				t.Fatalf("%q is no part of %s", text[p.Start:p.End], p.Number)
			}
			end = p.End
		}
	})
}
