// Package fetch gets published files from where they are offered: the publisher's
// address, a mirror, or a folder. It leaves them in a folder, each under its
// official name and only when it is whole and right, and imports nothing.
//
// A file is first written beside its name, as NAME.part with a note of where it
// came from in NAME.part.json, and renamed at the end. A download that broke off
// goes on from there, in the same run or in the next.
package fetch
