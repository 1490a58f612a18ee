-- What was found when a release was compared with the held one before it: which entries
-- of either changed and how, see packDigest. Derived, as links are; an archive that was
-- brought up to date has none until it is rebuilt, and its releases are compared anew.
CREATE TABLE digest (
	release INTEGER PRIMARY KEY REFERENCES release ON DELETE CASCADE,
	packed  BLOB NOT NULL
) STRICT;
