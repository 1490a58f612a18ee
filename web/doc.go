// Package web serves an archive as pages that one reads, links to and prints:
// releases, rules, diffs, histories, the glossary and the search.
//
// Every page is rendered on the server and complete without JavaScript. A page
// has one address that stays: dated addresses never redirect, codes and "latest"
// redirect to dates. What is shown comes through two small interfaces, Archive
// here and Searcher in package search, so that no page knows where it is stored.
package web
