package cli

import (
	"strconv"
	"strings"
)

// sampleNotice is what every output over the bundled sample says.
const sampleNotice = "a sample in our own words, not the published rules"

// count is a number with its noun: "1 release", "1,379 rules".
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return grouped(int64(n)) + " " + many
}

// grouped writes a number with its thousands apart: 1,379.
func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, s = "-", s[1:]
	}
	var b strings.Builder
	for i, r := range s {
		if i > 0 && (len(s)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(r)
	}
	return sign + b.String()
}
