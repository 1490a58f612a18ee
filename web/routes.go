package web

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"rulebook/archive"
	"rulebook/search"
)

// pages are the site's pages, one address each. Whatever is not here is no page.
func (s *Server) pages() []route {
	diff := []string{"only", "term", "view", "marks", "context"}
	return []route{
		{pattern: "/{$}", handle: (*visit).showHome, warming: true},
		{pattern: "/releases", handle: (*visit).showReleases, warming: true},
		{pattern: "/about", handle: (*visit).showAbout},
		{pattern: "/search", handle: (*visit).showSearch, params: []string{"q", "in", "from"}, passing: true},

		{pattern: "/r/{release}", handle: (*visit).showRelease},
		{pattern: "/r/{release}/all", handle: (*visit).showWhole, heavy: true},
		{pattern: "/r/{release}/source", handle: (*visit).sourceFile, passing: true},
		{pattern: "/r/{release}/glossary", handle: (*visit).showGlossary},
		{pattern: "/r/{release}/glossary/{term}", handle: (*visit).showTerm, params: []string{"age"}},
		{pattern: "/r/{release}/{entry}", handle: (*visit).showEntry, params: []string{"age"}},
		{pattern: "/glossary", handle: (*visit).newestTerm},
		{pattern: "/glossary/{term}", handle: (*visit).newestTerm},

		{pattern: "/diff", handle: (*visit).diffChoice, params: []string{"old", "new"}},
		{pattern: "/diff/{old}/{new}", handle: (*visit).showDiff, params: diff, heavy: true},
		{pattern: "/diff/{old}/{new}/{entry}", handle: (*visit).showDiff, params: diff, heavy: true},
		{pattern: "/history/{release}/{entry}", handle: (*visit).showHistory, params: []string{"examples", "marks"}},
		{pattern: "/history/{release}/glossary/{term}", handle: (*visit).showHistory, params: []string{"examples", "marks"}},
		{pattern: "/trend", handle: (*visit).showTrend, params: []string{"q"}},
		{pattern: "/trend.svg", handle: (*visit).trendSVG, params: []string{"q"}, passing: true},
		{pattern: "/trend.csv", handle: (*visit).trendCSV, params: []string{"q"}, passing: true},

		{pattern: "/keywords", handle: (*visit).showKeywords, params: []string{"in"}},
		{pattern: "/keyword/{name}", handle: (*visit).showKeyword, params: []string{"in"}},
		{pattern: "/annotate", handle: (*visit).showAnnotate, params: []string{"text", "in"}, passing: true},

		{pattern: "/feed.xml", handle: (*visit).showFeed, warming: true},
		{pattern: "/opensearch.xml", handle: (*visit).showOpenSearch},
		{pattern: "/sitemap.xml", handle: (*visit).showSitemap},
		{pattern: "/robots.txt", handle: (*visit).showRobots},

		{pattern: "/api/releases", handle: (*visit).showReleases},
		{pattern: "/api/show/{release}/{entry}", handle: (*visit).showEntry},
		{pattern: "/api/show/{release}/glossary/{term}", handle: (*visit).showTerm},
		{pattern: "/api/diff/{old}/{new}", handle: (*visit).showDiff, params: []string{"only", "term", "marks"}, heavy: true},
		{pattern: "/api/history/{release}/{entry}", handle: (*visit).showHistory, params: []string{"examples", "marks"}},
		{pattern: "/api/history/{release}/glossary/{term}", handle: (*visit).showHistory, params: []string{"examples", "marks"}},
		{pattern: "/api/trend", handle: (*visit).showTrend, params: []string{"q"}},
		{pattern: "/api/search", handle: (*visit).showSearch, params: []string{"q", "in", "from"}, passing: true},
		{pattern: "/api/keywords", handle: (*visit).showKeywords, params: []string{"in"}},
		{pattern: "/api/keyword/{name}", handle: (*visit).showKeyword, params: []string{"in"}},
		{pattern: "/api/annotate", handle: (*visit).showAnnotate, params: []string{"text", "in"}, passing: true},
		{pattern: "/api/openapi.json", handle: (*visit).showOpenAPI},
	}
}

// routes ties addresses to pages.
func (s *Server) routes() http.Handler {
	base := string(s.to)
	mux := http.NewServeMux()
	for _, rt := range s.pages() {
		mux.HandleFunc(base+rt.pattern, s.serve(&rt))
	}
	mux.HandleFunc(base+"/static/{file}", s.serveAsset)
	mux.HandleFunc(base+"/healthz", s.serveHealth)
	mux.HandleFunc("/", s.serveNothing)
	if base != "" {
		mux.HandleFunc(base, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, s.to.home(), http.StatusFound)
		})
	}
	return mux
}

// serveNothing answers for addresses that are no page. A slash too many at the end
// leads to the page without it.
func (s *Server) serveNothing(w http.ResponseWriter, r *http.Request) {
	lib, err := s.open(r.Context())
	if err != nil {
		lib = nil // the page can say that it is missing all the same
	}
	path := r.URL.EscapedPath()
	if trimmed := strings.TrimRight(path, "/"); trimmed != path && strings.HasPrefix(trimmed, string(s.to)+"/") && !strings.HasPrefix(trimmed, "//") {
		http.Redirect(w, r, trimmed, http.StatusFound)
		return
	}
	s.fail(w, r, lib, noSuchPage(s.to, r.URL.Path))
}

// health is what /healthz answers.
type health struct {
	OK         bool   `json:"ok"`
	Generation int64  `json:"generation"`
	Releases   int    `json:"releases"`
	Search     bool   `json:"search"`
	Error      string `json:"error,omitempty"`
	Version    string `json:"version"`
}

// searchAnswers asks the search for a rule, where there are a search and rules.
func (s *Server) searchAnswers(ctx context.Context, lib *library) error {
	if s.search == nil || lib == nil || len(lib.held) == 0 {
		return nil
	}
	_, err := s.search.Search(ctx, search.Query{Root: search.Number{Number: archive.Number{Section: 1, Heading: 100}}}, search.Options{Limit: 1})
	return err
}

// serveHealth asks the store and the search; a machine that watches the site asks here.
func (s *Server) serveHealth(w http.ResponseWriter, r *http.Request) {
	h := health{Version: s.version, Search: s.search != nil}
	status := http.StatusOK
	lib, err := s.open(r.Context())
	if err != nil {
		s.logger.Error("the archive cannot be read", "error", err.Error())
		h.Error, status = "the archive cannot be read", http.StatusServiceUnavailable
	} else {
		h.OK, h.Generation, h.Releases = true, lib.generation, len(lib.held)
	}
	if err := s.searchAnswers(r.Context(), lib); err != nil {
		s.logger.Error("the search does not answer", "error", err.Error())
		h.OK, h.Error, status = false, "the search does not answer", http.StatusServiceUnavailable
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(h) // the one who asked may have gone
}
