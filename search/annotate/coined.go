package annotate

import (
	"strings"
	"sync"

	"rulebook/archive"
)

// coined reports whether a word has no other use than the game's.
func coined(w string) bool {
	return coinages()[w] || len(w) > len("cycling") && strings.HasSuffix(w, "cycling") || len(w) > len("walk") && strings.HasSuffix(w, "walk")
}

// coinages are words that only the game has, apart from landwalks and cyclings.
var coinages = setOf(`bloodthirst bushido buyback changeling compleated convoke daybound deathtouch fateseal flashback
	gravestorm hexproof jump-start landwalk lifelink mana megamorph monocolored mulligan multicolored multikicker nightbound
	ninjutsu planechase planeswalk planeswalker scry shroud soulbond soulshift sunburst supertype surveil unflipped untap untapped`)

// asPhrase tells how a term of several words stands.
func (p place) asPhrase() standing {
	if everydayPhrases()[archive.FoldCase(p.term.Name)] {
		return common
	}
	return sure
}

// everydayPhrases are the terms of several words that people also use otherwise.
var everydayPhrases = sync.OnceValue(func() map[string]bool {
	all := make(map[string]bool)
	for _, name := range strings.Split(`activation cost, active player, additional cost, alternate name, alternative cost, any target, as though,
		at end of turn, attack alone, battle cry, block alone, booster pack, card pool, card type, casting cost, counts as,
		double agenda, end the turn, extra turn, face down, face up, flavor text, friends forever, grand melee, hidden agenda, hidden zone, illegal action,
		illegal target, in play, in response to, job select, land type, last known information, legal text, level up, living metal,
		living weapon, lose the game, main game, main phase, max speed, more than meets the eye, multiplayer game, opening hand,
		outside the game, public zone, read ahead, rules text, set aside, source of damage, special action, spell type,
		split second, starting player, text box, time travel, total cost, tournament rules, trigger condition,
		trigger event, type line, win the game`, ",") {
		all[strings.Join(strings.Fields(name), " ")] = true
	}
	return all
})
