// Package cli is the command line: the one place where the parts of rulebook
// meet. A command is an options struct, filled from flags and arguments, and a
// run function over it; streams come from package term, errors become exit codes
// in one place.
//
// How errors read: lower case, one sentence, and at its end what to do next.
// Data goes to standard output, everything else to standard error.
package cli
