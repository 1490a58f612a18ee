package diffing

import (
	"encoding/binary"
	"encoding/json"
	"hash/crc32"
	"testing"
)

// Whatever a digest holds, reading it ends in a report whose edits are its texts to
// the byte, or in ErrNoDigest.
func FuzzReadDigest(f *testing.F) {
	old := shelf(f, "702 Boats", "702.6 Sailing", "702.6a A boat sails. It may sink.", "703.1 It’s a boat.", "704.1 See rule 702.6a, 703.1, or 704.2.", "Barge: A boat of any size.")
	new := shelf(f, "702 Boats", "702.6 Sailing", "702.7 Drifting", "702.6a It may sink. A boat drifts.", "703.2 It's a boat.", "704.1 See rule 702.6a, 703.2, 704.2, or 704.3.", "Barge: A boat of some size.")
	old.Entries[3].Examples, new.Entries[4].Examples = []string{"A barge is a boat."}, []string{"A raft is a boat.", "A barge is one boat."}
	digest := Compare(old, new, paired(7, 0, 1, 3, 4, 5, -1)).Digest()
	const head = 5
	f.Add(digest[head:])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, found []byte) {
		sealed := append(binary.BigEndian.AppendUint32([]byte{digestVersion}, crc32.ChecksumIEEE(found)), found...)
		r, err := ReadDigest(old.Release, new.Release, sealed)
		if err != nil {
			return
		}
		if _, err := json.Marshal(r); err != nil {
			t.Error(err)
		}
		for i := range r.Changes {
			c, texts := &r.Changes[i], [2]string{}
			if c.Old != nil {
				texts[0] = c.Old.Text
			}
			if c.New != nil {
				texts[1] = c.New.Text
			}
			if len(c.Edits) > 0 {
				holdsBoth(t, c.Edits, texts[0], texts[1])
			}
		}
	})
}
