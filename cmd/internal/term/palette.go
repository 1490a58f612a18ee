package term

import "strings"

// Style is the pair of codes that switch a look on and off. The zero Style leaves
// every text as it is.
type Style struct{ On, Off string }

// Palette is the style of each role that a text may have. The zero Palette is
// that of a page without colour.
type Palette struct {
	Strong  Style // titles and numbers
	Faint   Style // what may be overlooked
	Added   Style // words that came: green and underlined
	Removed Style // words that went: red and struck through
	Moved   Style // words that stand elsewhere now: cyan
	Marked  Style // words that were searched for: yellow and bold
	Warning Style // what is wrong: yellow
}

// The codes are those of ECMA-48's SGR; the eight basic colours follow the
// reader's own theme, light or dark.
const reset = "\x1b[0m"

var colours = Palette{
	Strong:  Style{"\x1b[1m", reset},
	Faint:   Style{"\x1b[2m", reset},
	Added:   Style{"\x1b[32;4m", reset},
	Removed: Style{"\x1b[31;9m", reset},
	Moved:   Style{"\x1b[36m", reset},
	Marked:  Style{"\x1b[1;33m", reset},
	Warning: Style{"\x1b[33m", reset},
}

// Coloured reports whether the palette does anything.
func (p Palette) Coloured() bool { return p != Palette{} }

// Paint puts the style around a text, line by line, since a pager forgets a
// colour at a line's end.
func (s Style) Paint(text string) string {
	if s.On == "" || text == "" {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if line != "" {
			lines[i] = s.On + line + s.Off
		}
	}
	return strings.Join(lines, "\n")
}

// MarkOn and MarkOff stand around the words to be marked in a text. They are
// noncharacters of Unicode, which Clean takes out of every text.
const (
	MarkOn  = "\ufdd0"
	MarkOff = "\ufdd1"
)

// plainMark stands around marked words where there is no colour.
const plainMark = "*"

// Highlight wraps a text to columns and marks the words between MarkOn and MarkOff:
// in colour, or between asterisks.
func (p Palette) Highlight(text string, columns int) []string {
	if !p.Coloured() {
		return Wrap(strings.NewReplacer(MarkOn, plainMark, MarkOff, plainMark).Replace(text), columns)
	}
	lines := Wrap(text, columns)
	open := false
	for i, line := range lines {
		if open {
			line = MarkOn + line
		}
		if open = strings.LastIndex(line, MarkOn) > strings.LastIndex(line, MarkOff); open {
			line += MarkOff
		}
		lines[i] = strings.NewReplacer(MarkOn, p.Marked.On, MarkOff, p.Marked.Off).Replace(line)
	}
	return lines
}
