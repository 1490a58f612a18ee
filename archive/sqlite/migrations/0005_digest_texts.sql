-- A digest holds the texts of what changed. Those of before are of no use any more; a
-- rebuild makes them anew.
DELETE FROM digest;
