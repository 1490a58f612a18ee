// Package sqlite is the store: one SQLite file that holds the raw bytes of every
// release, what they print, and what alignment derived from them. It is the only
// importer of go-sqlite3.
//
// One connection writes, in immediate transactions; a pool of others reads, and
// sees the archive as it was before a transaction until the whole of it is there.
package sqlite
