package parse

import (
	"regexp"

	"rulebook/archive"
)

// effectiveLine finds the date that the book says it takes effect on.
var effectiveLine = regexp.MustCompile(`effective as of\s+(\pL+)\s+(\d{1,2}),\s*(\d{4})`)

// date finds the effective date: the text's own, else the one that was supplied.
func (b *builder) date(lines []line, o Options) error {
	for _, l := range lines {
		m := effectiveLine.FindStringSubmatch(l.text)
		if m == nil {
			continue
		}
		d, err := archive.ParseLongDate(m[1] + " " + m[2] + ", " + m[3])
		if err == nil {
			b.snapshot.Release.Effective = d
			return nil
		}
	}
	if o.Effective.IsZero() {
		return &RefusedError{"the text states no effective date; give it with --effective 2020-04-17"}
	}
	b.snapshot.Release.Effective = o.Effective
	return nil
}
