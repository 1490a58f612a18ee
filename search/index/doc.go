// Package index answers searches with Bleve and is the only importer of it. It
// uses Bleve's segment files (zapx), its searchers and its BM25; see engine for why
// not the whole.
//
// An index is disposable. It is built from a Source, aside and in batches, renamed
// into place, and opened for reading only, so that any number of processes share
// it. Its folder's name holds the archive's generation and Version; an index of
// another generation is stale and built anew.
//
// A document is one wording of one lineage, or one wording of one example, with
// the stretches of releases in which it stood. Bleve holds its words; what it is
// (kind, numbers, stretches) stands in a small table beside, the facts, which is
// read whole when the index is opened and decides about scope and order.
package index
