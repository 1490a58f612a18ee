package archive

import (
	"strings"
	"testing"
)

func TestTermNames(t *testing.T) {
	for term, want := range map[string]string{
		"Trample":                         "Trample",
		"Control, Controller":             "Control, Controller|Control|Controller",
		"Bury (Obsolete)":                 "Bury",
		"Banding, “Bands with Other”":     "Banding, Bands with Other|Banding|Bands with Other",
		"Venture into [Quality]":          "Venture into",
		`Partner, "Partner with [name]"`:  "Partner, Partner with|Partner|Partner with",
		"For Mirrodin!":                   "For Mirrodin!",
		"":                                "",
		"Remove, Removed-Zone (Obsolete)": "Remove, Removed-Zone|Remove|Removed-Zone",
		"Intervening “If” Clause":         "Intervening If Clause",
	} {
		if got := strings.Join(TermNames(term), "|"); got != want {
			t.Errorf("%q names %q, want %q", term, got, want)
		}
	}
}
