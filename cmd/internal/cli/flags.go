package cli

import (
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
	cmd.Flags().Var(&oneOf{value, allowed}, name, usage)
	complete(cmd, name, cobra.FixedCompletions(allowed, cobra.ShellCompDirectiveNoFileComp))
}

func (o *oneOf) String() string { return *o.value }

// Type is what the help calls the value.
func (o *oneOf) Type() string { return strings.Join(o.allowed, "|") }

// Set takes one of the words; letter case, spaces, hyphens and underscores in
// it do not matter.
func (o *oneOf) Set(s string) error {
	plain := func(s string) string { return strings.ToLower(strings.NewReplacer(" ", "", "-", "", "_", "").Replace(s)) }
	at := slices.IndexFunc(o.allowed, func(a string) bool { return plain(a) == plain(s) })
	if at < 0 {
		return fmt.Errorf("none of %s", o.choices())
	}
	*o.value = o.allowed[at]
	return nil
}

func (o *oneOf) choices() string {
	last := len(o.allowed) - 1
	return strings.Join(o.allowed[:last], ", ") + " or " + o.allowed[last]
}

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
