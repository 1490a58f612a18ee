package diffing

import "rulebook/archive"

// A move is told once: where a heading moved with all that stands under it, the
// rules under it are part of its range; neighbours that moved by the same step
// join to one range.

// movesOf folds the changes of kind Moved to ranges, in the order of the changes.
func movesOf(changes []Change) []MoveRange {
	was := make(map[archive.Number]archive.Number) // of entries that bear another number now
	for i := range changes {
		if c := &changes[i]; c.Old != nil && c.New != nil && c.Old.number != c.New.number {
			was[c.New.number] = c.Old.number
		}
	}
	entries := make(map[archive.Number]int)
	for i := range changes {
		if c := &changes[i]; c.Kind == Moved {
			entries[carrier(c.New.number, was)]++
		}
	}
	var ranges []MoveRange
	var last archive.Number // the newer number that ends the last range
	for i := range changes {
		if changes[i].New == nil {
			continue
		}
		n := changes[i].New.number
		moved, ok := entries[n]
		if !ok {
			continue
		}
		delete(entries, n)
		old := was[n]
		if at := len(ranges) - 1; at >= 0 && follows(last, n) && follows(was[last], old) {
			ranges[at].OldLast, ranges[at].NewLast = old.String(), n.String()
			ranges[at].Entries += moved
		} else {
			ranges = append(ranges, MoveRange{old.String(), old.String(), n.String(), n.String(), moved})
		}
		last = n
	}
	return ranges
}

// carrier is the outermost entry whose move explains that of n: n stands under it
// in the same place as before.
func carrier(n archive.Number, was map[archive.Number]archive.Number) archive.Number {
	for {
		parent := n.Parent()
		old, moved := was[parent]
		if !moved || old != was[n].Parent() || amongSiblings(n) != amongSiblings(was[n]) {
			return n
		}
		n = parent
	}
}

// amongSiblings is a number's place among its siblings.
func amongSiblings(n archive.Number) archive.Number {
	switch n.Kind() {
	case archive.Subrule:
		return archive.Number{Letter: n.Letter}
	case archive.Rule:
		return archive.Number{Rule: n.Rule}
	}
	return archive.Number{Heading: n.Heading % 100}
}

// follows reports whether b is the sibling right behind a.
func follows(a, b archive.Number) bool {
	if a.Kind() != b.Kind() || a.Parent() != b.Parent() {
		return false
	}
	switch a.Kind() {
	case archive.Subrule:
		return nextLetter(a.Letter) == b.Letter
	case archive.Rule:
		return a.Rule+1 == b.Rule
	}
	return a.Heading+1 == b.Heading
}

// nextLetter is the letter that the book prints after one: l and o are skipped,
// aa follows z.
func nextLetter(letter string) string {
	if letter == "" {
		return ""
	}
	head, last := letter[:len(letter)-1], letter[len(letter)-1]
	switch {
	case last == 'z' && head == "":
		return "aa"
	case last == 'z':
		return nextLetter(head) + "a"
	case last == 'k' || last == 'n':
		return head + string(rune(last+2))
	}
	return head + string(rune(last+1))
}
