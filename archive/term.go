package archive

import "strings"

// TermNames returns what a glossary entry's term names, as written: "Control,
// Controller" names both, and the note "(Obsolete)", quotation marks and a
// placeholder in brackets name nothing. A term with a comma in its own name
// ("Active Player, Nonactive Player Order") comes whole first and then in parts.
func TermNames(term string) []string {
	plain := strings.NewReplacer("“", "", "”", "", `"`, "").Replace(term)
	plain = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(plain), "(Obsolete)"))
	var names []string
	add := func(name string) {
		name, _, _ = strings.Cut(name, "[")
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	add(plain)
	if parts := strings.Split(plain, ","); len(parts) > 1 {
		for _, part := range parts {
			add(part)
		}
	}
	return names
}
