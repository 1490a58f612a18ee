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
		{"CR 702.19b/702.19c", "702.19b 702.19c"},
		{"CR 702.19 & 702.20, 510.1a + 510.1c", "702.19 702.20 510.1a 510.1c"},
		{"Step 3: 702.19b (702.19c) - 702.19d; 7 702.19e", "702.19b 702.19c 702.19d 702.19e"},
		{"rule 702.19/20, rule 510 & 511 cards", "702.19 510"},

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

// TestHeld: a number inside an address or the name of a file leads somewhere by these
// letters; a letter alone behind a number cites another subrule.
func TestHeld(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"http://x.example/702.6e/702.6e.html", "702.6e address, 702.6e address"},
		{"see www.example.org/cr#cr702.6e", "702.6e address"},
		{"[CR 702.6e](https://example.org/cr?rule=702.6e) and 702.6f", "702.6e, 702.6e address, 702.6f"},
		{"[CR 702.6e](https://a.example/) [CR702.6f](https://b.example/(x)/cr-702.6f)", "702.6e, 702.6f, 702.6f address"},
		{"(https://example.org)CR 702.6e", "702.6e"},
		{"[702.6e](#702.6e)", "702.6e, 702.6e address"},
		{`<a href="#702.6e">CR 702.6e</a> <p id="702.6e"> <a name=cr-702.6e>`, "702.6e address, 702.6e, 702.6e address, 702.6e address"},
		{"rules.html#702.6e, /cr?rule=702.6e", "702.6e name, 702.6e name"},
		{"docs/702.6e.md ./rule/702.6e ../702.6e /702.6e 702.6e.txt rule-702.6e.html c:\\cr702.6e", "702.6e name, 702.6e name, 702.6e name, 702.6e name, 702.6e name, 702.6e name, 702.6e name"},
		{"docs/702.6d/702.6e, /702.6d/702.6e.html", "702.6d name, 702.6e name, 702.6d name, 702.6e name"},
		{"rules/702.6e/text and 702.6e/text", "702.6e name, 702.6e name"},
		{"//702.6e ///702.6e /*702.6e*/ */702.6e #702.6e", "702.6e, 702.6e, 702.6e, 702.6e, 702.6e"},
		{"CR 702.6e.Then rule 702.6f. and 702.6f.", "702.6e, 702.6f, 702.6f"},
		{"702.6d/702.6e, 702.6d/702.6e/702.6f", "702.6d, 702.6e, 702.6d, 702.6e, 702.6f"},
		{`"See CR 702.6e\n" 'rule 702.6e'; (702.6e)`, "702.6e, 702.6e, 702.6e"},

		{"CR 702.6d/e, CR 702.6d, e and f, CR 702.6d & e", "702.6d +e, 702.6d +e, 702.6d +e"},
		{"CR 702.6D/E; rules 702.6d and e.", "702.6d +E, 702.6d +e"},
		{"CR 702.6d, a card; CR 702.6d, e.g. that; CR 702.6d and I; CR 702.6d, else", "702.6d, 702.6d, 702.6d, 702.6d"},
	} {
		var got []string
		for _, p := range Find(c.text) {
			s := p.Number.String()
			if p.Held != "" {
				s += " " + map[string]string{anAddress: "address", aFile: "name"}[p.Held]
			}
			if p.Lettered != "" {
				s += " +" + p.Lettered
			}
			got = append(got, s)
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("Find(%q)\n got %s\nwant %s", c.text, strings.Join(got, ", "), c.want)
		}
	}
}
