package index

import (
	"context"

	"rulebook/search"
)

// holds reports whether any wording has the word in any of its forms, or players
// have it as a name.
func (x *Index) holds(word string) (bool, error) {
	for field, term := range map[string]string{textField: x.stems.stem(word), exactField: word, chainField: x.stems.stem(word)} {
		reader, err := x.reader.TermFieldReader(context.Background(), []byte(term), field, false, false, false)
		if err != nil {
			return false, err
		}
		n := reader.Count()
		reader.Close()
		if n > 0 {
			return true, nil
		}
	}
	return search.IsName(word), nil
}

// nearest is the book's word most like one that it does not hold: the fewest
// slips, then the most entries. Empty when none is like it.
func (x *Index) nearest(word string) (string, error) {
	const most = 2 // slips
	best, slipped, entries := "", most+1, uint64(0)
	_, err := x.vocabulary(func(candidate string) bool {
		n := slips(word, candidate, most)
		if n > most || n >= len([]rune(word))-1 {
			return false
		}
		count, err := x.entries(candidate)
		if err == nil && (n < slipped || n == slipped && count > entries) {
			best, slipped, entries = candidate, n, count
		}
		return false
	})
	return best, err
}

// entries is the number of documents that hold a word as it is.
func (x *Index) entries(word string) (uint64, error) {
	reader, err := x.reader.TermFieldReader(context.Background(), []byte(word), exactField, false, false, false)
	if err != nil {
		return 0, err
	}
	defer reader.Close()
	return reader.Count(), nil
}
