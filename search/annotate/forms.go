package annotate

import "strings"

// irregular are the verbs of the rules' English whose past is no -ed, by their
// plain form.
var irregular = map[string][]string{
	"become": {"became"},
	"behold": {"beheld"},
	"cast":   {"cast"},
	"choose": {"chose", "chosen"},
	"deal":   {"dealt"},
	"die":    {"dying"},
	"draw":   {"drew", "drawn"},
	"fight":  {"fought"},
	"leave":  {"left"},
	"lose":   {"lost"},
	"pay":    {"paid"},
	"put":    {"put"},
	"set":    {"set"},
	"win":    {"won"},
}

// nounForms are the plural and the singular of a word. What is no word of English
// stands in no text and does no harm.
func nounForms(w string) []string {
	forms := []string{plural(w)}
	switch {
	case strings.HasSuffix(w, "ies") && len(w) > 4:
		forms = append(forms, w[:len(w)-3]+"y")
	case strings.HasSuffix(w, "ses"), strings.HasSuffix(w, "xes"), strings.HasSuffix(w, "ches"), strings.HasSuffix(w, "shes"):
		forms = append(forms, w[:len(w)-2], w[:len(w)-1])
	case strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && len(w) > 3:
		forms = append(forms, w[:len(w)-1])
	}
	return forms
}

func plural(w string) string {
	switch {
	case endsInConsonantY(w):
		return w[:len(w)-1] + "ies"
	case strings.HasSuffix(w, "s"), strings.HasSuffix(w, "x"), strings.HasSuffix(w, "ch"), strings.HasSuffix(w, "sh"), strings.HasSuffix(w, "z"):
		return w + "es"
	}
	return w + "s"
}

// verbForms are all forms of a verb that is given in any of plain form, third
// person (dies) or participle (cycling). Where its plain form is not certain, the
// forms of each candidate are given.
func verbForms(w string) []string {
	var forms []string
	for _, plain := range plainForms(w) {
		forms = append(forms, plain, plural(plain))
		forms = append(forms, irregular[plain]...)
		switch {
		case strings.HasSuffix(plain, "ie"):
			forms = append(forms, plain+"d", plain[:len(plain)-2]+"ying")
		case strings.HasSuffix(plain, "e"):
			forms = append(forms, plain+"d", plain[:len(plain)-1]+"ing")
		case endsInConsonantY(plain):
			forms = append(forms, plain[:len(plain)-1]+"ied", plain+"ing")
		default:
			forms = append(forms, plain+"ed", plain+"ing")
		}
		if doubles(plain) {
			last := plain[len(plain)-1:]
			forms = append(forms, plain+last+"ed", plain+last+"ing")
		}
	}
	return forms
}

// plainForms are what a word may be a form of.
func plainForms(w string) []string {
	plain := []string{w}
	if stem, ok := strings.CutSuffix(w, "ing"); ok && len(stem) > 2 {
		plain = append(plain, stem, stem+"e")
		if n := len(stem); stem[n-1] == stem[n-2] {
			plain = append(plain, stem[:n-1])
		}
	}
	if w == "dies" {
		return []string{w, "die"}
	}
	if stem, ok := strings.CutSuffix(w, "s"); ok && len(stem) > 3 && !strings.HasSuffix(stem, "s") {
		plain = append(plain, stem)
	}
	return plain
}

func endsInConsonantY(w string) bool {
	return len(w) > 1 && w[len(w)-1] == 'y' && !strings.ContainsRune("aeiou", rune(w[len(w)-2]))
}

// doubles reports whether a verb may double its last letter: tap, tapped; equip,
// equipped.
func doubles(w string) bool {
	n := len(w)
	return n > 2 && !strings.ContainsRune("aeiouwxy", rune(w[n-1])) &&
		strings.ContainsRune("aeiou", rune(w[n-2])) && (!strings.ContainsRune("aeo", rune(w[n-3])) || w[n-3:n-1] == "ui")
}
