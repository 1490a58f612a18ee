-- What was published: facts of the files. Nothing here is derived but the folds.

CREATE TABLE meta (
	key   TEXT PRIMARY KEY,
	value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO meta VALUES ('generation', '0');

-- Raw bytes as imported, packed with zstd; base names the raw bytes that serve
-- as the dictionary, as neighbouring releases are nearly the same.
CREATE TABLE raw (
	sha256 TEXT PRIMARY KEY,
	base   TEXT REFERENCES raw DEFERRABLE INITIALLY DEFERRED,
	depth  INTEGER NOT NULL,
	size   INTEGER NOT NULL,
	packed BLOB NOT NULL
) STRICT;

-- Every release known, held (sha256 is not null) or not.
CREATE TABLE release (
	id        INTEGER PRIMARY KEY,
	effective TEXT NOT NULL UNIQUE CHECK (effective GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
	code      TEXT NOT NULL,
	name      TEXT NOT NULL,
	url       TEXT NOT NULL DEFAULT '',
	sample    INTEGER NOT NULL DEFAULT 0,
	excerpt   INTEGER NOT NULL DEFAULT 0,
	file      TEXT NOT NULL DEFAULT '',
	sha256    TEXT REFERENCES raw DEFERRABLE INITIALLY DEFERRED,
	bytes     INTEGER NOT NULL DEFAULT 0,
	format    TEXT NOT NULL DEFAULT '',
	encoding  TEXT NOT NULL DEFAULT '',
	given_encoding  TEXT NOT NULL DEFAULT '', -- told at import, not found
	given_effective TEXT NOT NULL DEFAULT '',
	sections  INTEGER NOT NULL DEFAULT 0,
	headings  INTEGER NOT NULL DEFAULT 0,
	rules     INTEGER NOT NULL DEFAULT 0,
	examples  INTEGER NOT NULL DEFAULT 0,
	glossary  INTEGER NOT NULL DEFAULT 0,
	front     TEXT NOT NULL DEFAULT '[]', -- JSON: lines before the introduction
	flags     TEXT NOT NULL DEFAULT '[]', -- JSON: lasting flaws, in words
	warnings  TEXT NOT NULL DEFAULT '[]'  -- JSON: objects of line and message
) STRICT;

-- One folded wording: equal folds differ in typography only.
CREATE TABLE fold (
	id   INTEGER PRIMARY KEY,
	hash BLOB NOT NULL UNIQUE,
	text TEXT NOT NULL
) STRICT;

-- One exact wording, stored once however many releases print it.
CREATE TABLE wording (
	id       INTEGER PRIMARY KEY,
	hash     BLOB NOT NULL UNIQUE,
	fold     INTEGER NOT NULL REFERENCES fold,
	text     TEXT NOT NULL,
	examples TEXT NOT NULL DEFAULT '' -- JSON array, or empty for none
) STRICT;

-- What an entry is called, stored once: its kind, and its number as parsed, its
-- number as printed where that differs, or its glossary term.
CREATE TABLE name (
	id     INTEGER PRIMARY KEY,
	kind   INTEGER NOT NULL,
	number TEXT NOT NULL,
	label  TEXT NOT NULL,
	term   TEXT NOT NULL,
	UNIQUE (number, term, kind, label)
) STRICT;

-- What a release prints, in printed order.
CREATE TABLE entry (
	release  INTEGER NOT NULL REFERENCES release ON DELETE CASCADE,
	position INTEGER NOT NULL,
	name     INTEGER NOT NULL REFERENCES name,
	wording  INTEGER NOT NULL REFERENCES wording,
	line     INTEGER NOT NULL,
	PRIMARY KEY (release, position)
) STRICT, WITHOUT ROWID;

-- What is derived by alignment, and can be made anew from the above.

CREATE TABLE reason (
	id   INTEGER PRIMARY KEY,
	text TEXT NOT NULL UNIQUE
) STRICT;

-- The lives of rules, in order of birth.
CREATE TABLE lineage (
	id           INTEGER PRIMARY KEY,
	born         INTEGER NOT NULL REFERENCES release,
	last         INTEGER NOT NULL REFERENCES release,
	gone         INTEGER REFERENCES release,
	split_from   INTEGER,
	merged_into  INTEGER,
	origin       INTEGER NOT NULL REFERENCES reason,
	origin_score REAL NOT NULL,
	origin_hand  INTEGER NOT NULL,
	fate         INTEGER REFERENCES reason,
	fate_score   REAL NOT NULL,
	fate_hand    INTEGER NOT NULL
) STRICT;

-- How each entry answers to the held release before. relation: 0 continues
-- previous, 1 added (previous is the candidate not believed), 3 split from previous.
CREATE TABLE link (
	release  INTEGER NOT NULL REFERENCES release ON DELETE CASCADE,
	position INTEGER NOT NULL,
	relation INTEGER NOT NULL,
	previous INTEGER,
	lineage  INTEGER NOT NULL,
	reason   INTEGER NOT NULL REFERENCES reason,
	score    REAL NOT NULL,
	by_hand  INTEGER NOT NULL,
	PRIMARY KEY (release, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX link_by_lineage ON link (lineage, release, position);

-- The few links that are not certain: what a comparison of far releases asks for.
CREATE INDEX link_unsure ON link (release) WHERE relation = 0 AND score < 1;

-- Entries of the release before (position) that end with this release.
-- relation: 2 removed (next is the candidate not believed), 4 merged into next.
CREATE TABLE ending (
	release  INTEGER NOT NULL REFERENCES release ON DELETE CASCADE,
	position INTEGER NOT NULL,
	relation INTEGER NOT NULL,
	next     INTEGER,
	reason   INTEGER NOT NULL REFERENCES reason,
	score    REAL NOT NULL,
	by_hand  INTEGER NOT NULL,
	PRIMARY KEY (release, position)
) STRICT, WITHOUT ROWID;

-- Pairs corrected by hand; to_name 'none' says that the rule has no successor.
CREATE TABLE pin (
	from_release TEXT NOT NULL,
	from_name    TEXT NOT NULL,
	to_release   TEXT NOT NULL,
	to_name      TEXT NOT NULL,
	PRIMARY KEY (from_release, from_name, to_release)
) STRICT, WITHOUT ROWID;

-- Pieces of releases as people keep them; never counted as a release.
CREATE TABLE excerpt (
	id       INTEGER PRIMARY KEY,
	sha256   TEXT NOT NULL REFERENCES raw DEFERRABLE INITIALLY DEFERRED,
	rule     TEXT NOT NULL, -- that a history page is about, as told at import; else empty
	file     TEXT NOT NULL,
	bytes    INTEGER NOT NULL,
	encoding TEXT NOT NULL,
	warnings TEXT NOT NULL,
	UNIQUE (sha256, rule)
) STRICT;

CREATE TABLE excerpt_block (
	excerpt   INTEGER NOT NULL REFERENCES excerpt ON DELETE CASCADE,
	block     INTEGER NOT NULL,
	effective TEXT NOT NULL, -- empty where no label bears a date
	set_name  TEXT NOT NULL,
	line      INTEGER NOT NULL,
	PRIMARY KEY (excerpt, block)
) STRICT, WITHOUT ROWID;

CREATE TABLE excerpt_rule (
	excerpt  INTEGER NOT NULL,
	block    INTEGER NOT NULL,
	position INTEGER NOT NULL,
	name     INTEGER NOT NULL REFERENCES name,
	wording  INTEGER NOT NULL REFERENCES wording,
	line     INTEGER NOT NULL,
	cut      INTEGER NOT NULL,
	PRIMARY KEY (excerpt, block, position),
	FOREIGN KEY (excerpt, block) REFERENCES excerpt_block ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
