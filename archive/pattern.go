package archive

import (
	"regexp"
	"sync"
)

// Pattern is a regular expression that is compiled when it is first asked for: together
// they would take a twentieth of what a short command takes. It panics then when
// the expression is none.
func Pattern(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
