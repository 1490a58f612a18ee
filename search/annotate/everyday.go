package annotate

import (
	"strings"
	"sync"
)

// set is a set of folded words, made when it is first asked for: most commands ask for
// none.
type set = func() map[string]bool

// The company that tells a term from a common word.
var (
	determiners = setOf("a an the my his her its their our your no some")
	articles    = setOf("a an the")
	commanded   = setOf("target this your another all each")
	pronouns    = setOf("it them")
	named       = setOf("ability abilities card cards effect effects spell spells step trigger triggers")
	each        = setOf("a an target each another this that no")
	holding     = setOf("has have had having gain gains gained gaining give gives giving given grant grants granting granted with without lack lacks lose loses lost losing does do keyword keywords")
	joining     = setOf("and or")
	either      = setOf("both either neither also")
	particles   = setOf("back out up off away down forward ahead along apart aside through past into onto toward towards around about")
	persons     = setOf("me us him")
	doers       = setOf("i we they he she who")
	spokenOf    = setOf("ability abilities cost costs counter counters")
	qualified   = setOf("of in at")
	verbal      = setOf("you to may can could can't cannot must would")
	empty       = setOf("a an the of in and or is to")
	subjects    = setOf("it creature creatures card cards permanent permanents spell spells vehicle vehicles player players you they opponent opponents becomes become was is are been were be")
	triggers    = setOf("when whenever at")
	damage      = setOf("damage")
	counters    = setOf("counter counters")
	formats     = setOf("format formats deck decks tournament tournaments game games player players")
	landWords   = setOf("land lands landcycling plains island islands swamp swamps mountain mountains forest forests")
	snowWords   = setOf("land lands permanent permanents creature creatures artifact artifacts mana plains island islands swamp swamps mountain mountains forest forests")
	turning     = setOf("become becomes became it's be is neither")
	between     = setOf("nor or and")
	planes      = setOf("card cards")
	parties     = setOf("your their full his her")
	numbered    = setOf("this that the each a next previous")
	whose       = setOf("your their his her its player no max have has")
	objects     = setOf("it them target that up two three one a an the all each any itself")
	amounts     = setOf("the target its their his her your each that all any it")
	repeating   = setOf("again then x two three twice")
)

// everyday says of words that even a sentence about the game has in their ordinary
// sense when they are the rulebook's. Words that no test could tell are never taken
// for terms.
var everyday = sync.OnceValue(func() map[string]func(place) bool {
	table := make(map[string]func(place) bool)
	put := func(words string, fits func(place) bool) {
		for w := range setOf(words)() {
			table[w] = fits
		}
	}
	never := func(place) bool { return false }
	capital := func(p place) bool { return p.capital() }

	// Keyword actions.
	put("support discover adapt endure", func(p place) bool { return p.withAmount() || p.fit != exactly && !p.asNoun() && p.ends() })
	put("learn", func(p place) bool { return p.ends() && !p.asNoun() })
	put("explore", func(p place) bool { return (p.ends() || p.precedes(repeating)) && !p.asNoun() })
	put("double triple", func(p place) bool { return p.precedes(amounts) && !p.asNoun() })
	put("suspect", func(p place) bool { return p.precedes(objects) || p.fit != exactly && !p.asNoun() })
	put("abandon", func(p place) bool { return p.sentenceHas(setOf("scheme schemes")) })

	// Words of the glossary.
	put("if", func(p place) bool { return p.here().before == ", " && p.sentenceBegins(triggers) })
	put("becomes", func(p place) bool { return p.sentenceBegins(triggers) })
	put("deal", func(p place) bool { return p.sentenceHas(damage) && !p.asNoun() })
	put("dies", func(p place) bool {
		return p.here().fold != "die" || !p.asNoun() && !p.follows(setOf("planar sided six-sided each")) && !p.precedes(setOf("roll rolls"))
	})
	put("day night", func(p place) bool {
		return p.fit == exactly && !p.here().possessive && (p.follows(turning) || p.precedes(between) && p.after() != "" || p.follows(between) && turning()[p.before(3)])
	})
	put("play", func(p place) bool {
		return !p.asNoun() && !p.precedes(setOf("his her my our")) && !p.actsOn(setOf("part parts role roles"))
	})
	put("pass", func(p place) bool {
		return p.precedes(setOf("priority in")) || p.follows(setOf("player players you they opponent opponents"))
	})
	put("stack", func(p place) bool { return p.follows(setOf("the")) })
	put("hand", func(p place) bool {
		return !p.follows(setOf("other one")) && !p.precedes(determiners) && !p.precedes(pronouns) && !p.precedes(setOf("over"))
	})
	put("power", func(p place) bool { return !p.precedes(setOf("over")) })
	put("party", func(p place) bool { return p.follows(parties) })
	put("team match", func(p place) bool { return p.follows(numbered) || p.follows(whose) })
	put("level", func(p place) bool {
		return p.withAmount() || p.precedes(counters) || p.precedes(setOf("symbol symbols up")) || p.follows(whose) || p.follows(setOf("next"))
	})
	put("speed", func(p place) bool { return p.follows(whose) })
	put("basic", func(p place) bool { return p.capital() || p.precedes(landWords) })
	put("snow", func(p place) bool {
		return p.capital() || p.precedes(snowWords) || strings.HasSuffix(p.after(), "walk")
	})
	put("world", func(p place) bool {
		return p.capital() || p.precedes(setOf("enchantment enchantments permanent permanents"))
	})
	put("ongoing", func(p place) bool { return p.precedes(setOf("scheme schemes")) })
	put("command", func(p place) bool { return p.precedes(setOf("zone")) })
	put("plane", func(p place) bool { return p.precedes(planes) || p.capital() })
	put("placed move", func(p place) bool { return p.sentenceHas(counters) })
	put("event", func(p place) bool { return !(p.before(1) == "the" && p.before(2) == "in") })
	put("limited constructed", func(p place) bool { return p.capital() || p.precedes(formats) })
	put("general oracle prize legend interrupt brawl emperor vanguard archenemy", capital)
	put("summon", func(p place) bool { return p.here().lineStart })
	put("x y", func(p place) bool { return p.here().capital && p.fit == exactly })
	for w := range pastAsking() {
		table[w] = never
	}
	return table
})

// pastAsking are words that every text has, and about which no reader asks.
var pastAsking = setOf("you your during option independent dependency")

// everydayAbilities are the keyword abilities whose names people also use otherwise.
var everydayAbilities = setOf(`absorb affinity amplify ascend assist awaken backup bargain blitz boast cascade casualty champion cipher cleave
		companion conspire craft crew dash defender delve demonstrate devour disguise disturb echo embalm emerge encore enlist epic escape
		escalate evoke evolve exalted exhaust exploit extort fabricate fading fear flanking flash forecast frenzy fuse
		gift graft harmonize haste haunt hideaway impending improvise infect ingest intimidate madness melee menace
		mentor miracle mobilize modular myriad offering offspring outlast overload partner persist plot protection
		prototype provoke prowl rampage ravenous reach rebound recover reinforce renown replicate riot ripple saddle
		scavenge shadow solved spectacle splice spree squad station storm suspend surge toxic training transfigure
		transmute tribute unearth unleash vanishing vigilance visit ward warp wither`)
