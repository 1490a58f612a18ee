package web

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
)

func TestShelfMakesEachValueOnce(t *testing.T) {
	s := newShelf[int, int](10, nil)
	var made atomic.Int32
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			v, err := s.get(7, func() (int, error) { made.Add(1); return 49, nil })
			if v != 49 || err != nil {
				t.Errorf("got %d, %v", v, err)
			}
		})
	}
	wg.Wait()
	if made.Load() != 1 {
		t.Errorf("made %d times", made.Load())
	}
}

func TestShelfStaysWithinItsCost(t *testing.T) {
	s := newShelf[string](100, func(v string) int { return len(v) })
	for i := range 50 {
		key := fmt.Sprint(i)
		if _, err := s.get(key, func() (string, error) { return "ten bytes!", nil }); err != nil {
			t.Fatal(err)
		}
		if s.total > 100 || s.order.Len() > 10 || len(s.at) != s.order.Len() {
			t.Fatalf("after %d: cost %d, %d values, %d keys", i, s.total, s.order.Len(), len(s.at))
		}
		if _, err := s.get("0", func() (string, error) { return "ten bytes!", nil }); err != nil { // asked for all the time
			t.Fatal(err)
		}
	}
	again := false
	if _, err := s.get("0", func() (string, error) { again = true; return "", nil }); err != nil || again {
		t.Error("what is asked for most was let go")
	}
	if _, err := s.get("huge", func() (string, error) { return string(make([]byte, 1000)), nil }); err != nil {
		t.Fatal(err)
	}
	if s.total > 100 {
		t.Errorf("a value larger than the shelf stays: cost %d", s.total)
	}
}

func TestShelfClosed(t *testing.T) {
	s := newShelf[int, int](10, nil)
	made := 0
	get := func(key int) {
		if v, err := s.get(key, func() (int, error) { made++; return key, nil }); v != key || err != nil {
			t.Errorf("got %d, %v", v, err)
		}
	}
	get(1)
	s.close()
	get(1)
	get(1)
	if made != 3 || s.total != 0 || s.order.Len() != 0 {
		t.Errorf("made %d times; cost %d, %d values", made, s.total, s.order.Len())
	}
}

func TestShelfKeepsNoFailures(t *testing.T) {
	s := newShelf[int, int](10, nil)
	failure := errors.New("no")
	if _, err := s.get(1, func() (int, error) { return 0, failure }); !errors.Is(err, failure) {
		t.Errorf("got %v", err)
	}
	func() {
		defer func() { _ = recover() }()
		_, _ = s.get(1, func() (int, error) { panic("broken") })
	}()
	if v, err := s.get(1, func() (int, error) { return 5, nil }); v != 5 || err != nil {
		t.Errorf("afterwards %d, %v", v, err)
	}
}
