package term

import "strings"

// Palette holds the escape codes of each role a text may have. The zero Palette
// leaves every text as it is.
type Palette struct {
	strong, faint, added, removed, marked, reset string
}

// The codes are ECMA-48's SGR; the eight basic colours follow the reader's own
// theme, light or dark.
var colours = Palette{
	strong:  "\x1b[1m",
	faint:   "\x1b[2m",
	added:   "\x1b[32;4m",
	removed: "\x1b[31;9m",
	marked:  "\x1b[1;33m",
	reset:   "\x1b[0m",
}

// Coloured reports whether the palette does anything.
func (p Palette) Coloured() bool { return p.reset != "" }

// Strong is for titles and numbers.
func (p Palette) Strong(s string) string { return p.paint(p.strong, s) }

// Faint is for what may be overlooked.
func (p Palette) Faint(s string) string { return p.paint(p.faint, s) }

// Added is for words that came: green and underlined.
func (p Palette) Added(s string) string { return p.paint(p.added, s) }

// Removed is for words that went: red and struck through.
func (p Palette) Removed(s string) string { return p.paint(p.removed, s) }

// Marked is for words that were searched for.
func (p Palette) Marked(s string) string { return p.paint(p.marked, s) }

// paint paints line by line, since a pager forgets a colour at a line's end.
func (p Palette) paint(code, s string) string {
	if p.reset == "" || s == "" {
		return s
	}
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		if line != "" {
			lines[i] = code + line + p.reset
		}
	}
	return strings.Join(lines, "\n")
}
