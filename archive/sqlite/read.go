package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"rulebook/archive"
)

// Generation counts the committed changes of the archive. Whatever was derived
// from an archive of the same generation is still right.
func (s *Store) Generation(ctx context.Context) (int64, error) {
	n, err := generation(ctx, s.read)
	return n, s.plain(err)
}

func generation(ctx context.Context, q queryer) (n int64, err error) {
	err = q.QueryRowContext(ctx, `SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'generation'`).Scan(&n)
	return n, err
}

// Releases returns every release known, held or not, in date order.
func (s *Store) Releases(ctx context.Context) ([]archive.Release, error) {
	releases, err := readReleases(atOnce(ctx), s.read)
	return releases, s.plain(err)
}

// Raw returns the bytes of the release that took effect on d, as they were imported.
func (s *Store) Raw(ctx context.Context, d archive.Date) ([]byte, error) {
	var sha sql.NullString
	err := s.read.QueryRowContext(ctx, `SELECT sha256 FROM release WHERE effective = ?`, d.String()).Scan(&sha)
	if errors.Is(err, sql.ErrNoRows) || (err == nil && !sha.Valid) {
		return nil, &archive.NotFoundError{What: "release held for", Asked: d.String()}
	}
	if err != nil {
		return nil, s.plain(err)
	}
	raw, err := getRaw(ctx, s.read, sha.String)
	return raw, s.plain(err)
}

// Lineages returns all lineages in order of ID.
func (s *Store) Lineages(ctx context.Context) ([]archive.Lineage, error) {
	lineages, err := readLineages(ctx, s.read, "")
	return lineages, s.plain(err)
}

// Lineage returns one lineage, or a *archive.NotFoundError.
func (s *Store) Lineage(ctx context.Context, id archive.LineageID) (archive.Lineage, error) {
	lineages, err := readLineages(ctx, s.read, "WHERE lineage.id = ?", id)
	if err != nil {
		return archive.Lineage{}, s.plain(err)
	}
	if len(lineages) == 0 {
		return archive.Lineage{}, &archive.NotFoundError{What: "lineage", Asked: fmt.Sprint(id)}
	}
	return lineages[0], nil
}

// Spans returns the stretches of one lineage, oldest first.
func (s *Store) Spans(ctx context.Context, id archive.LineageID) ([]archive.Span, error) {
	spans, err := s.spans(ctx, id)
	return spans, s.plain(err)
}

func (s *Store) spans(ctx context.Context, id archive.LineageID) ([]archive.Span, error) {
	held, err := heldReleases(ctx, s.read)
	if err != nil {
		return nil, err
	}
	stands, err := s.standings(ctx, id)
	if err != nil {
		return nil, err
	}
	var spans []archive.Span
	for _, r := range held {
		st, here := stands[r.id]
		if !here {
			continue
		}
		if n := len(spans); n > 0 && st.continues(&spans[n-1]) {
			spans[n-1].To = r.effective
			continue
		}
		spans = append(spans, st.span(id, r.effective))
	}
	newest := held[len(held)-1].effective
	for i := range spans {
		spans[i].InForce = spans[i].To == newest
	}
	return spans, s.setHeadings(ctx, held, spans)
}

// standings are how a lineage stands in each release that has it, by the release's
// identity. A text is read once, in however many releases it stands.
func (s *Store) standings(ctx context.Context, id archive.LineageID) (map[int64]standing, error) {
	var releases []int64
	var life sheet // its entries
	err := readColumns(ctx, s.read, `FROM link JOIN entry USING (release, position) WHERE lineage = ?`, []any{id},
		numbers("release", &releases), numbers("name", &life.names), numbers("wording", &life.wordings))
	if err != nil {
		return nil, err
	}
	names, err := readNames(ctx, s.read, among("id", life.names))
	if err != nil {
		return nil, err
	}
	wordings, err := readWordings(ctx, s.read, among("id", life.wordings))
	if err != nil {
		return nil, err
	}
	stands := make(map[int64]standing, len(releases))
	for i, release := range releases {
		stands[release] = life.standing(i, &names, &wordings)
	}
	return stands, nil
}

// among is the condition that a column has one of these values. They stand in it
// themselves: a statement takes some thirty thousand parameters and no more.
func among[N int | int64](column string, values []N) string {
	condition := []byte(` WHERE ` + column + ` IN (`)
	for i, n := range slices.Compact(slices.Sorted(slices.Values(values))) {
		if i > 0 {
			condition = append(condition, ',')
		}
		condition = strconv.AppendInt(condition, int64(n), 10)
	}
	return string(append(condition, ')'))
}

// standing is how a lineage stands in one release.
type standing struct {
	kind    archive.Kind
	number  archive.Number
	term    string
	wording wording
}

type wording struct {
	id       int64
	text     string
	examples []string
}

func (st *standing) continues(span *archive.Span) bool {
	return span.Kind == st.kind && span.Number == st.number && span.Term == st.term &&
		span.Text == st.wording.text && slices.Equal(span.Examples, st.wording.examples)
}

func (st *standing) span(id archive.LineageID, d archive.Date) archive.Span {
	return archive.Span{Lineage: id, Kind: st.kind, Number: st.number, Term: st.term,
		Text: st.wording.text, Examples: st.wording.examples, From: d, To: d}
}

