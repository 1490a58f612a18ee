package cli

import (
	"slices"
	"strings"
)

// rangeSign stands between two releases in the value of a flag.
const rangeSign = ".."

// shield stands before an argument that begins with a hyphen and is no flag. It is
// a noncharacter of Unicode, which no text holds.
const shield = "\ufdd2"

// searchArguments makes the arguments of a search, or of a count or look-up of
// words, such as flags can be read from: --between takes two values, and words may be
// -1/-1 or -flying, which are no flags. Other commands' arguments stay as they are.
func searchArguments(args []string) []string {
	at := 0
	for at < len(args) && strings.HasPrefix(args[at], "-") {
		if args[at] == "--archive" {
			at++ // its value
		}
		at++
	}
	if at >= len(args) || !slices.Contains([]string{"search", "trend", "first", "last"}, args[at]) {
		return args
	}
	out := slices.Clone(args[:at+1])
	rest := args[at+1:]
	for i := 0; i < len(rest); i++ {
		arg := rest[i]
		switch {
		case arg == "--":
			return append(out, rest[i:]...)
		case arg == "--between" && i+2 < len(rest) && !strings.Contains(rest[i+1], rangeSign):
			out = append(out, "--between="+rest[i+1]+rangeSign+rest[i+2])
			i += 2
		case isQueryWord(arg):
			out = append(out, shield+arg)
		default:
			out = append(out, arg)
		}
	}
	return out
}

// isQueryWord reports whether an argument with one hyphen is part of a query: it
// has more behind it than the letter of a flag, or a flag's letter and its number.
func isQueryWord(arg string) bool {
	if len(arg) <= len("-n") || arg[0] != '-' || arg[1] == '-' {
		return false
	}
	isLimit := arg[1] == 'n' && strings.Trim(arg[2:], "=0123456789") == ""
	return !isLimit
}

// unshield gives the words of a query back as they were written.
func unshield(s string) string { return strings.ReplaceAll(s, shield, "") }
