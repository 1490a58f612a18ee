package fetch

import (
	"net/http"
	"net/url"
	"testing"
	"time"
)

func TestRetryAfter(t *testing.T) {
	now := time.Date(2025, 7, 25, 12, 0, 0, 0, time.UTC)
	for _, test := range []struct {
		value string
		want  time.Duration
	}{
		{"", 0}, {"7", 7 * time.Second}, {"-7", 0}, {"soon", 0}, {"99999999999", 24 * time.Hour},
		{"Fri, 25 Jul 2025 12:01:00 GMT", time.Minute}, {"Fri, 25 Jul 2025 11:00:00 GMT", 0},
	} {
		if got := retryAfter(http.Header{"Retry-After": {test.value}}, now); got != test.want {
			t.Errorf("Retry-After %q is %s, want %s", test.value, got, test.want)
		}
	}
}

// TestTriesEnd: whatever a server does, the tries at one file come to an end.
func TestTriesEnd(t *testing.T) {
	tests := map[string]func(nth int) (*setback, int64){
		"in vain":      func(int) (*setback, int64) { return &setback{again: often}, 0 },
		"byte by byte": func(nth int) (*setback, int64) { return &setback{again: often}, int64(nth) },
		"to and fro":   func(nth int) (*setback, int64) { return &setback{again: often}, int64(nth%2) * further },
		"wrong":        func(int) (*setback, int64) { return &setback{again: once}, 0 },
		"getting on": func(nth int) (*setback, int64) {
			return &setback{again: often}, min(int64(nth)*further, maxBytes)
		},
	}
	for name, next := range tests {
		var tries tries
		const most = maxBytes/further + maxTries
		for nth := 1; ; nth++ {
			pause, again := tries.next(next(nth))
			if !again {
				break
			}
			if pause <= 0 || pause > longestPause {
				t.Errorf("%s: a pause of %s", name, pause)
			}
			if nth > most {
				t.Errorf("%s: %d tries and no end", name, nth)
				break
			}
		}
	}
}

func TestRedirectStaysSafe(t *testing.T) {
	request := func(address string) *http.Request {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		return &http.Request{URL: u}
	}
	for _, test := range []struct {
		from, to string
		ok       bool
	}{
		{"http://a.example", "https://b.example", true},
		{"http://a.example", "http://b.example", true},
		{"https://a.example", "https://b.example", true},
		{"https://a.example", "http://b.example", false},
		{"http://a.example", "ftp://b.example", false},
	} {
		if err := checkRedirect(request(test.to), []*http.Request{request(test.from)}); (err == nil) != test.ok {
			t.Errorf("%s to %s: %v", test.from, test.to, err)
		}
	}
}
