// Package render draws a diffing.Report: as text for a terminal or a pipe, as a
// unified diff, side by side, as Markdown and as one self-contained HTML page,
// and as a line or a table of figures.
//
// Every renderer is a pure function of the report and its options, over the same
// changes in the same order. None knows an escape code: a terminal's styles come
// in as the strings that switch them on and off.
package render
