package fetch

import (
	"context"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

// setback is why an attempt did not end with the file, as a sentence.
type setback struct {
	reason  string
	again   patience
	outcome Outcome // when it is given up; empty for Failed
	// afar is set when the host was not reached at all.
	afar bool
}

func (s *setback) Error() string { return s.reason }

// patience is how often it makes sense to try again.
type patience int

const (
	never patience = iota
	once           // what came was wrong: it may have been torn on the way
	often          // the line or the server is in trouble
)

// tries counts the attempts at one file.
type tries struct {
	inVain int   // in a row, without getting further
	best   int64 // most bytes that were there after one
	wrong  bool  // a whole file came and was not the right one
}

// next reports whether to try again after a setback that left size bytes, and
// after what pause. The pauses grow by doubling and have a random half, so that
// several clients that failed together do not come back together ("equal
// jitter": Marc Brooker, Exponential Backoff And Jitter, 2015).
func (t *tries) next(s *setback, size int64) (pause time.Duration, again bool) {
	switch {
	case s.again == never, s.again == once && t.wrong:
		return 0, false
	case s.again == once:
		t.wrong = true
		return firstPause, true
	}
	if size >= t.best+further {
		t.best, t.inVain = size, 0
	}
	t.inVain++
	if t.inVain >= maxTries {
		return 0, false
	}
	full := min(firstPause<<(t.inVain-1), longestPause)
	return full/2 + rand.N(full/2), true
}

// retryAfter reads the header in which a server says when to come back, as
// seconds or as a date (RFC 9110, 10.2.3). It is 0 when there is none.
func retryAfter(h http.Header, now time.Time) time.Duration {
	value := h.Get("Retry-After")
	if seconds, err := strconv.Atoi(value); err == nil {
		const most = int(24 * time.Hour / time.Second) // beyond it only the days would count
		return time.Duration(min(max(seconds, 0), most)) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(at.Sub(now), 0)
	}
	return 0
}

// sleep waits, or returns the error of a ctx that ends before.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
