package diffing

import "rulebook/archive"

// leftBehind finds cross-references that stayed while the rules they meant were
// renumbered: the text says 727 as before, and 727 is another rule now.
type leftBehind struct {
	became   map[archive.Number]archive.Number // of numbers that another rule bears now
	headings [1000]bool                        // those under which the numbers are
}

func newLeftBehind(c *classifier) *leftBehind {
	l := &leftBehind{became: make(map[archive.Number]archive.Number)}
	moved := make(map[archive.Number]archive.Number)
	for _, old := range c.continued {
		if was, is := c.old.Entries[old].Number, c.new.Entries[c.became[old]].Number; was != is {
			moved[was] = is
		}
	}
	if len(moved) == 0 {
		return l
	}
	for i := range c.new.Entries {
		n := c.new.Entries[i].Number
		if is, taken := moved[n]; taken && n.Heading > 0 && n.Heading < len(l.headings) && !c.becomes(n, n) {
			l.became[n] = is
			l.headings[n.Heading] = true
		}
	}
	return l
}

// targets are the numbers left behind that the texts of an entry cite, each once.
// The introduction names numbers to show how they look.
func (l *leftBehind) targets(e *archive.Entry) []Target {
	if len(l.became) == 0 || e.Kind == archive.Introduction {
		return nil
	}
	var found []Target
	seen := make(map[archive.Number]bool)
	for _, text := range append([]string{e.Text}, e.Examples...) {
		if !l.mayCite(text) {
			continue
		}
		for _, cited := range archive.Citations(text) {
			if is, left := l.became[cited.Number]; left && !seen[cited.Number] {
				seen[cited.Number] = true
				found = append(found, Target{cited.Number.String(), is.String()})
			}
		}
	}
	return found
}

// mayCite is the quick way past most texts: no three digits in them are a heading
// under which a number was left.
func (l *leftBehind) mayCite(text string) bool {
	digits, value := 0, 0
	for i := range len(text) {
		if c := text[i]; '0' <= c && c <= '9' {
			digits, value = digits+1, value%100*10+int(c-'0')
			if digits >= 3 && l.headings[value] {
				return true
			}
		} else {
			digits, value = 0, 0
		}
	}
	return false
}
