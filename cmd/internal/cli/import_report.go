package cli

import (
	"fmt"
	"io"
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
	Refused   []ingest.Refusal  `json:"refused"`
}

type flaggedDocument struct {
	Effective archive.Date `json:"effective"`
	Code      string       `json:"code"`
	Name      string       `json:"name"`
	Flags     []string     `json:"flags"`
}

// reportImport says what an import did. Refusals go to standard error, and end
// the command with exit code 1.
func (a *app) reportImport(s *ingest.Summary, asJSON bool) error {
	print := a.printImport
	if asJSON {
		print = a.printImportJSON
	}
	if err := print(s); err != nil {
		return err
	}
	if !asJSON {
		a.sayRefused(s.Refused)
	}
	return failedIf(len(s.Refused) > 0)
}

// sayRefused says, a line each, which files were refused and why.
func (a *app) sayRefused(refused []ingest.Refusal) {
	for _, r := range refused {
		fmt.Fprintf(a.streams.Err, "refused %s: %s\n", term.Clean(r.Path), term.Clean(r.Reason))
	}
}

func (a *app) printImportJSON(s *ingest.Summary) error { return a.printJSON(newImportDocument(s)) }

func newImportDocument(s *ingest.Summary) importDocument {
	d := importDocument{Imported: len(s.Imported), Unchanged: len(s.Unchanged) + len(s.Same),
		Flagged: []flaggedDocument{}, Refused: s.Refused}
	if d.Refused == nil {
		d.Refused = []ingest.Refusal{}
	}
	for _, r := range s.Flagged() {
		d.Flagged = append(d.Flagged, flaggedDocument{Effective: r.Effective, Code: r.Code, Name: r.Name, Flags: r.Flags})
	}
	return d
}

func (a *app) printImport(s *ingest.Summary) error {
	return a.streams.Print(func(w io.Writer) error {
		if len(s.Imported) > 0 {
			t := releaseTable{w: w, width: a.streams.Width, palette: a.streams.Palette, known: s.Known}
			t.measure(s.Imported)
			for _, r := range s.Imported {
				t.release(r)
			}
		}
		for _, same := range s.Same {
			fmt.Fprintf(w, "%s: the wording is that of %s, which stays as it is\n", term.Clean(same.Path), named(same.Release))
		}
		_, err := fmt.Fprintln(w, summaryLine(s))
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
