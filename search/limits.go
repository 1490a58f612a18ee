package search

import "time"

// Limits on what one search may ask for. Each is met with a sentence: a
// SyntaxError where the query cannot be answered, a note where part of it was.
const (
	// MaxQueryBytes bounds the text of a query: the longest rule's first
	// sentence fits four times over.
	MaxQueryBytes = 2000
	// MaxTerms bounds the words, phrases and fields of a query, since each costs
	// a walk through the index.
	MaxTerms = 64
	// MaxDepth bounds parentheses within parentheses, and so the stack.
	MaxDepth = 32
	// MaxNear bounds near/N: no further apart than one paragraph can tell.
	MaxNear = 50
	// MaxExpansion bounds the words that one pattern (word*) or one misspelling
	// (word~) stands for.
	MaxExpansion = 400
	// MaxLimit bounds the hits of one page of results, DefaultLimit is what a
	// search gives when none is asked for.
	MaxLimit     = 500
	DefaultLimit = 20
	// MaxTime bounds the work of one search.
	MaxTime = time.Second
)
