// Package trend counts terms over the releases of a rulebook: how often each stands
// in which release, in how many entries, where it first and last stood. It draws the
// counts as a sparkline and as a chart in SVG.
package trend
