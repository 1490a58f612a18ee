package cli

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"rulebook/archive"
	"rulebook/search"
	"rulebook/search/index"
)

type searchOptions struct {
	query   string
	in      string
	between string // A..B
	all     bool
	limit   int
	offset  int
	literal bool
	json    bool
}

func (a *app) searchCommand() *cobra.Command {
	o := searchOptions{limit: search.DefaultLimit}
	cmd := &cobra.Command{
		Use:   "search QUERY [--in REL | --between A B | --all] [--limit N] [--literal] [--json]",
		Short: "Find rules by their words, in one release or in all",
		Long: `Finds the rules, examples, headings and glossary terms with certain words: in
the newest release held, in the one that --in names, in those from A to B, or in
all. Each wording is one hit, with the releases in which it stood.

  excess damage      both words, in any form
  "excess damage"    the words as they stand, one after the other
  -flying            not this word
  a OR b, ( )        either, and what belongs together
  phas*  tramle~     words that begin so; words spelled nearly so
  near/5             as in: damage near/5 planeswalker
  702.19b            the rule itself
  rule:702  kind:glossary  heading:combat     where it stands
  in:IKO  since:2020  until:MOM               in which releases
  changed:IKO  gone:MOM                       what came or went with one

What players call otherwise than the book is found too; --literal turns that off.
docs/query-syntax.md has it all.`,
		Example: `  rulebook search trample
  rulebook search '"excess damage"'
  rulebook search damage planeswalker --between WAR MOM
  rulebook search 'battle kind:glossary' --all --json`,
		Args:              arguments(1, -1, "a query"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := oneAtMost(cmd, "in", "between", "all"); err != nil {
				return err
			}
			if o.limit < 1 || o.offset < 0 {
				return wrongUsage("--limit is at least 1 and --offset at least 0")
			}
			o.query = unshield(strings.Join(args, " "))
			return a.search(cmd.Context(), o)
		},
	}
	a.addIn(cmd, &o.in)
	a.addRelease(cmd, &o.between, "between", "the releases from `A` to B, which follows it")
	flags := cmd.Flags()
	flags.BoolVar(&o.all, "all", false, "all releases held")
	flags.IntVarP(&o.limit, "limit", "n", search.DefaultLimit, "show `N` hits at most")
	flags.IntVar(&o.offset, "offset", 0, "pass over the first `N` hits")
	flags.BoolVar(&o.literal, "literal", false, "only the book's own words")
	addJSON(cmd, &o.json)
	return cmd
}

func (a *app) search(ctx context.Context, o searchOptions) error {
	query, err := search.Parse(o.query)
	if err != nil {
		var syntax *search.SyntaxError
		if errors.As(err, &syntax) {
			return wrongUsage("%s", syntax)
		}
		return err
	}
	h, err := a.openHoldings(ctx)
	if err != nil {
		return err
	}
	scope, err := o.scope(h)
	if err != nil {
		return err
	}
	x, err := a.openIndex(ctx, h)
	if err != nil {
		return err
	}
	defer x.Close()
	results, err := x.Search(ctx, query, search.Options{Scope: scope, Limit: o.limit, Offset: o.offset, Literal: o.literal})
	if err != nil {
		return err
	}
	if o.json {
		return a.printJSON(results)
	}
	return a.printResults(h, results, o)
}

// scope is where to search, from the flags.
func (o *searchOptions) scope(h *holdings) (search.Scope, error) {
	switch {
	case o.all:
		return search.Scope{All: true}, nil
	case o.in != "":
		r, err := archive.ResolveRelease(h.releases, o.in)
		return search.In(r.Effective), err
	case o.between != "":
		first, last, both := strings.Cut(o.between, rangeSign)
		if !both {
			return search.Scope{}, wrongUsage("--between takes two releases; for example: --between WAR MOM")
		}
		from, err := archive.ResolveRelease(h.releases, first)
		if err != nil {
			return search.Scope{}, err
		}
		to, err := archive.ResolveRelease(h.releases, last)
		return search.Between(from.Effective, to.Effective), err
	}
	return search.Scope{}, nil
}

// openIndex opens the search index of the archive, and builds it when it is stale.
func (a *app) openIndex(ctx context.Context, src index.Source) (*index.Index, error) {
	return a.openIndexIn(ctx, indexPath(a.archivePath()), src)
}

func (a *app) openIndexIn(ctx context.Context, dir string, src index.Source) (*index.Index, error) {
	progress := a.streams.Progress()
	defer progress.Clear()
	x, err := index.Open(ctx, dir, src, func(done, total int) {
		progress.Show(done, total, "building the search index")
	})
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		return nil, &noIndexError{dir}
	}
	return x, err
}

// noIndexError says that there is no index to search with, and that none can be
// built where it belongs: a flaw of the folder, and none of the archive.
type noIndexError struct{ dir string }

func (e *noIndexError) Error() string {
	return "the search index cannot be read or written in " + e.dir +
		"; let somebody who may write there search once, or copy the archive to a folder of yours and name it with --archive"
}
