-- What was found when a release was compared with the held one before it, as package
-- diffing writes it, packed with zstd. Derived, as links are; an archive that was
-- brought up to date has none until it is rebuilt, and its releases are compared anew.
CREATE TABLE digest (
	release INTEGER PRIMARY KEY REFERENCES release ON DELETE CASCADE,
	packed  BLOB NOT NULL
) STRICT;
