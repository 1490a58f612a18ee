package web

import (
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"runtime/debug"
	"time"

	"rulebook/search"
)

// maxAddress is the longest path with query that is read, in bytes. The longest
// address of ours is a search of search.MaxQueryBytes with every byte escaped,
// and some room for narrowing.
const maxAddress = 3*search.MaxQueryBytes + 1000

// securely are the headers that keep a page from doing what it never needs to. Their
// lists are shared and never changed.
var securely = http.Header{
	"Content-Security-Policy": {"default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; " +
		"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"},
	"X-Content-Type-Options":     {"nosniff"},
	"X-Frame-Options":            {"DENY"},
	"Referrer-Policy":            {"same-origin"},
	"Cross-Origin-Opener-Policy": {"same-origin"},
	"Permissions-Policy":         {"camera=(), geolocation=(), microphone=()"},
}

// limit refuses what no page needs: other methods than GET and HEAD, and
// addresses longer than any of ours.
func (s *Server) limit(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			w.Header().Set("Allow", "GET, HEAD")
			s.fail(w, r, nil, &problem{status: http.StatusMethodNotAllowed, title: "This archive is only read",
				says: "Pages are asked for with GET or HEAD; nothing here is changed over the web."})
		case len(r.URL.Path)+len(r.URL.RawPath)+len(r.URL.RawQuery) > maxAddress:
			s.fail(w, r, nil, &problem{status: http.StatusRequestURITooLong, title: "This address is too long",
				says: fmt.Sprintf("Addresses here have at most %d bytes. Ask in fewer words.", maxAddress)})
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// unchanged answers at once who holds the present state of a page without parameters: the
// tag tells that it is of this address. Whatever else is asked goes on to the page.
func (s *Server) unchanged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if held := r.Header["If-None-Match"]; len(held) == 1 && r.URL.RawQuery == "" {
			if lib, err := s.open(r.Context()); err == nil && len(lib.held) > 0 {
				var room [keyRoom]byte
				if tag := etag(lib.generation, s.build, appendAddress(room[:0], r)); tag == held[0] {
					notModified(w, tag)
					return
				}
			}
		}
		next.ServeHTTP(w, r)
	})
}

// sender sends every answer securely, and counts what is sent for the log.
type sender struct {
	http.ResponseWriter
	status int
	bytes  int
}

func (s *sender) WriteHeader(status int) {
	if s.status == 0 {
		s.status = status
		if status != http.StatusNotModified { // the reader holds them with the page (RFC 9110, 15.4.5)
			maps.Copy(s.Header(), securely)
		}
	}
	s.ResponseWriter.WriteHeader(status)
}

func (s *sender) Write(b []byte) (int, error) {
	if s.status == 0 {
		s.WriteHeader(http.StatusOK)
	}
	n, err := s.ResponseWriter.Write(b)
	s.bytes += n
	return n, err
}

// Unwrap lets http.ResponseController reach the connection.
func (s *sender) Unwrap() http.ResponseWriter { return s.ResponseWriter }

// watch sends answers securely, logs every request and turns a panic into an error page.
func (s *Server) watch(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var start time.Time
		logged := s.logger.Enabled(r.Context(), slog.LevelInfo)
		if logged {
			start = time.Now()
		}
		t := &sender{ResponseWriter: w}
		defer func() {
			if cause := recover(); cause != nil {
				if err, ok := cause.(error); ok && errors.Is(err, http.ErrAbortHandler) {
					panic(cause)
				}
				s.logger.Error("panic", "path", r.URL.Path, "cause", fmt.Sprint(cause), "stack", string(debug.Stack()))
				if t.status == 0 {
					s.fail(t, r, nil, &problem{status: http.StatusInternalServerError})
				}
			}
			if !logged {
				return
			}
			s.logger.LogAttrs(r.Context(), slog.LevelInfo, "request",
				slog.String("method", r.Method), slog.String("path", r.URL.RequestURI()), slog.Int("status", t.status),
				slog.Int("bytes", t.bytes), slog.Duration("took", time.Since(start)))
		}()
		next.ServeHTTP(t, r)
		if t.status == 0 {
			t.WriteHeader(http.StatusOK) // an answer without a word
		}
	})
}
