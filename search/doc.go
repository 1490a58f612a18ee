// Package search is the meaning of a search: the query as a tree of nodes that
// print themselves, the words a text is made of, what may be asked besides the
// query, and what comes back. It knows no engine; package search/index answers.
//
// docs/query-syntax.md is the user's page of what is here.
package search
