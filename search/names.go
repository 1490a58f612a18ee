package search

import (
	"slices"
	"strings"
)

// names are what players call a thing, and what the book calls it. A name stands
// here only when the book's own words do not find the rule; docs/query-syntax.md
// lists them, and --literal turns them off.
var names = map[string]string{
	"etb":                 `"enters the battlefield" OR enters`,
	"etbs":                `"enters the battlefield" OR enters`,
	"ltb":                 `"leaves the battlefield"`,
	"sba":                 "state-based action",
	"sbas":                "state-based actions",
	"cmc":                 `"mana value" OR "converted mana cost"`,
	"edh":                 "commander",
	"fizzle":              "illegal targets resolve",
	"commander tax":       "additional cost cast commander command zone",
	"mana burn":           "unspent mana empties",
	"infinite loop":       "loop",
	"infinite combo":      "loop shortcut",
	"chump block":         "block",
	"bounce":              `return "owner's hand"`,
	"blink":               "exile return battlefield",
	"flicker":             "exile return battlefield",
	"tutor":               "search library",
	"draw step":           "draw step",
	"planeswalker damage": "damage dealt planeswalker loyalty counters removed",
	"milling":             "mill",
	"decking":             "draw empty library loses",
	"deck out":            "draw empty library loses",
	"decked":              "draw empty library loses",
	"mana screw":          "mulligan",
	"walker":              "planeswalker",
	"walkers":             "planeswalkers",
	"removed from game":   "exile",
	"rfg":                 "exile",
	"counterspell":        "counter spell",
	"rules lawyer":        "judge",
	"pump":                "gets +",
	"lord":                "continuous effect power toughness",
	"dfc":                 "double-faced",
	"dfcs":                "double-faced",
	"mdfc":                "modal double-faced",
	"hard cast":           "cast mana cost",
	"intervening if":      "intervening if",
}

// longestName is the number of words of the longest name.
var longestName = func() int {
	longest := 0
	for name := range names {
		longest = max(longest, len(strings.Fields(name)))
	}
	return longest
}()

// Expand returns n with the names that players use (fizzle, sba) set beside what
// the book calls them, and a sentence for each that was.
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
			out = append(out, newOr([]Node{newAnd(slices.Clone(all[i : i+size])), q.Root}))
			e.notes = append(e.notes, name+" was also searched as "+q.String())
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
