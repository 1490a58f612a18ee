package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rulebook/archive"
)

// oneOf is the value of a flag that takes one of a few words. It validates and
// completes itself.
type oneOf struct {
	value   *string
	allowed []string
}

// addOneOf adds a flag whose value is one of allowed; the value there is before
// is the default and may be empty.
func addOneOf(cmd *cobra.Command, value *string, name string, allowed []string, usage string) {
	cmd.Flags().Var(&oneOf{value, allowed}, name, usage+": "+orList(allowed))
	complete(cmd, name, cobra.FixedCompletions(allowed, cobra.ShellCompDirectiveNoFileComp))
}

func (o *oneOf) String() string { return *o.value }

// Type is what the help calls the value.
func (o *oneOf) Type() string { return "NAME" }

// Set takes one of the words; letter case, spaces, hyphens and underscores in
// it do not matter.
func (o *oneOf) Set(s string) error {
	plain := func(s string) string {
		return strings.ToLower(strings.NewReplacer(" ", "", "-", "", "_", "").Replace(s))
	}
	at := slices.IndexFunc(o.allowed, func(a string) bool { return plain(a) == plain(s) })
	if at < 0 {
		return fmt.Errorf("none of %s", o.choices())
	}
	*o.value = o.allowed[at]
	return nil
}

func (o *oneOf) choices() string { return orList(o.allowed) }

// orList is "a, b or c".
func orList(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// someOf is the value of a flag that takes any of a few words, with commas between
// them or the flag given again.
type someOf[T ~string] struct {
	values  *[]T
	allowed []string
}

func addSomeOf[T ~string](cmd *cobra.Command, values *[]T, name string, allowed []T, usage string) {
	words := make([]string, len(allowed))
	for i, a := range allowed {
		words[i] = string(a)
	}
	cmd.Flags().Var(&someOf[T]{values, words}, name, usage+": "+orList(words))
	complete(cmd, name, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
}

func (o *someOf[T]) String() string {
	words := make([]string, len(*o.values))
	for i, v := range *o.values {
		words[i] = string(v)
	}
	return strings.Join(words, ",")
}

// Type is what the help calls the value.
func (o *someOf[T]) Type() string { return "LIST" }

// Set adds the words of a list.
func (o *someOf[T]) Set(s string) error {
	for _, word := range strings.Split(s, ",") {
		var one string
		if err := (&oneOf{&one, o.allowed}).Set(strings.TrimSpace(word)); err != nil {
			return err
		}
		*o.values = append(*o.values, T(one))
	}
	return nil
}

func (o *someOf[T]) choices() string { return orList(o.allowed) }

// dateValue is the value of a flag that takes a day.
type dateValue struct{ date *archive.Date }

func (d *dateValue) String() string { return d.date.String() }

// Type is what the help calls the value.
func (d *dateValue) Type() string { return "DATE" }

// Set takes YYYY-MM-DD.
func (d *dateValue) Set(s string) error {
	v, err := archive.ParseDate(s)
	if err == nil {
		*d.date = v
	}
	return err
}

// releaseValue is the value of a flag that names a release. An empty one is most
// often a shell's unset variable, and does not mean the newest.
type releaseValue struct{ ref *string }

func (v *releaseValue) String() string { return *v.ref }

// Type is what the help calls the value.
func (v *releaseValue) Type() string { return "REL" }

// Set takes any name of a release that is not empty.
func (v *releaseValue) Set(s string) error {
	if strings.TrimSpace(s) == "" {
		return errors.New("empty")
	}
	*v.ref = s
	return nil
}

// complete registers the completion of a flag's value. It fails only for a flag
// that is not there, which the tests of every command would show.
func complete(cmd *cobra.Command, flag string, f cobra.CompletionFunc) {
	if err := cmd.RegisterFlagCompletionFunc(flag, f); err != nil {
		panic(err)
	}
}

// addJSON adds --json.
func addJSON(cmd *cobra.Command, value *bool) {
	cmd.Flags().BoolVar(value, "json", false, "print a JSON document (see docs/json.md)")
}

// oneAtMost returns a usage error when more than one of some flags was given.
func oneAtMost(cmd *cobra.Command, names ...string) error {
	var given []string
	for _, name := range names {
		if cmd.Flags().Changed(name) {
			given = append(given, "--"+name)
		}
	}
	if len(given) > 1 {
		return wrongUsage("%s do not go together; give one of them", strings.Join(given, " and "))
	}
	return nil
}
