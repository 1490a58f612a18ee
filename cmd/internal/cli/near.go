package cli

import (
	"context"
	"strings"

	"rulebook/search"
)

// nearWords are words of the book that a phrase may have meant in which nothing was
// found, as far as the search index knows; else empty.
func (a *app) nearWords(ctx context.Context, h *holdings, phrase string) string {
	var words []string
	for _, t := range search.Tokenize(phrase) {
		words = append(words, t.Text)
	}
	query, err := search.Parse(`"` + strings.Join(words, " ") + `"`)
	if err != nil {
		return ""
	}
	x, err := a.openIndex(ctx, h)
	if err != nil { // then there is no advice; what was asked for is answered all the same
		return ""
	}
	defer x.Close()
	found, err := x.Search(ctx, query, search.Options{Scope: search.Scope{All: true}, Limit: 1})
	if err != nil {
		return ""
	}
	return strings.Trim(found.DidYouMean, `"`)
}
