-- What each release prints as one value: for each of its entries, in printed order, the
-- identities of name and wording as in entry, see packSheet. Whoever asks about
-- all releases reads these in the place of a quarter of a million rows.
CREATE TABLE sheet (
	release INTEGER PRIMARY KEY REFERENCES release ON DELETE CASCADE,
	packed  BLOB NOT NULL
) STRICT;

-- For counting terms: the wordings of a fold without a walk over all their texts.
CREATE INDEX IF NOT EXISTS wording_by_fold ON wording (fold);
