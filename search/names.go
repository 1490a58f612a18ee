package search

import (
	"slices"
	"strings"
)

// names are what players call a thing, and what the book calls it. A name stands
// here only when the book's own words do not find the rule; docs/query-syntax.md
// lists them, and --literal turns them off.
var names = map[string]string{
	"sba":               "state-based action",
	"sbas":              "state-based action",
	"etb":               `"enters the battlefield" OR enters`,
	"etbs":              `"enters the battlefield" OR enters`,
	"ltb":               `"leaves the battlefield"`,
	"cmc":               `"mana value" OR "converted mana cost"`,
	"mv":                "mana value",
	"dfc":               "double-faced",
	"dfcs":              "double-faced",
	"mdfc":              "modal double-faced",
	"mdfcs":             "modal double-faced",
	"lki":               "last known information",
	"cda":               "characteristic-defining ability",
	"2hg":               "two-headed giant",
	"pw":                "planeswalker",
	"walker":            "planeswalker",
	"walkers":           "planeswalker",
	"gy":                "graveyard",
	"sac":               "sacrifice",
	"can't beats can":   `"can't" precedence`,
	"fizzle":            `targets illegal "doesn't resolve"`,
	"fizzles":           `targets illegal "doesn't resolve"`,
	"decking":           `library "no cards" loses`,
	"decked":            `library "no cards" loses`,
	"mill out":          `library "no cards" loses`,
	"empty library":     `library "no cards"`,
	"infinite loop":     "loop",
	"infinite combo":    "loop",
	"goes first":        `"takes the first turn"`,
	"go first":          `"takes the first turn"`,
	"on the play":       `"takes the first turn" OR "plays first"`,
	"bounce":            `return "owner's hand"`,
	"blink":             "exile return battlefield",
	"flicker":           "exile return battlefield",
	"tutor":             "search",
	"removed from game": "exile",
	"summoning sick":    "summoning sickness",
	"cast for free":     "cast without paying mana cost",
	"free spell":        "cast without paying mana cost",
	"land drop":         "play land",
	"legendary rule":    "legend rule",
	"alternate cost":    "alternative cost",
	"counterspell":      "counter spell",
	"lifegain":          "gain life",
}

// longestName is the number of words of the longest name.
var longestName = func() int {
	longest := 0
	for name := range names {
		longest = max(longest, len(strings.Fields(name)))
	}
	return longest
}()

// Expand returns n with what the book calls it in the place of each name that
// players use (fizzle, sba), and a sentence for each that was.
func Expand(n Node) (Node, []string) {
	e := expansion{}
	return e.node(n), e.notes
}

type expansion struct{ notes []string }

func (e *expansion) node(n Node) Node {
	switch n := n.(type) {
	case And:
		return e.and(n.Parts)
	case Or:
		all := make([]Node, len(n.Parts))
		for i, part := range n.Parts {
			all[i] = e.node(part)
		}
		return newOr(all)
	case Word:
		return e.and([]Node{n})
	}
	return n
}

// and expands the longest names first, from left to right.
func (e *expansion) and(all []Node) Node {
	var out []Node
	for i := 0; i < len(all); {
		taken := 0
		for size := min(longestName, len(all)-i); size > 0 && taken == 0; size-- {
			name, ok := nameOf(all[i : i+size])
			meaning, known := names[name]
			if !ok || !known {
				continue
			}
			taken = size
			q, err := Parse(meaning)
			if err != nil {
				continue
			}
			out = append(out, q.Root)
			e.notes = append(e.notes, name+" was searched as "+q.String()+" (unless --literal)")
		}
		if taken == 0 {
			if _, word := all[i].(Word); !word {
				all = slices.Clone(all)
				all[i] = e.node(all[i])
			}
			out = append(out, all[i])
			taken = 1
		}
		i += taken
	}
	return newAnd(out)
}

// nameOf joins words; ok is false when one of the nodes is no word.
func nameOf(all []Node) (string, bool) {
	var words []string
	for _, n := range all {
		w, ok := n.(Word)
		if !ok {
			return "", false
		}
		words = append(words, strings.ReplaceAll(w.Text, "-", " "))
	}
	return strings.Join(words, " "), true
}

// IsName reports whether a word is, or is part of, a name that players use.
func IsName(word string) bool {
	for name := range names {
		if slices.Contains(strings.Fields(name), word) {
			return true
		}
	}
	return false
}
