package cli

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"rulebook/archive/archivetest/hostile"
	"rulebook/cmd/internal/term"
)

// hostileFolder has a hostile rulebook and other texts that commands are given.
type hostileFolder struct {
	path                                string
	rules, card, source, excerpt, offer string
}

func newHostileFolder(t *testing.T) hostileFolder {
	t.Helper()
	f := hostileFolder{path: t.TempDir()}
	in := func(name string) string { return filepath.Join(f.path, name) }
	f.rules, f.offer = in("rules \x1b[2J\u202e"), in("offer")
	f.card, f.source, f.excerpt = in("card\u202e.txt"), in("source\u202e\x1b[2J.go"), in("excerpt\u202e.txt")
	for _, folder := range []string{f.rules, f.offer} {
		if err := os.Mkdir(folder, 0o755); err != nil {
			t.Skip("no such names for folders here: ", err)
		}
	}
	for path, text := range map[string]string{
		filepath.Join(f.rules, hostile.OlderFile):            hostile.Book(t, "BNG"),
		filepath.Join(f.rules, hostile.NewerFile):            hostile.Book(t, "IKO"),
		filepath.Join(f.rules, "refused\x1b[2J.txt"):         "%PDF-" + hostile.Text,
		filepath.Join(f.offer, "MagicCompRules20230616.txt"): hostile.Text,
		f.card: hostile.Card, f.source: hostile.Source, f.excerpt: hostile.Excerpt,
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

// look is a command line and the form of what it prints.
type look struct {
	form string
	args []string
}

var forms = map[string]func(string) error{
	"text": hostile.CheckText, "markdown": hostile.CheckMarkdown, "html": hostile.CheckHTML, "wikitext": hostile.CheckWikitext,
	"json": hostile.CheckJSON, "csv": hostile.CheckCSV, "svg": hostile.CheckXML,
}

// looks are command lines for every command in every form. Those that write come
// last, but for the import of it all.
func (f hostileFolder) looks() []look {
	older, newer, text := hostile.Older, hostile.Newer, hostile.Text
	var looks []look
	in := func(form string, lines ...[]string) {
		for _, args := range lines {
			looks = append(looks, look{form, args})
		}
	}
	in("text", []string{"import", f.rules}, []string{"import", "--excerpt", f.excerpt})
	// Every command as text, and then what makes it say something else.
	in("text",
		[]string{}, []string{text}, []string{"releases"}, []string{"releases", "--long"}, []string{"releases", newer}, []string{"releases", text},
		[]string{"show", "702.19"}, []string{"show", "702.19b", "--in", older}, []string{"show", "7"}, []string{"show", "glossary"}, []string{"show", "introduction"},
		[]string{"show", "contents"}, []string{"show", "credits"}, []string{"show", "trample"}, []string{"show", text}, []string{"show", "702", "--in", text},
		[]string{"show", "702.19b", "--in", "2011-09-30"},
		[]string{"history", "702.19b"}, []string{"history", "702"}, []string{"history", text}, []string{"blame", "702.19b"}, []string{"blame"}, []string{"blame", text},
		[]string{"search", "trample"}, []string{"search", "evil", "--all"}, []string{"search", text, "--all"}, []string{"search", "evlil\u202e"}, []string{"search", "trample", "--in", text},
		[]string{"first", "evil"}, []string{"first", text}, []string{"last", "evil"}, []string{"last", text},
		[]string{"trend", "evil"}, []string{"trend", text, "=evil", "+1/+1"},
		[]string{"keywords"}, []string{"keyword", "702.19"}, []string{"keyword", text},
		[]string{"annotate", f.card}, []string{"annotate", f.card, "--compare", older, newer}, []string{"annotate", text},
		[]string{"quote", "702.19"}, []string{"quote", "trample"}, []string{"quote", "702.19", "--if-changed-since", "2015-01-01"}, []string{"quote", text},
		[]string{"diff", older, newer}, []string{"diff", newer, older, "--unfold"}, []string{"diff", older, newer, "--stat"}, []string{"diff", older, newer, "--summary"},
		[]string{"diff", older, newer, "--format", "unified"}, []string{"diff", older, newer, "--format", "side-by-side"}, []string{"diff", older, text},
		[]string{"diff", older, newer, "--rule", text},
		[]string{"log"}, []string{"log", "--rule", "702.19"}, []string{"log", text}, []string{"terms", older, newer}, []string{"terms", older, text},
		[]string{"map", "--from", older}, []string{"map", text, "--from", older}, []string{"map", "--from", text},
		[]string{"cite", "check", f.source, "--as-of", older}, []string{"cite", "check", f.source, "--as-of", older, "--all", "--fix", "--dry-run"},
		[]string{"cite", "check", f.path, "--as-of", text},
		[]string{"verify"}, []string{"verify", "--excerpt", f.excerpt}, []string{"verify", "--excerpt", f.rules},
		[]string{"pin", "--from", older + ":702.19b", "--to", newer + ":none"}, []string{"pin"}, []string{"pin", "--from", older + ":trample", "--to", newer + ":" + text}, []string{"pin", "--import", f.card},
		[]string{"serve", "--addr", text}, []string{"naming", "--help"}, []string{"help", text}, []string{"completion", text},
		[]string{"__complete", "show", "702"}, []string{"__complete", "show", "tr"}, []string{"__complete", "diff", ""}, []string{"__complete", "keyword", ""},
	)
	in("markdown", []string{"history", "702.19b", "--format", "markdown"}, []string{"history", "trample", "--format", "markdown"},
		[]string{"annotate", f.card, "--format", "markdown"}, []string{"quote", "702.19", "--format", "markdown"},
		[]string{"diff", older, newer, "--format", "markdown"}, []string{"diff", newer, older, "--format", "markdown", "--unfold"})
	in("html", []string{"annotate", f.card, "--format", "html"}, []string{"quote", "702.19", "--format", "html"}, []string{"diff", older, newer, "--format", "html"})
	in("wikitext", []string{"quote", "702.19", "--format", "wikitext"})
	in("csv", []string{"trend", text, "=evil", "+1/+1", "--csv"}, []string{"map", "--from", older, "--csv"})
	in("svg", []string{"trend", text, "=evil", "--svg", "-"})
	in("json", []string{"cite", "check", f.source, "--as-of", older, "--format", "sarif"}, []string{"dump"},
		[]string{"releases", "--json"}, []string{"releases", newer, "--json"}, []string{"show", "702.19", "--json"}, []string{"history", "702.19b", "--json"}, []string{"blame", "702.19b", "--json"},
		[]string{"search", text, "--all", "--json"}, []string{"search", "trample", "--json"}, []string{"first", "evil", "--json"}, []string{"last", "evil", "--json"},
		[]string{"trend", text, "--json"}, []string{"keywords", "--json"}, []string{"keyword", "702.19", "--json"}, []string{"annotate", f.card, "--json"},
		[]string{"quote", "702.19", "--json"}, []string{"diff", older, newer, "--json"}, []string{"log", "--json"}, []string{"terms", older, newer, "--json"},
		[]string{"map", "--from", older, "--json"}, []string{"cite", "check", f.source, "--as-of", older, "--json"}, []string{"verify", "--json"}, []string{"verify", "--excerpt", f.excerpt, "--json"},
		[]string{"pin", "--json"}, []string{"raw", newer, "--json"}, []string{"serve", "--addr", text, "--json"},
		[]string{"import", f.rules, "--json"}, []string{"import", "--excerpt", f.excerpt, "--json"})
	in("text", []string{"raw", newer, "--to", filepath.Join(f.path, "raw\u202e")}, []string{"raw", text},
		[]string{"rebuild"}, []string{"import", f.rules, "--replace"}, []string{"import", text}, []string{"sample"},
		[]string{"fetch", "LTR", "--from", f.offer, "--to", filepath.Join(f.path, "got\u202e")}, []string{"fetch", text}, []string{"fetch", "LTR", "--from", text},
		[]string{"export", filepath.Join(f.path, "pages\u202e")}, []string{"export", f.rules})
	in("json", []string{"rebuild", "--json"}, []string{"sample", "--json"}, []string{"fetch", "LTR", "--from", f.offer, "--to", filepath.Join(f.path, "got\u202e"), "--json"},
		[]string{"export", filepath.Join(f.path, "pages\u202e"), "--json"})
	return looks
}

// What a rulebook, a text, a source, a file's name or an argument holds to do harm is
// harmless in every form of every command.
func TestEveryCommandIsHarmless(t *testing.T) {
	f := newHostileFolder(t)
	p := program{archive: filepath.Join(f.path, "evil\x1b[2J.db")}
	looks := f.looks()
	shown := 0
	for _, l := range looks {
		_, stdout, stderr := p.run(t, context.Background(), l.args...)
		if stdout+stderr == "" {
			t.Errorf("%.300q says nothing", l.args)
		}
		if err := forms[l.form](stdout); err != nil {
			t.Errorf("%.300q: %v", l.args, err)
		}
		if err := hostile.CheckText(stderr); err != nil {
			t.Errorf("%.300q, on standard error: %v", l.args, err)
		}
		if strings.Contains(stdout, hostile.Mark) {
			shown++
		}
	}
	if shown < len(looks)/2 {
		t.Errorf("only %d of %d command lines show something hostile", shown, len(looks))
	}
	root := p.app(&term.Streams{}).rootCommand()
	for _, cmd := range leaves(root) {
		for _, form := range formsOf(cmd) {
			if !slices.ContainsFunc(looks, func(l look) bool { return l.shows(root, cmd, form) }) {
				t.Errorf("%s is not looked at as %s", cmd.CommandPath(), form)
			}
		}
	}
}

// leaves are the commands under one that do something themselves.
func leaves(cmd *cobra.Command) []*cobra.Command {
	var out []*cobra.Command
	for _, c := range cmd.Commands() {
		if c.HasSubCommands() {
			out = append(out, leaves(c)...)
		} else if c.RunE != nil {
			out = append(out, c)
		}
	}
	return out
}

// formsOf are the flags with which a command prints in another form, "" for none.
func formsOf(cmd *cobra.Command) []string {
	all := []string{""}
	for _, name := range []string{"json", "csv", "svg"} {
		if cmd.Flags().Lookup(name) != nil {
			all = append(all, "--"+name)
		}
	}
	if flag := cmd.Flags().Lookup("format"); flag != nil {
		for _, name := range flag.Value.(*oneOf).allowed {
			if name != formatText && name != formatJSON {
				all = append(all, "--format "+name)
			}
		}
	}
	return all
}

// shows reports whether a command line is of a command in a form.
func (l look) shows(root, cmd *cobra.Command, form string) bool {
	found, _, err := root.Find(l.args)
	return err == nil && found == cmd && strings.Contains(strings.Join(l.args, " "), form)
}
