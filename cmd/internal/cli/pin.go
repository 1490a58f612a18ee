package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rulebook/archive"
	"rulebook/archive/sqlite"
	"rulebook/cmd/internal/term"
)

type pinOptions struct {
	from, to string
	remove   bool
	read     string // file to import pins from
	json     bool
}

func (a *app) pinCommand() *cobra.Command {
	var o pinOptions
	cmd := &cobra.Command{
		Use:   "pin [--from REL:RULE --to REL:RULE|none] [--remove] [--import FILE] [--json]",
		Short: "Correct by hand which rule became which",
		Long: `Says by hand that a rule of one release became a certain rule of the next one
held, or has no successor (none). Pins are kept in the archive, alignment honours
them, and what follows from them is shown as made by hand.

Without flags, lists the pins as text, which --import takes in again: a pin a
line, its two sides apart by a tab.`,
		Example: `  rulebook pin --from STX:702.6d --to MH2:none
  rulebook pin --from 2021-04-22:701.36a --to 2021-06-18:701.36a
  rulebook pin --from STX:702.6d --remove
  rulebook pin > pins.txt
  rulebook pin --import pins.txt`,
		Args:              arguments(0, 0, "no arguments"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			for _, group := range [][]string{{"to", "remove", "import"}, {"from", "import"}} {
				if err := oneAtMost(cmd, group...); err != nil {
					return err
				}
			}
			return a.pin(cmd.Context(), o)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.from, "from", "", "the rule or term in the older release, `REL:RULE`")
	flags.StringVar(&o.to, "to", "", "what it became in the next release, `REL:RULE`, or none")
	flags.BoolVar(&o.remove, "remove", false, "take the pin of --from away")
	flags.StringVar(&o.read, "import", "", "take in the pins of `FILE`, - for standard input")
	addJSON(cmd, &o.json)
	for _, side := range []string{"from", "to"} {
		complete(cmd, side, a.completePinSide)
	}
	return cmd
}

func (a *app) pin(ctx context.Context, o pinOptions) error {
	h, err := a.openHoldings(ctx)
	if err != nil {
		return err
	}
	pins, err := h.Pins(ctx)
	if err != nil {
		return err
	}
	switch {
	case o.read != "":
		lines, err := a.readLines(o.read)
		if err != nil {
			return err
		}
		for at, line := range lines {
			p, err := h.parsePinLine(ctx, line)
			if err != nil {
				return fmt.Errorf("%s, line %d: %w", o.read, at+1, err)
			}
			pins = withPin(pins, p)
		}
	case o.from == "" && (o.to != "" || o.remove):
		return wrongUsage("say which rule, with --from REL:RULE; for example: --from STX:702.6d")
	case o.from != "" && o.to == "" && !o.remove:
		return wrongUsage("say what it became, with --to REL:RULE or --to none; or take its pin away, with --remove")
	case o.remove:
		from, err := h.parsePinFrom(ctx, o.from)
		if err != nil {
			return err
		}
		left := withoutPin(pins, from)
		if len(left) == len(pins) {
			return &archive.NotFoundError{What: "pin of", Asked: o.from, Hint: "rulebook pin lists all"}
		}
		pins = left
	case o.from != "":
		p, err := h.parsePin(ctx, o.from, o.to)
		if err != nil {
			return err
		}
		pins = withPin(pins, p)
	default:
		return a.printPins(pins, o.json)
	}
	if err := a.setPins(ctx, h, pins); err != nil {
		return err
	}
	return a.printPins(pins, o.json)
}

// setPins keeps pins in the archive and aligns anew what they concern. Its reader is closed
// before, as SQLite lets go of the write-ahead log only when the writer is alone at the end.
func (a *app) setPins(ctx context.Context, h *holdings, pins []archive.Pin) error {
	if err := h.Close(); err != nil {
		return err
	}
	im, err := importerFor(h.releases)
	if err != nil {
		return err
	}
	store, err := sqlite.Open(ctx, a.archivePath(), sqlite.ReadWrite)
	if err != nil {
		return err
	}
	defer store.Close()
	progress := a.streams.Progress()
	defer progress.Clear()
	im.Store, im.Progress = ingestStore{store}, showImport(progress)
	return im.SetPins(ctx, pins)
}

// pinDocument is a pin in JSON.
type pinDocument struct {
	From pinSideDocument `json:"from"`
	To   pinSideDocument `json:"to"`
}

type pinSideDocument struct {
	Effective archive.Date `json:"effective"`
	Name      string       `json:"name"`
}

func (a *app) printPins(pins []archive.Pin, asJSON bool) error {
	if asJSON {
		documents := []pinDocument{}
		for _, p := range pins {
			documents = append(documents, pinDocument{pinSideDocument{p.FromRelease, p.From}, pinSideDocument{p.ToRelease, p.To}})
		}
		return a.printJSON(documents)
	}
	return a.streams.Print(func(w io.Writer) error {
		for _, p := range pins {
			fmt.Fprintf(w, "%s:%s\t%s:%s\n", p.FromRelease, term.Clean(p.From), p.ToRelease, term.Clean(p.To))
		}
		return nil
	})
}

// withPin adds a pin, in the place of one that has the same older side.
func withPin(pins []archive.Pin, p archive.Pin) []archive.Pin {
	pins = append(withoutPin(pins, p), p)
	slices.SortFunc(pins, func(a, b archive.Pin) int {
		if d := a.FromRelease.Compare(b.FromRelease); d != 0 {
			return d
		}
		return strings.Compare(a.From, b.From)
	})
	return pins
}

// withoutPin leaves out the pin that has the older side of p.
func withoutPin(pins []archive.Pin, p archive.Pin) []archive.Pin {
	return slices.DeleteFunc(slices.Clone(pins), func(q archive.Pin) bool {
		return q.FromRelease == p.FromRelease && archive.FoldCase(q.From) == archive.FoldCase(p.From)
	})
}

// parsePinFrom reads the older side of a pin, REL:RULE.
func (h *holdings) parsePinFrom(ctx context.Context, side string) (archive.Pin, error) {
	s, name, err := h.parsePinSide(ctx, side)
	if err != nil {
		return archive.Pin{}, err
	}
	return archive.Pin{FromRelease: s.Release.Effective, From: name}, nil
}

// parsePin reads both sides of a pin. "none" may stand without a release.
func (h *holdings) parsePin(ctx context.Context, from, to string) (archive.Pin, error) {
	p, err := h.parsePinFrom(ctx, from)
	if err != nil {
		return p, err
	}
	ref, name, found := strings.Cut(to, ":")
	if !found {
		ref, name = "", ref
	}
	if strings.TrimSpace(name) != archive.PinNone {
		s, name, err := h.parsePinSide(ctx, to)
		if err != nil {
			return p, err
		}
		p.ToRelease, p.To = s.Release.Effective, name
		return p, nil
	}
	p.To = archive.PinNone
	if ref != "" {
		r, err := archive.ResolveRelease(h.releases, ref)
		p.ToRelease = r.Effective
		return p, err
	}
	for _, r := range h.held() {
		if p.FromRelease.Before(r.Effective) {
			p.ToRelease = r.Effective
			return p, nil
		}
	}
	return p, wrongUsage("no release after %s is held, so nothing can be said of what came of its rules", p.FromRelease)
}

// parsePinSide reads REL:RULE and returns the release and the name of its entry.
func (h *holdings) parsePinSide(ctx context.Context, side string) (*archive.Snapshot, string, error) {
	ref, asked, found := strings.Cut(side, ":")
	if !found || strings.TrimSpace(ref) == "" {
		return nil, "", wrongUsage("%q is not a rule of a release; write it as STX:702.6d", side)
	}
	r, err := parseReference([]string{asked}, "")
	if err != nil {
		return nil, "", err
	}
	s, err := h.open(ctx, ref)
	if err != nil {
		return nil, "", err
	}
	entries, err := r.find(s)
	if err != nil {
		return nil, "", err
	}
	if r.number.IsZero() && entries[0].Kind != archive.Term {
		return nil, "", wrongUsage("a pin names a rule number or a glossary term, and %q is neither", r.asked)
	}
	return s, entries[0].Name(), nil
}

// parsePinLine reads a pin as the list prints it.
func (h *holdings) parsePinLine(ctx context.Context, line string) (archive.Pin, error) {
	from, to, found := strings.Cut(line, "\t")
	if !found {
		return archive.Pin{}, wrongUsage("a pin is two sides with a tab between them, such as 2021-04-22:702.6d and 2021-06-18:none")
	}
	return h.parsePin(ctx, strings.TrimSpace(from), strings.TrimSpace(to))
}

// readLines reads a text file, - for standard input, without its empty lines.
func (a *app) readLines(path string) ([]string, error) {
	in := a.streams.In
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, fmt.Errorf("%s cannot be read: %s", path, cause(err))
		}
		defer f.Close()
		in = f
	}
	var lines []string
	scanner := bufio.NewScanner(in)
	for scanner.Scan() {
		if line := strings.TrimSpace(scanner.Text()); line != "" {
			lines = append(lines, line)
		}
	}
	if err := scanner.Err(); err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", path, err)
	}
	return lines, nil
}

// completePinSide completes REL: and then the rule.
func (a *app) completePinSide(cmd *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
	ref, rule, found := strings.Cut(begun, ":")
	if !found {
		names, directive := a.releasesBeginning(cmd.Context(), ref)
		for i, name := range names {
			code, about, _ := strings.Cut(name, "\t")
			names[i] = code + ":\t" + about
		}
		return names, directive | cobra.ShellCompDirectiveNoSpace
	}
	names, directive := a.rulesBeginning(cmd.Context(), ref, rule)
	for i := range names {
		names[i] = ref + ":" + names[i]
	}
	return names, directive
}
