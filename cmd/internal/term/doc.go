// Package term is the terminal: the streams a command reads and writes, how wide
// the page is, which colours it may use, the pager, and the line of progress. It
// is the only place with escape codes.
//
// What is printed looks the same with and without colour: colour only ever
// repeats what a sign or a word says.
package term
