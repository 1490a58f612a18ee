package fetch

import (
	"context"
	"sync"
	"time"
)

// hosts keeps requests to one host apart in time, and remembers which hosts
// cannot be reached, so that seventy files need not each find that out.
type hosts struct {
	mu     sync.Mutex
	byName map[string]*host
}

type host struct {
	next    time.Time // when the next request may begin
	reached bool      // it has answered
	lost    *setback  // why it was given up without ever having answered
}

// named returns the host; mu must be held.
func (h *hosts) named(name string) *host {
	if h.byName == nil {
		h.byName = make(map[string]*host)
	}
	if h.byName[name] == nil {
		h.byName[name] = new(host)
	}
	return h.byName[name]
}

// turn waits until a request to the host may begin.
func (h *hosts) turn(ctx context.Context, name string) error {
	for {
		wait, err := h.claim(name)
		if err != nil || wait <= 0 {
			return err
		}
		if err := sleep(ctx, wait); err != nil {
			return err
		}
	}
}

// claim takes the next turn, or says how long there is none.
func (h *hosts) claim(name string) (wait time.Duration, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	host := h.named(name)
	if host.lost != nil {
		return 0, host.lost
	}
	now := time.Now()
	if wait := host.next.Sub(now); wait > 0 {
		return wait, nil
	}
	host.next = now.Add(hostPause)
	return 0, nil
}

// postpone keeps all requests to the host back for a while, as it asked.
func (h *hosts) postpone(name string, d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	host := h.named(name)
	if next := time.Now().Add(d); next.After(host.next) {
		host.next = next
	}
}

// reached notes that the host has answered.
func (h *hosts) reached(name string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.named(name).reached = true
}

// giveUp lets no further request go to a host that never answered.
func (h *hosts) giveUp(name string, why *setback) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if host := h.named(name); !host.reached {
		host.lost = &setback{reason: why.reason}
	}
}
