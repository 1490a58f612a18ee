package diffing

import (
	"encoding/binary"
	"encoding/json"
	"testing"

	"rulebook/archive"
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
		r, err := ReadDigest(old.Release, new.Release, sealed(old, new, found))
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

// A digest that is sealed as it should be and says what no report says is none: a change
// without the sides of its kind, an unknown kind or class, more items than there can be.
func TestImpossibleDigests(t *testing.T) {
	old, new := shelf(t, "702 Boats", "702.6 Sailing"), shelf(t, "702 Boats", "702.6 Drifting")
	for _, kind := range append(allKinds, "odd") {
		for _, class := range append(allClasses, "odd") {
			for sides := range 4 {
				r := &Report{Old: old.Release, New: new.Release, Changes: []Change{{Kind: kind, Class: class}}}
				c := &r.Changes[0]
				if sides&1 != 0 {
					c.Old = bare(&old.Entries[1])
				}
				if sides&2 != 0 {
					c.New = bare(&new.Entries[1])
				}
				k := codec{writing: true, places: make(map[string]int)}
				k.report(r)
				_, err := ReadDigest(old.Release, new.Release, sealed(old, new, k.done()))
				possible := kind != "odd" && class != "odd" && kind.has(c.Old != nil, c.New != nil)
				if (err == nil) != possible {
					t.Errorf("%s, %s, sides %b: %v", kind, class, sides, err)
				}
			}
		}
	}
	for _, counts := range [][]uint64{{1 << 40}, {0, 0, 0, 1 << 40}, {0, 0, 0, 0, 1 << 40}, {0, 0, 0, 0, 1 << 17}} {
		var found []byte
		for _, n := range counts {
			found = binary.AppendUvarint(found, n)
		}
		found = append(found, make([]byte, 1<<20)...)
		if _, err := ReadDigest(old.Release, new.Release, sealed(old, new, found)); err == nil {
			t.Errorf("%d: it is read", counts)
		}
	}
	whole := Compare(old, new, paired(2, 0, 1)).Digest()
	if _, err := ReadDigest(old.Release, new.Release, whole); err != nil {
		t.Error(err)
	}
	other := new.Release
	other.Effective.Day++
	if _, err := ReadDigest(old.Release, other, whole); err == nil {
		t.Error("it is read as that of two other releases")
	}
}

func sealed(old, new *archive.Snapshot, found []byte) []byte {
	return append(binary.BigEndian.AppendUint32([]byte{digestVersion}, checksum(old.Release, new.Release, found)), found...)
}
