package diffing

import "rulebook/archive"

// leftBehind finds cross-references that stayed while the rules they meant were
// renumbered or went: the text says 727 as before, and 727 is another rule now.
type leftBehind struct {
	// became says of numbers that another rule bears now what bears or took in the
	// rule that had them; the zero number when it is gone.
	became   map[archive.Number]archive.Number
	headings [1000]bool // those under which the numbers are
}

func newLeftBehind(c *classifier, pairs []archive.Pair) *leftBehind {
	l := &leftBehind{became: make(map[archive.Number]archive.Number)}
	left := make(map[archive.Number]archive.Number)
	was := make([]archive.Number, len(c.new.Entries))
	for i := range pairs {
		p := &pairs[i]
		if p.Old < 0 || p.Relation == archive.Added || p.Relation == archive.SplitFrom {
			continue
		}
		number, is := c.old.Entries[p.Old].Number, archive.Number{}
		if p.Relation != archive.Removed {
			is = c.new.Entries[p.New].Number
		}
		if p.Relation == archive.Continues {
			was[p.New] = number
		}
		if number.Heading > 0 && number.Heading < len(l.headings) && number != is {
			left[number] = is
		}
	}
	if len(left) == 0 {
		return l
	}
	for i := range c.new.Entries {
		n := c.new.Entries[i].Number
		is, taken := left[n]
		// Who cites a number cites all that stands under it, so a rule that went down
		// under its own number, or came up from there, is cited still.
		if taken && !n.Contains(is) && !n.Contains(was[i]) && !c.becomes(n, n) {
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
	var cited []archive.Number
	for _, text := range append([]string{e.Text}, e.Examples...) {
		if l.mayCite(text) {
			for _, c := range archive.Citations(text) {
				cited = append(cited, c.Number)
			}
		}
	}
	return l.among(cited)
}

// among are those of some cited numbers that were left behind, each once.
func (l *leftBehind) among(cited []archive.Number) []Target {
	var found []Target
	seen := make(map[archive.Number]bool)
	for _, n := range cited {
		if is, left := l.became[n]; left && !seen[n] {
			seen[n] = true
			found = append(found, Target{n.String(), is.String()})
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
