package web

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"rulebook/archive"
)

// visit is one request on its way to a page: the parts of its address, and the
// archive as it stood when it came.
type visit struct {
	*http.Request
	*library
	server *Server
	to     addresses
	query  url.Values // the parameters that the page knows, no others
	json   bool
}

func (v *visit) ctx() context.Context { return v.Request.Context() }

// wantsJSON reports whether a request asks for the document behind a page.
func wantsJSON(r *http.Request) bool {
	return r.URL.RawQuery != "" && r.URL.Query().Get("format") == "json" || strings.Contains(r.URL.Path, "/api/")
}

// inFormat keeps the format that was asked for where a page leads on.
func (v *visit) inFormat() string { return query("format", v.query.Get("format")) }

// route is one kind of page.
type route struct {
	pattern string   // of the path, as net/http matches it
	params  []string // query parameters that the page knows; others are ignored
	handle  func(*visit) (answer, error)
	// warming marks a page that changes while summaries come in.
	warming bool
	// heavy marks a page that takes tens of megabytes to draw; few are drawn at a time.
	heavy bool
	// passing marks a page whose answers are not worth keeping, being too many.
	passing bool
}

// appendKey appends what tells a page in its present state from every other of a library:
// its whole address, as pages hold citations, with the parameters that the page knows in
// the order of their names, and how many summaries there are where that shows.
func (rt *route) appendKey(b []byte, r *http.Request, lib *library, query url.Values) []byte {
	b = appendAddress(b, r)
	if len(query) > 0 {
		b = append(append(b, '?'), query.Encode()...)
	}
	if rt.warming {
		b = strconv.AppendInt(append(b, '#'), int64(lib.warmth()), 10)
	}
	return b
}

// appendAddress appends the address of a request without its parameters. No part of it
// can be taken for another: a host has no slash, and a path no question mark and no #.
func appendAddress(b []byte, r *http.Request) []byte {
	scheme := "http://"
	if overTLS(r) {
		scheme = "https://"
	}
	return append(append(append(b, scheme...), r.Host...), r.URL.EscapedPath()...)
}

// keyRoom is room for nearly every key without an allocation, in bytes. Pages with longer
// ones are not kept: whoever asks chooses the host, and could fill the memory with it.
const keyRoom = 256

// known keeps the parameters that the page knows.
func (rt *route) known(all url.Values) url.Values {
	if len(all) == 0 {
		return nil
	}
	query := make(url.Values)
	for _, name := range append([]string{"format"}, rt.params...) {
		if values := all[name]; len(values) > 0 && values[0] != "" {
			query.Set(name, strings.ToValidUTF8(values[0], "\uFFFD"))
		}
	}
	return query
}

// serve answers requests for a route: 304 before any work, then from the shelf, then by
// its handler.
func (s *Server) serve(rt *route) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		lib, err := s.open(r.Context())
		if err == nil && len(lib.held) == 0 {
			err = archive.ErrEmpty
		}
		if err != nil {
			s.fail(w, r, nil, err)
			return
		}
		var query url.Values
		if r.URL.RawQuery != "" {
			query = rt.known(r.URL.Query())
		}
		var room [keyRoom]byte
		key := rt.appendKey(room[:0], r, lib, query)
		tag := etag(lib.generation, s.build, key)
		if matches(r, tag) {
			notModified(w, tag)
			return
		}
		v := &visit{Request: r, library: lib, server: s, to: s.to, query: query, json: wantsJSON(r)}
		draw := func() (*rendered, error) {
			if rt.heavy {
				leave, err := lib.sit(r.Context())
				if err != nil {
					return nil, err
				}
				defer leave()
			}
			a, err := rt.handle(v)
			if err != nil {
				return nil, err
			}
			return a.render(s, v)
		}
		var out *rendered
		if rt.passing || len(key) > keyRoom {
			out, err = draw()
		} else {
			out, err = lib.pages.get(string(key), draw)
		}
		if err != nil {
			s.fail(w, r, lib, err)
			return
		}
		h := w.Header()
		h["Cache-Control"] = noCache
		if out.status == http.StatusOK {
			h.Set("ETag", tag)
		}
		_ = send(w, r, out) // the reader may have gone, which is no error of ours
	}
}

// overTLS reports whether the reader came by HTTPS, to us or to the proxy before us.
func overTLS(r *http.Request) bool {
	return r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https"
}

// absolute is a page's address with scheme and host, as the reader reached us.
func (v *visit) absolute(path string) string {
	if v.server.static {
		return v.server.root + addressOf(path)
	}
	if overTLS(v.Request) {
		return "https://" + v.Host + path
	}
	return "http://" + v.Host + path
}

// release finds the release that the address names. A name that is not the
// release's own date gives its address with the date instead.
func (v *visit) release(name string) (r archive.Release, dated bool, err error) {
	if piece := v.piece(name); piece != nil {
		return r, false, v.onlyExcerpt(piece)
	}
	asked := v.PathValue(name)
	r, err = archive.ResolveRelease(v.releases, asked)
	if err != nil {
		return r, false, v.noSuchRelease(asked, err)
	}
	return r, asked == r.Effective.String(), nil
}
