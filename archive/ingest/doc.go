// Package ingest is the import of published files: read, compare with what is
// held, store, align with the neighbours in date order. All of one import happens
// in one transaction, so that readers see the archive before it or after it, and
// any order of import ends in the same archive.
package ingest
