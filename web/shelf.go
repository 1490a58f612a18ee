package web

import (
	"container/list"
	"errors"
	"sync"
)

// errUnmade stays with a value whose making ended in a panic.
var errUnmade = errors.New("making it was broken off")

// shelf keeps the values that were asked for last, up to a total cost. Whoever
// asks for a value that is being made waits for it rather than making it twice.
type shelf[K comparable, V any] struct {
	most int         // the highest total cost
	cost func(V) int // of one value; nil means 1 each

	mu    sync.Mutex
	total int
	order *list.List // of *volume[K, V], the last asked for in front
	at    map[K]*list.Element
}

type volume[K comparable, V any] struct {
	key   K
	made  chan struct{} // closed when value and err are there
	value V
	err   error
	cost  int
}

func newShelf[K comparable, V any](most int, cost func(V) int) *shelf[K, V] {
	return &shelf[K, V]{most: most, cost: cost, order: list.New(), at: make(map[K]*list.Element)}
}

// get returns the value under key, made by produce when it is not there. Errors are
// not kept.
func (s *shelf[K, V]) get(key K, produce func() (V, error)) (V, error) {
	s.mu.Lock()
	if e, ok := s.at[key]; ok {
		s.order.MoveToFront(e)
		s.mu.Unlock()
		v := e.Value.(*volume[K, V])
		<-v.made
		return v.value, v.err
	}
	v := &volume[K, V]{key: key, made: make(chan struct{}), err: errUnmade}
	e := s.order.PushFront(v)
	s.at[key] = e
	s.mu.Unlock()

	defer func() { // also when produce panics, so that nobody waits for ever
		close(v.made)
		s.settle(e, v)
	}()
	v.value, v.err = produce()
	return v.value, v.err
}

// settle counts a value that was made.
func (s *shelf[K, V]) settle(e *list.Element, v *volume[K, V]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if v.err != nil {
		s.remove(e)
		return
	}
	v.cost = 1
	if s.cost != nil {
		v.cost = s.cost(v.value)
	}
	s.total += v.cost
	s.trim()
}

// trim lets the oldest go until the rest fits.
func (s *shelf[K, V]) trim() {
	for e := s.order.Back(); e != nil && s.total > s.most; {
		before := e.Prev()
		if e.Value.(*volume[K, V]).cost > 0 { // those still being made have none yet
			s.remove(e)
		}
		e = before
	}
}

// close lets all go that is there, and keeps nothing from now on.
func (s *shelf[K, V]) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.most = 0
	s.trim()
}

func (s *shelf[K, V]) remove(e *list.Element) {
	v := e.Value.(*volume[K, V])
	s.total -= v.cost
	delete(s.at, v.key)
	s.order.Remove(e)
}