type heldRelease struct {
	id        int64
	effective archive.Date
}

// heldReleases are the held releases in date order.
func heldReleases(ctx context.Context, q queryer) ([]heldRelease, error) {
	rows, err := q.QueryContext(ctx, `SELECT id, effective FROM release WHERE sha256 IS NOT NULL ORDER BY effective`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var held []heldRelease
	for rows.Next() {
		var r heldRelease
		var day string
		if err := rows.Scan(&r.id, &day); err != nil {
			return nil, err
		}
		if r.effective, err = archive.ParseDate(day); err != nil {
			return nil, err
		}
		held = append(held, r)
	}
	return held, rows.Err()
}

const releaseColumns = `effective, code, name, url, sample, excerpt, file, coalesce(sha256, ''), bytes, format, encoding, given_encoding, given_effective,
	sections, headings, rules, examples, glossary, flags`

func readReleases(ctx context.Context, q queryer) ([]archive.Release, error) {
	rows, err := q.QueryContext(ctx, `SELECT `+releaseColumns+` FROM release ORDER BY effective`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []archive.Release
	for rows.Next() {
		r, err := scanRelease(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, rows.Err()
}

// scanRelease reads releaseColumns, and whatever more is asked for behind them.
func scanRelease(row interface{ Scan(...any) error }, more ...any) (archive.Release, error) {
	var r archive.Release
	var day, given, flags string
	into := append([]any{&day, &r.Code, &r.Name, &r.Source.URL, &r.Sample, &r.Excerpt, &r.Source.File, &r.Source.SHA256,
		&r.Source.Bytes, &r.Source.Format, &r.Source.Encoding, &r.Source.Given.Encoding, &given, &r.Counts.Sections, &r.Counts.Headings,
		&r.Counts.Rules, &r.Counts.Examples, &r.Counts.Glossary, &flags}, more...)
	if err := row.Scan(into...); err != nil {
		return r, err
	}
	var err error
	if r.Effective, err = archive.ParseDate(day); err != nil {
		return r, err
	}
	if err := r.Source.Given.Effective.UnmarshalText([]byte(given)); err != nil {
		return r, err
	}
	r.Held = r.Source.SHA256 != ""
	if flags == "[]" { // nearly all
		r.Flags = []string{}
		return r, nil
	}
	return r, json.Unmarshal([]byte(flags), &r.Flags)
}

func readReasons(ctx context.Context, q queryer) (map[int64]string, error) {
	rows, err := q.QueryContext(ctx, `SELECT id, text FROM reason`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	reasons := make(map[int64]string)
	for rows.Next() {
		var id int64
		var text string
		if err := rows.Scan(&id, &text); err != nil {
			return nil, err
		}
		reasons[id] = text
	}
	return reasons, rows.Err()
}

func readLineages(ctx context.Context, q queryer, where string, args ...any) ([]archive.Lineage, error) {
	rows, err := q.QueryContext(ctx, `
		SELECT lineage.id, born.effective, last.effective, coalesce(gone.effective, ''),
		       coalesce(split_from, 0), coalesce(merged_into, 0),
		       origin.text, origin_score, origin_hand, coalesce(fate.text, ''), fate_score, fate_hand
		FROM lineage
		JOIN release born ON born.id = lineage.born
		JOIN release last ON last.id = lineage.last
		LEFT JOIN release gone ON gone.id = lineage.gone
		JOIN reason origin ON origin.id = lineage.origin
		LEFT JOIN reason fate ON fate.id = lineage.fate
		`+where+` ORDER BY lineage.id`, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []archive.Lineage
	for rows.Next() {
		var l archive.Lineage
		var born, last, gone string
		if err := rows.Scan(&l.ID, &born, &last, &gone, &l.From, &l.Into,
			&l.Origin.Reason, &l.Origin.Score, &l.Origin.ByHand, &l.Fate.Reason, &l.Fate.Score, &l.Fate.ByHand); err != nil {
			return nil, err
		}
		for text, into := range map[*string]*archive.Date{&born: &l.Born, &last: &l.Last, &gone: &l.Gone} {
			if err := into.UnmarshalText([]byte(*text)); err != nil {
				return nil, err
			}
		}
		all = append(all, l)
	}
	return all, rows.Err()
}

func parseStored(number string) (archive.Number, error) {
	if number == "" {
		return archive.Number{}, nil
	}
	return archive.ParseNumber(number)
}

func parseExamples(text string) ([]string, error) {
	if text == "" {
		return nil, nil
	}
	var examples []string
	err := json.Unmarshal([]byte(text), &examples)
	return examples, err
}

// storedWarning is a warning as the release row keeps it.
type storedWarning struct {
	Line    int    `json:"line"`
	Message string `json:"message"`
}

func parseWarnings(text string) ([]archive.Warning, error) {
	var stored []storedWarning
	if err := json.Unmarshal([]byte(text), &stored); err != nil {
		return nil, err
	}
	var warnings []archive.Warning
	for _, w := range stored {
		warnings = append(warnings, archive.Warning(w))
	}
	return warnings, nil
}
