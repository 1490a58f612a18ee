package parse

import (
	"strings"
	"time"

	"rulebook/archive"
)

// effectiveLine finds the date that the book says it takes effect on. Releases
// until 2003 said "current as of".
var effectiveLine = lazily(`(?i)(?:effective|current) as of\s+(\pL+)\s+(\d{1,2}),?\s+(\d{4})`)

// date finds the effective date: the first that the text states, else the one that
// was supplied. A later line, a
// file name or a date supplied that says otherwise is warned of.
func (b *builder) date(lines []line, o Options) error {
	var stated archive.Date
	for _, l := range lines {
		d, ok := effectiveDate(l.text)
		switch {
		case !ok || d == stated:
		case stated.IsZero():
			stated = d
		default:
			b.warn(l.at, "the text says effective %s here and %s at its beginning; the beginning counts", d, stated)
		}
	}
	switch {
	case stated.IsZero() && o.Effective.IsZero():
		return &RefusedError{"the text states no effective date; give it with --effective 2020-04-17"}
	case stated.IsZero():
		stated = o.Effective
	case !o.Effective.IsZero() && o.Effective != stated:
		b.warn(0, "the text says effective %s, and %s was given at import; the text counts", stated, o.Effective)
	}
	b.snapshot.Release.Effective = stated
	if d, ok := fileDate(o.File); ok && d != stated {
		says := "the text says effective"
		if stated == o.Effective {
			says = "at import was given"
		}
		b.warn(0, "the file name says %s, %s %s, which counts", d, says, stated)
	}
	return nil
}

// effectiveDate reads the effective date that a line states.
func effectiveDate(s string) (archive.Date, bool) {
	if !strings.Contains(s, " as of") {
		return archive.Date{}, false
	}
	m := effectiveLine().FindStringSubmatch(s)
	if m == nil {
		return archive.Date{}, false
	}
	d, err := archive.ParseLongDate(m[1] + " " + m[2] + ", " + m[3])
	return d, err == nil
}

// eightDigits is a date in a file name: 20200417, or 04082016 as two were named.
var eightDigits = lazily(`(?:^|\D)(\d{8})(?:\D|$)`)

// fileDate reads the date in a file's name.
func fileDate(name string) (archive.Date, bool) {
	m := eightDigits().FindStringSubmatch(name)
	if m == nil {
		return archive.Date{}, false
	}
	for _, layout := range []string{"20060102", "01022006"} {
		t, err := time.Parse(layout, m[1])
		if err == nil && t.Year() > 1990 && t.Year() < 2100 {
			return archive.Date{Year: t.Year(), Month: t.Month(), Day: t.Day()}, true
		}
	}
	return archive.Date{}, false
}
