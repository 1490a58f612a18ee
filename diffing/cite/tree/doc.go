// Package tree finds the text files under some paths as people mean them: without
// what git ignores, without binary files, and never through a symbolic link. It is
// the only importer of fluxcd/pkg/sourceignore, for its reading of ignore patterns.
package tree
