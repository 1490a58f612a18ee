package cli

import (
	"context"

	"rulebook/archive"
	"rulebook/diffing"
)

// comparison is two releases and how their entries answer to each other.
type comparison struct {
	old, new *archive.Snapshot
	pairs    []archive.Pair
}

// compare reads two releases, near or far, in either order of time.
func (h *holdings) compare(ctx context.Context, oldRef, newRef string) (*comparison, error) {
	collectAt(comparing)
	if c, err := h.compareAny(ctx, oldRef, newRef); c != nil || err != nil {
		return c, err
	}
	oldRelease, err := archive.ResolveRelease(h.releases, oldRef)
	if err != nil {
		return nil, err
	}
	newRelease, err := archive.ResolveRelease(h.releases, newRef)
	if err != nil {
		return nil, err
	}
	if oldRelease.Effective == newRelease.Effective {
		same, err := h.Snapshot(ctx, newRelease.Effective)
		if err != nil {
			return nil, err
		}
		return &comparison{same, same, samePairs(same)}, nil
	}
	old, new, pairs, err := h.Compare(ctx, oldRelease.Effective, newRelease.Effective)
	if err != nil {
		return nil, err
	}
	return &comparison{old, new, pairs}, nil
}

// changes is what changed from one release to another, without the edits of changes in
// typography, as far as a filter keeps it. Of a release and the one before it, that was
// found at import.
func (h *holdings) changes(ctx context.Context, oldRef, newRef string, f diffing.Filter) (*diffing.Report, error) {
	collectAt(comparing)
	if !f.ShowsTypography() && !f.Narrows() {
		if view, err := h.kept(ctx, oldRef, newRef); view != nil || err != nil {
			return view, err
		}
	}
	c, err := h.compare(ctx, oldRef, newRef)
	if err != nil {
		return nil, err
	}
	return c.filtered(f), nil
}

// kept is the view of a release and the held one before it that was kept at import,
// nil where they have to be compared.
func (h *holdings) kept(ctx context.Context, oldRef, newRef string) (*diffing.Report, error) {
	for _, ref := range []string{oldRef, newRef} {
		if excerpt, err := h.excerptOf(ctx, ref); excerpt != nil || err != nil {
			return nil, err
		}
	}
	old, oldErr := archive.ResolveRelease(h.releases, oldRef)
	new, newErr := archive.ResolveRelease(h.releases, newRef)
	if oldErr != nil || newErr != nil {
		return nil, nil // compare says what is wrong
	}
	return diffing.Kept(ctx, h, old, new)
}

// samePairs pairs a release with itself.
func samePairs(s *archive.Snapshot) []archive.Pair {
	var pairs []archive.Pair
	for i, e := range s.Entries {
		if e.Kind != archive.Contents && e.Kind != archive.Stray {
			pairs = append(pairs, archive.Pair{Old: i, New: i, Link: archive.Link{Reason: "the same release", Score: 1}})
		}
	}
	return pairs
}

func (c *comparison) report() *diffing.Report { return diffing.Compare(c.old, c.new, c.pairs) }

// wordings is report without the edits of changes in typography.
func (c *comparison) wordings() *diffing.Report {
	return diffing.CompareWordings(c.old, c.new, c.pairs)
}

// filtered is the report that a filter keeps of what changed.
func (c *comparison) filtered(f diffing.Filter) *diffing.Report {
	if f.ShowsTypography() {
		return c.report().Filter(f)
	}
	return c.wordings().Filter(f)
}

// names reports whether either release has what a reference names, and returns
// the error of the newer one when neither has.
func (c *comparison) names(r reference) error {
	if _, err := r.find(c.old); err == nil {
		return nil
	}
	_, err := r.find(c.new)
	return err
}
