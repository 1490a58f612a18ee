package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"path"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"rulebook/search"
)

// Options are what a Server is made of.
type Options struct {
	Archive Archive
	Search  search.Searcher
	Version string // of the program, for the colophon and for ETags
	// BasePath is the prefix under which a reverse proxy offers the site: "" or
	// "/rules".
	BasePath string
	// Raw offers the published files for download. They belong to their
	// publisher; whether to offer them is the operator's choice.
	Raw    bool
	Logger *slog.Logger // nil keeps silent
}

// Server is the web site of one archive.
type Server struct {
	archive   Archive
	search    search.Searcher
	version   string
	build     string // changes with the version, the templates and the static files
	to        addresses
	raw       bool
	static    bool   // pages are drawn for an export and link to nothing that reckons
	root      string // the address at which an export is offered, without a slash at its end
	logger    *slog.Logger
	assets    *assets
	templates *templates
	handler   http.Handler

	opening    sync.Mutex
	library    atomic.Pointer[library]
	room       *room           // of all libraries
	asked      atomic.Int64    // when the archive was last asked for its generation, in Unix nanoseconds
	background context.Context // of warming; nil when nobody serves
}

// New prepares a server; it reads nothing from the archive yet.
func New(o Options) (*Server, error) {
	if o.Archive == nil {
		return nil, errors.New("a web server needs an archive")
	}
	base, err := cleanBase(o.BasePath)
	if err != nil {
		return nil, err
	}
	s := &Server{archive: o.Archive, search: o.Search, version: o.Version, to: addresses(base), raw: o.Raw, logger: o.Logger, room: newRoom()}
	if s.logger == nil {
		s.logger = slog.New(slog.DiscardHandler)
	}
	if s.assets, err = loadAssets(); err != nil {
		return nil, fmt.Errorf("load static files: %w", err)
	}
	if s.build, err = buildHash(o); err != nil {
		return nil, fmt.Errorf("load static files: %w", err)
	}
	if s.templates, err = loadTemplates(); err != nil {
		return nil, fmt.Errorf("load templates: %w", err)
	}
	s.handler = s.watch(s.limit(s.unchanged(s.routes())))
	return s, nil
}

// cleanBase reads a prefix such as "/rules"; "/" is none.
func cleanBase(base string) (string, error) {
	if base == "" || base == "/" {
		return "", nil
	}
	clean := path.Clean("/" + base)
	if strings.ContainsAny(clean, "{}?#%\"<> ") {
		return "", fmt.Errorf("base path %q cannot be served; write it like /rules", base)
	}
	return clean, nil
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// How long the server waits for a slow client. A reader on a bad line gets the
// whole book, half a megabyte compressed, in writeTimeout.
const (
	// A request is a header and no more: the same time for both is one deadline less to
	// set for each.
	headerTimeout = 10 * time.Second
	readTimeout   = headerTimeout
	writeTimeout  = 60 * time.Second
	idleTimeout   = 2 * time.Minute
	stopTimeout   = 10 * time.Second
	maxHeader     = 16 << 10 // bytes
)

// Serve answers requests on l until ctx ends, then lets running ones finish.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	background, stop := context.WithCancel(ctx)
	defer stop()
	s.opening.Lock()
	s.background = background
	s.opening.Unlock()
	if _, err := s.open(ctx); err != nil {
		return err
	}

	server := &http.Server{
		Handler: s, ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout,
		IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeader,
		ErrorLog: slog.NewLogLogger(s.logger.Handler(), slog.LevelWarn),
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	if err := server.Shutdown(grace); err != nil {
		return fmt.Errorf("stop serving: %w", err)
	}
	return nil
}

// askAgain is how long the archive's generation is taken to be what it was. Asking the
// store costs more than many an answer; nobody sees a new release come this much later.
const askAgain = 20 * time.Millisecond

// open returns the library of the archive's present generation.
func (s *Server) open(ctx context.Context) (*library, error) {
	now := time.Now().UnixNano()
	if lib := s.library.Load(); lib != nil && now-s.asked.Load() < int64(askAgain) {
		return lib, nil
	}
	generation, err := s.archive.Generation(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the archive's generation: %w", err)
	}
	defer s.asked.Store(now)
	if lib := s.library.Load(); lib != nil && lib.generation == generation {
		return lib, nil
	}
	s.opening.Lock()
	defer s.opening.Unlock()
	if lib := s.library.Load(); lib != nil && lib.generation == generation {
		return lib, nil
	}
	lib, err := openLibrary(context.WithoutCancel(ctx), s.archive, generation, s.room)
	if err != nil {
		return nil, err
	}
	if before := s.library.Swap(lib); before != nil {
		before.retire()
	}
	if s.background != nil {
		go s.warm(s.background, lib)
	}
	return lib, nil
}

// Warm reckons at once what is otherwise reckoned while serving: what changed in
// every release.
func (s *Server) Warm(ctx context.Context) error {
	lib, err := s.open(ctx)
	if err != nil {
		return err
	}
	return lib.warm(ctx, func() bool { return true })
}

// warm gives up when a newer generation has come.
func (s *Server) warm(ctx context.Context, lib *library) {
	start := time.Now()
	err := lib.warm(ctx, func() bool { return s.library.Load() == lib })
	switch {
	case ctx.Err() != nil:
	case err != nil:
		s.logger.Error("reckoning what changed in each release failed", "error", err.Error())
	default:
		s.logger.Info("reckoned what changed in each release", "releases", len(lib.held), "took", time.Since(start))
	}
}
