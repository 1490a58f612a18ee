package diffing

import (
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"

	"rulebook/archive"
)

// A digest is a report without the texts: which entries of either book changed, and
// what was found about them. Together with those entries it gives the report again, so
// that an archive can keep what a comparison of two neighbours found, and show it without
// reading the two books.

// digestVersion counts up whenever the layout changes, or what Compare finds: what an
// older program kept is compared anew then.
const digestVersion = 1

// ErrNoDigest says that what was kept is no digest of this version of the program, or
// not of these entries. The two books have to be compared then.
var ErrNoDigest = errors.New("no digest of these entries")

// Digest packs what a whole report shows: changes of typography are counted alone.
func (r *Report) Digest() archive.Digest {
	k := codec{writing: true, places: make(map[string]int)}
	k.report(r.Filter(Filter{}))
	found := k.done()
	head := binary.BigEndian.AppendUint32([]byte{digestVersion}, crc32.ChecksumIEEE(found))
	return archive.Digest{Old: k.old.positions, New: k.new.positions, Found: append(head, found...)}
}

// Keeper is an archive that keeps digests.
type Keeper interface {
	// Digest returns two releases with the entries that changed alone, and what was
	// found; nothing found where no digest of them was kept.
	Digest(ctx context.Context, old, new archive.Date) (from, to *archive.Snapshot, found []byte, err error)
}

// Kept returns what was kept at import of a release and the held one before it: the
// view of ReadDigest. It is nil where none was kept, or by another version of the
// program: then the two have to be compared.
func Kept(ctx context.Context, k Keeper, old, new archive.Date) (*Report, error) {
	from, to, found, err := k.Digest(ctx, old, new)
	if err != nil || found == nil {
		return nil, err
	}
	r, err := ReadDigest(from, to, found)
	if errors.Is(err, ErrNoDigest) {
		return nil, nil
	}
	return r, err
}

// ReadDigest returns the view without changes of typography of the report that a digest
// was made of. old and new are the two releases with the entries at the digest's positions,
// in that order, and no others; lineages are not asked for. It returns ErrNoDigest when
// found is damaged, of another version or of other entries.
//
// The view knows how many entries stayed as they were or changed in typography, but not
// which: it cannot be narrowed further.
func ReadDigest(old, new *archive.Snapshot, found []byte) (*Report, error) {
	const head = 5 // bytes of version and checksum
	if len(found) < head || found[0] != digestVersion || binary.BigEndian.Uint32(found[1:]) != crc32.ChecksumIEEE(found[head:]) {
		return nil, ErrNoDigest
	}
	k := codec{old: touched{entries: old.Entries}, new: touched{entries: new.Entries}}
	k.begin(found[head:])
	r := &Report{Old: old.Release, New: new.Release}
	k.report(r)
	if k.failed || len(k.numbers)+len(k.old.entries)+len(k.new.entries) > 0 {
		return nil, ErrNoDigest
	}
	r.Moves = movesOf(r.Changes)
	r.Titles = titlesOf(r.Changes)
	r.count(r.Counts.Unchanged, r.Counts.Typography)
	return r, nil
}

func (k *codec) report(r *Report) {
	k.number(&r.Counts.Unchanged)
	k.number(&r.Counts.Typography)
	each(k, &r.Shifts, k.shift)
	each(k, &r.Changes, k.change)
}

func (k *codec) shift(s *Shift) {
	k.text((*string)(&s.Kind))
	k.text(&s.From)
	k.text(&s.To)
	k.number(&s.Occurrences)
	k.number(&s.Rules)
	k.text(&s.First)
	k.text(&s.Section)
}

func (k *codec) change(c *Change) {
	hasOld, hasNew, hasMembers := c.Old != nil, c.New != nil, c.Members != nil
	k.flags(&hasOld, &hasNew, &hasMembers, &c.ByHand, &c.TermOnly)
	k.text((*string)(&c.Kind))
	k.text((*string)(&c.Class))
	k.text(&c.Reason)
	k.share(&c.Confidence)
	k.text(&c.SplitFrom)
	k.text(&c.MergedInto)
	k.text(&c.Candidate)
	old, new := k.side(&c.Old, &k.old, hasOld), k.side(&c.New, &k.new, hasNew)
	k.edits(&c.Edits, old.Text, new.Text)
	each(k, &c.Examples, func(x *ExampleChange) {
		oldIndex, newIndex := x.Old+1, x.New+1
		k.number(&oldIndex)
		k.number(&newIndex)
		x.Old, x.New = oldIndex-1, newIndex-1
		k.edits(&x.Edits, k.example(old, x.Old), k.example(new, x.New))
	})
	if hasMembers {
		if !k.writing {
			c.Members = &Members{Added: []string{}, Removed: []string{}}
		}
		each(k, &c.Members.Added, k.text)
		each(k, &c.Members.Removed, k.text)
	}
	each(k, &c.Targets, func(t *Target) {
		k.text(&t.Cited)
		k.text(&t.Became)
	})
}

// side is one side of a change, and its entry.
func (k *codec) side(s **Side, of *touched, there bool) *archive.Entry {
	if !there {
		return new(archive.Entry)
	}
	if k.writing {
		of.positions = append(of.positions, (*s).position)
		k.text(&(*s).Heading)
		return &archive.Entry{Text: (*s).Text, Examples: (*s).Examples}
	}
	if len(of.entries) == 0 {
		k.failed = true
		return new(archive.Entry)
	}
	e := &of.entries[0]
	of.entries = of.entries[1:]
	*s = bare(e)
	k.text(&(*s).Heading)
	return e
}

// example is one of an entry's examples; the one before the first is no example.
func (k *codec) example(e *archive.Entry, i int) string {
	if i < 0 {
		return ""
	}
	if i >= len(e.Examples) {
		k.failed = true
		return ""
	}
	return e.Examples[i]
}

// edits are kept as lengths in bytes: their texts are those of the entries.
func (k *codec) edits(edits *[]Edit, old, new string) {
	each(k, edits, func(e *Edit) {
		goes, comes, points := e.Op == Delete, e.Op == Insert, e.Elsewhere != ""
		k.flags(&goes, &comes, &points, &e.Typography, &e.Moved, &e.Reworded, &e.Term)
		if points {
			k.text(&e.Elsewhere)
		}
		size := len(e.Text)
		k.number(&size)
		switch {
		case goes:
			e.Op, e.Text = Delete, k.cut(&old, size)
		case comes:
			e.Op, e.Text = Insert, k.cut(&new, size)
		default:
			e.Op, e.Text = Equal, k.cut(&new, size)
			k.failed = k.failed || k.cut(&old, size) != e.Text
		}
	})
	if len(*edits) > 0 && old+new != "" {
		k.failed = true
	}
}

// cut takes the first bytes from a text.
func (k *codec) cut(text *string, size int) string {
	if size > len(*text) {
		k.failed = true
		size = len(*text)
	}
	head := (*text)[:size]
	*text = (*text)[size:]
	return head
}
