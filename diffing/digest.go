package diffing

import (
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"reflect"

	"rulebook/archive"
)

// A digest is a report in few bytes: the entries that changed, each text once, and what
// was found about them. An archive keeps what a comparison of two neighbours found, and
// shows it without reading the two books.

// digestVersion counts up whenever the layout changes, or what Compare finds: what an
// older program kept is compared anew then.
const digestVersion = 2

// ErrNoDigest says that what was kept is no digest of this version of the program. The
// two books have to be compared then.
var ErrNoDigest = errors.New("no digest of this version")

// Digest is what a whole report shows: changes of typography are counted alone. The
// releases themselves are not in it.
func (r *Report) Digest() []byte {
	k := codec{writing: true, places: make(map[string]int)}
	k.report(r.Filter(Filter{}))
	found := k.done()
	return append(binary.BigEndian.AppendUint32([]byte{digestVersion}, checksum(r.Old, r.New, found)), found...)
}

// checksum binds what was found to the two releases that were compared.
func checksum(old, new archive.Release, found []byte) uint32 {
	return crc32.Update(crc32.ChecksumIEEE([]byte(old.Effective.String()+new.Effective.String())), crc32.IEEETable, found)
}

// Keeper is an archive that keeps digests.
type Keeper interface {
	// Digest returns what was found when a release was compared with the held one before
	// it; nothing where old is not that one, or where no digest was kept.
	Digest(ctx context.Context, old, new archive.Date) ([]byte, error)
}

// Kept returns what was kept at import of a release and the held one before it: the
// view of ReadDigest. It is nil where none was kept, or by another version of the
// program: then the two have to be compared.
func Kept(ctx context.Context, k Keeper, old, new archive.Release) (*Report, error) {
	digest, err := k.Digest(ctx, old.Effective, new.Effective)
	if err != nil || digest == nil {
		return nil, err
	}
	r, err := ReadDigest(old, new, digest)
	if errors.Is(err, ErrNoDigest) {
		return nil, nil
	}
	return r, err
}

// ReadDigest returns the view without changes of typography of the report on two releases
// that a digest was made of, without lineages. It returns ErrNoDigest when the digest is
// damaged, of two other releases or of another version.
//
// The view knows how many entries stayed as they were or changed in typography, but not
// which: it cannot be narrowed further.
func ReadDigest(old, new archive.Release, digest []byte) (*Report, error) {
	const head = 5 // bytes of version and checksum
	if len(digest) < head || digest[0] != digestVersion || binary.BigEndian.Uint32(digest[1:]) != checksum(old, new, digest[head:]) {
		return nil, ErrNoDigest
	}
	k := codec{room: maxReport}
	k.begin(digest[head:])
	r := &Report{Old: old, New: new}
	k.report(r)
	if k.failed || len(k.numbers) > 0 {
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
	oneOf(k, &s.Kind, allShifts)
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
	oneOf(k, &c.Kind, allKinds)
	oneOf(k, &c.Class, allClasses)
	k.failed = k.failed || !c.Kind.has(hasOld, hasNew)
	k.text(&c.Reason)
	k.share(&c.Confidence)
	k.text(&c.SplitFrom)
	k.text(&c.MergedInto)
	k.text(&c.Candidate)
	old, new := k.side(&c.Old, hasOld), k.side(&c.New, hasNew)
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

// side is one side of a change, an empty one where it has none.
func (k *codec) side(at **Side, there bool) *Side {
	if !there {
		return new(Side)
	}
	if !k.writing {
		*at = new(Side)
		k.take(1, reflect.TypeFor[Side]())
	}
	s := *at
	kind := int(s.Kind)
	k.number(&kind)
	k.text(&s.Number)
	k.text(&s.Label)
	k.text(&s.Term)
	k.text(&s.Heading)
	k.text(&s.Text)
	each(k, &s.Examples, k.text)
	if k.writing {
		return s
	}
	e := archive.Entry{Kind: archive.Kind(kind), Text: s.Text, Examples: s.Examples}
	if s.Number != "" {
		var err error
		e.Number, err = archive.ParseNumber(s.Number)
		k.failed = k.failed || err != nil
	}
	k.failed = k.failed || e.Kind == archive.None || e.Kind > archive.Stray || kind != int(e.Kind)
	s.Kind, s.number, s.title = e.Kind, e.Number, e.IsTitle()
	if s.Examples == nil {
		s.Examples = []string{}
	}
	return s
}

// example is one of a side's examples; the one before the first is no example.
func (k *codec) example(s *Side, i int) string {
	if i < 0 {
		return ""
	}
	if i >= len(s.Examples) {
		k.failed = true
		return ""
	}
	return s.Examples[i]
}

// edits are kept as lengths in bytes: their texts are those of the sides.
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
