package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"rulebook/archive"
	"rulebook/archive/ingest"
	"rulebook/cmd/internal/term"
	"rulebook/diffing"
)

// excerptOptions say how the file of an excerpt is to be read.
type excerptOptions struct {
	rule      string       // what a history page is about; may be empty
	encoding  string       // empty to find it out
	effective archive.Date // the release that a contradictory label means
}

// about is the rule that a history page is about; zero for other pages.
func (o *excerptOptions) about() (archive.Number, error) {
	if o.rule == "" {
		return archive.Number{}, nil
	}
	n, ok := archive.ParseCitation(o.rule)
	if !ok || n.Rule == 0 {
		return archive.Number{}, wrongUsage("--rule cannot be %q; give a number such as 702.19b", o.rule)
	}
	return n, nil
}

// readExcerpt reads the excerpt in a file, and returns its bytes too. An error is the
// reason why not.
func readExcerpt(im *ingest.Importer, f ingest.File, rule archive.Number, o excerptOptions) (*archive.Excerpt, []byte, error) {
	raw, err := f.Read()
	if err != nil {
		return nil, nil, errors.New(ingest.Unread(err))
	}
	im.Given.Encoding = o.encoding
	excerpt, err := im.ReadExcerpt(raw, f.Name, rule, o.effective)
	return excerpt, raw, err
}

// excerptDocument is an excerpt held against the archive, in JSON.
type excerptDocument struct {
	File     string            `json:"file"`
	Encoding string            `json:"encoding"`
	Rules    []findingDocument `json:"rules"`
}

type findingDocument struct {
	Effective archive.Date            `json:"effective"` // of its label; empty where none stands
	Set       string                  `json:"set"`
	Number    archive.Number          `json:"number"`
	Line      int                     `json:"line"`
	Cut       bool                    `json:"cut"`
	Verdict   ingest.Verdict          `json:"verdict"`
	Edits     []diffing.Edit          `json:"edits"`  // from the held wording to the excerpt's
	Bearer    *archive.BearerDocument `json:"bearer"` // the rule that bears this wording, or null
	// NoChangeSince is the date of the next older paragraph of the page that says the
	// same in other marks; empty where none does.
	NoChangeSince archive.Date `json:"no_change_since"`
}

func newExcerptDocument(e *archive.Excerpt, findings []ingest.Finding) excerptDocument {
	d := excerptDocument{File: e.Source.File, Encoding: e.Source.Encoding, Rules: []findingDocument{}}
	for _, f := range findings {
		rule := findingDocument{Effective: f.Date, Set: f.Set, Number: f.Number, Line: f.Line, Cut: f.Cut,
			Verdict: f.Verdict, Edits: append([]diffing.Edit{}, f.Edits...), Bearer: archive.NewBearerDocument(f.Bearer), NoChangeSince: f.NoChangeSince}
		d.Rules = append(d.Rules, rule)
	}
	return d
}

// contradicts reports whether a finding says that excerpt and archive differ.
func contradicts(f ingest.Finding) bool {
	return f.Verdict == ingest.Differs || f.Verdict == ingest.NoSuchRule
}

func (a *app) verifyExcerpt(ctx context.Context, o verifyOptions) error {
	rule, err := o.about()
	if err != nil {
		return err
	}
	h, err := a.openHoldings(ctx)
	if err != nil {
		return err
	}
	if _, err := h.newest(); err != nil {
		return err
	}
	im, err := importerFor(h.releases)
	if err != nil {
		return err
	}
	excerpt, _, err := readExcerpt(im, fileAt(o.excerpt), rule, o.excerptOptions)
	if err != nil {
		return fmt.Errorf("%s: %w", o.excerpt, err)
	}
	findings, err := ingest.CheckExcerpt(ctx, h, excerpt)
	if err != nil {
		return err
	}
	if o.json {
		err = a.printJSON(newExcerptDocument(excerpt, findings))
	} else {
		err = a.streams.Page(func(w io.Writer) error {
			set := &typesetter{w: w, width: a.streams.Width, palette: a.streams.Palette}
			set.findings(h.releases, excerpt, findings)
			return nil
		})
	}
	if err == nil && slices.ContainsFunc(findings, contradicts) {
		return errAlreadySaid
	}
	return err
}

