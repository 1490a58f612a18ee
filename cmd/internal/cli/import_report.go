package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"rulebook/archive"
	"rulebook/archive/ingest"
	"rulebook/cmd/internal/term"
)

// importDocument is what an import did, in JSON.
type importDocument struct {
	Imported  int               `json:"imported"`
	Unchanged int               `json:"unchanged"`
	Flagged   []flaggedDocument `json:"flagged"`
	Warned    []warnedDocument  `json:"warned"`
	Refused   []ingest.Refusal  `json:"refused"`
}

// warnedDocument says of an imported release how many warnings there are; which,
// its own page tells.
type warnedDocument struct {
	Effective archive.Date `json:"effective"`
	Code      string       `json:"code"`
	Name      string       `json:"name"`
	Warnings  int          `json:"warnings"`
}

type flaggedDocument struct {
	Effective archive.Date `json:"effective"`
	Code      string       `json:"code"`
	Name      string       `json:"name"`
	Flags     []string     `json:"flags"`
}

// reportImport says what an import did. Refusals go to standard error, and end
// the command with exit code 1.
func (a *app) reportImport(s *imported, asJSON bool) error {
	print := a.printImport
	if asJSON {
		print = a.printImportJSON
	}
	if err := print(s); err != nil {
		return err
	}
	if !asJSON {
		a.sayWarnings(s)
		a.sayRefused(s.Refused)
	}
	return failedIf(len(s.Refused) > 0)
}

// warned are the imported releases with warnings.
func (s *imported) warned() []archive.Release {
	return slices.DeleteFunc(slices.Clone(s.Imported), func(r archive.Release) bool { return len(s.warnings[r.Effective]) == 0 })
}

// sayWarnings says what the reader of one file saw, or of many files how much that
// is and where to see it.
func (a *app) sayWarnings(s *imported) {
	warned := s.warned()
	switch {
	case len(warned) == 0:
	case len(s.Imported) == 1:
		for _, warning := range s.warnings[warned[0].Effective] {
			fmt.Fprintln(a.streams.Err, "warning: "+term.Clean(warning.String()))
		}
	default:
		total := 0
		for _, r := range warned {
			total += len(s.warnings[r.Effective])
		}
		last := archive.ShortReference(s.Known, warned[len(warned)-1])
		fmt.Fprintf(a.streams.Err, "%s in %s; see those of a release with: rulebook releases %s\n",
			count(total, "warning", "warnings"), count(len(warned), "file", "files"), last)
	}
}

// sayRefused says, a line each, which files were refused and why.
func (a *app) sayRefused(refused []ingest.Refusal) {
	for _, r := range refused {
		fmt.Fprintf(a.streams.Err, "refused %s: %s\n", term.Clean(r.Path), term.Clean(r.Reason))
	}
}

func (a *app) printImportJSON(s *imported) error { return a.printJSON(newImportDocument(s)) }

func newImportDocument(s *imported) importDocument {
	d := importDocument{Imported: len(s.Imported), Unchanged: len(s.Unchanged) + len(s.Same),
		Flagged: []flaggedDocument{}, Warned: []warnedDocument{}, Refused: s.Refused}
	if d.Refused == nil {
		d.Refused = []ingest.Refusal{}
	}
	for _, r := range s.Flagged() {
		d.Flagged = append(d.Flagged, flaggedDocument{Effective: r.Effective, Code: r.Code, Name: r.Name, Flags: r.Flags})
	}
	for _, r := range s.warned() {
		d.Warned = append(d.Warned, warnedDocument{r.Effective, r.Code, r.Name, len(s.warnings[r.Effective])})
	}
	return d
}

func (a *app) printImport(s *imported) error {
	return a.streams.Print(func(w io.Writer) error {
		if len(s.Imported) > 0 {
			t := releaseTable{w: w, width: a.streams.Width, palette: a.streams.Palette, known: s.Known}
			t.measure(s.Imported)
			for _, r := range s.Imported {
				t.release(r)
				if n := len(s.warnings[r.Effective]); n > 0 {
					t.remark(count(n, "warning", "warnings"))
				}
			}
		}
		for _, same := range s.Same {
			fmt.Fprintf(w, "%s: the wording is that of %s, which stays as it is\n", term.Clean(same.Path), named(same.Release))
		}
		for _, replaced := range s.Replaced {
			fmt.Fprintf(w, "%s: took the place of %s, which was held for %s\n",
				term.Clean(replaced.Path), term.Clean(replaced.Release.Source.File), replaced.Release.Effective)
		}
		_, err := fmt.Fprintln(w, summaryLine(s.Summary))
		return err
	})
}

// summaryLine is an import in one line.
func summaryLine(s *ingest.Summary) string {
	unchanged := len(s.Unchanged) + len(s.Same)
	if len(s.Imported) == 0 && len(s.Refused) == 0 {
		return "nothing to do: " + count(unchanged, "release", "releases") + " already held"
	}
	parts := []string{count(len(s.Imported), "release", "releases") + " imported"}
	if unchanged > 0 {
		parts = append(parts, grouped(int64(unchanged))+" already held")
	}
	if flagged := len(s.Flagged()); flagged > 0 {
		parts = append(parts, grouped(int64(flagged))+" flawed")
	}
	if len(s.Refused) > 0 {
		parts = append(parts, count(len(s.Refused), "file", "files")+" refused")
	}
	line := strings.Join(parts, ", ")
	if len(s.Imported) > 0 && s.Imported[0].Sample {
		line += "; " + sampleNotice
	}
	return line
}
