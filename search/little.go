package search

// little are words that say nothing by themselves. Among other words they are not
// demanded: "ending the turn" asks for ending and turn. In quotation marks they are
// words like all others.
var little = map[string]bool{
	"a": true, "an": true, "the": true, "of": true, "to": true, "in": true, "on": true, "for": true, "from": true,
	"by": true, "with": true, "at": true, "and": true, "or": true, "is": true, "are": true,
}

// IsLittle reports whether a word says nothing by itself.
func IsLittle(word string) bool { return little[word] }

// Weighty are the parts of a conjunction without its little words, or all parts
// when there are no others.
func Weighty(parts []Node) []Node {
	var weighty []Node
	for _, n := range parts {
		if w, ok := n.(Word); !ok || !little[w.Text] {
			weighty = append(weighty, n)
		}
	}
	for _, n := range weighty {
		switch n.(type) {
		case Word, Phrase, Wildcard, Fuzzy, Near, Number, Or, And:
			return weighty
		}
	}
	return parts
}