// findings sets what a check found, a line a rule, under the labels of the excerpt.
func (t *typesetter) findings(releases []archive.Release, e *archive.Excerpt, findings []ingest.Finding) {
	fmt.Fprintf(t.w, "%s: %s, %s\n", term.Clean(e.Source.File), count(len(findings), "rule", "rules"), e.Source.Encoding)
	const margin = 12 // holds a number with two letters, and two spaces on either side
	for i, f := range findings {
		if i == 0 || f.Date != findings[i-1].Date || f.Set != findings[i-1].Set {
			fmt.Fprintln(t.w)
			t.hang("", labelOf(releases, f), t.palette.Strong)
		}
		t.hang(term.Pad("  "+f.Number.String(), margin), says(f), term.Style{})
		for _, line := range markedEdits(f.Edits) {
			t.hang(strings.Repeat(" ", margin), line, t.palette.Faint)
		}
	}
}

// labelOf is the release that a finding's label claims.
func labelOf(releases []archive.Release, f ingest.Finding) string {
	if f.Date.IsZero() {
		return "without a date"
	}
	for _, r := range releases {
		if r.Effective == f.Date && r.Held {
			return named(r)
		}
	}
	return strings.TrimSpace(f.Date.String()+" "+f.Set) + ", not held"
}

// says is a verdict in words.
func says(f ingest.Finding) string {
	words := map[ingest.Verdict]string{
		ingest.Agrees:         "agrees word for word",
		ingest.TypographyOnly: "agrees but for typography",
		ingest.Beginning:      "is a beginning of the held text",
		ingest.Differs:        "differs",
		ingest.NoSuchRule:     "is not in this release",
		ingest.NotHeld:        "cannot be compared",
		ingest.Undated:        "is of no release that could be compared",
	}[f.Verdict]
	if f.Cut && f.Verdict != ingest.Beginning {
		words += ", cut in mid-sentence"
	}
	if !f.NoChangeSince.IsZero() {
		words += ", no change from " + f.NoChangeSince.String()
	}
	switch f.Verdict {
	case ingest.Agrees, ingest.TypographyOnly, ingest.Beginning:
		return words
	}
	if f.Bearer == nil {
		return words + "; no release held has this wording"
	}
	words += "; this is the wording of " + f.Bearer.Name + " in " + f.Bearer.Release.Label()
	if f.Bearer.Heading != "" {
		words += ", under " + f.Bearer.Heading
	}
	return words
}

// markedEdits are the changes of a text, each with some words around it.
func markedEdits(edits []diffing.Edit) []string {
	const around = 4 // words
	var lines []string
	for i := 0; i < len(edits); i++ {
		if edits[i].Op == diffing.Equal {
			continue
		}
		line := ""
		if i > 0 {
			line = "… " + lastWords(edits[i-1].Text, around)
		}
		for ; i < len(edits) && edits[i].Op != diffing.Equal; i++ {
			signs := [2]string{"{+", "+}"}
			if edits[i].Op == diffing.Delete {
				signs = [2]string{"[-", "-]"}
			}
			line += signs[0] + edits[i].Text + signs[1]
		}
		if i < len(edits) {
			line += firstWords(edits[i].Text, around) + " …"
		}
		lines = append(lines, line)
	}
	return lines
}

// lastWords are the last n words of a text, with the space behind them.
func lastWords(s string, n int) string {
	words := strings.Fields(s)
	if len(words) <= n {
		return s
	}
	return strings.Join(words[len(words)-n:], " ") + s[len(strings.TrimRight(s, " ")):]
}

// firstWords are the first n words of a text, with the space before them.
func firstWords(s string, n int) string {
	words := strings.Fields(s)
	if len(words) <= n {
		return s
	}
	return s[:len(s)-len(strings.TrimLeft(s, " "))] + strings.Join(words[:n], " ")
}
