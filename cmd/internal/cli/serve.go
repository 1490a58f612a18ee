package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"runtime/debug"
	"strconv"
	"syscall"

	"github.com/spf13/cobra"

	"rulebook/archive/sqlite"
	"rulebook/web"
)

type serveOptions struct {
	addr     string
	basePath string
	files    bool
	readOnly bool
	verbose  bool
	json     bool
}

// defaultAddr is where the pages are offered: to this machine only.
const defaultAddr = "127.0.0.1:8080"

func (a *app) serveCommand() *cobra.Command {
	var o serveOptions
	cmd := &cobra.Command{
		Use:   "serve [--addr HOST:PORT] [--base-path PATH] [--files] [--read-only] [--verbose] [--json]",
		Short: "Read the archive in a browser",
		Long: `Offers the archive as pages until it is stopped with Ctrl-C. An import may run
meanwhile: readers see the archive as it was until all of it is done.

--read-only is for a copy of an archive that nobody writes: the copy and its
folder stay untouched, and the search index is made in a folder of its own.`,
		Example: `  rulebook serve
  rulebook serve --addr 127.0.0.1:8081
  rulebook serve --addr :80 --base-path /rules`,
		Args:              arguments(0, 0, "no arguments"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(cmd *cobra.Command, _ []string) error { return a.serve(cmd.Context(), o) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.addr, "addr", defaultAddr, "listen at `HOST:PORT`; port 0 takes any that is free")
	flags.StringVar(&o.basePath, "base-path", "", "the `PATH` under which a reverse proxy offers the pages")
	flags.BoolVar(&o.files, "files", false, "offer the published files for download; they are their publisher's")
	flags.BoolVar(&o.readOnly, "read-only", false, "write nothing, and take the archive for a copy\nthat does not change")
	flags.BoolVar(&o.verbose, "verbose", false, "log every request to standard error")
	flags.BoolVar(&o.json, "json", false, "say where the pages are as a JSON document")
	return cmd
}

func (a *app) serve(ctx context.Context, o serveOptions) error {
	mode, indexes := sqlite.ReadOnly, indexPath(a.archivePath())
	if o.readOnly {
		aside, err := os.MkdirTemp("", "rulebook-index-")
		if err != nil {
			return fmt.Errorf("making a folder for the search index: %w", err)
		}
		defer os.RemoveAll(aside)
		mode, indexes = sqlite.Immutable, aside
	}
	h, err := a.openHoldingsFor(ctx, mode)
	if err != nil {
		return err
	}
	if _, err := h.newest(); err != nil {
		return err
	}
	listener, err := listen(ctx, o.addr)
	if err != nil {
		return err
	}
	defer listener.Close()
	level := slog.LevelWarn
	if o.verbose {
		level = slog.LevelInfo
	}
	logger := slog.New(slog.NewTextHandler(a.streams.Err, &slog.HandlerOptions{Level: level}))
	collectAt(answering)
	a.limitMemory(len(h.held()))
	searcher, err := a.openLiveIndex(ctx, indexes, h, logger)
	if err != nil {
		return err
	}
	defer searcher.Close()
	server, err := web.New(web.Options{Archive: h.Store, Search: searcher, Version: a.version,
		BasePath: o.basePath, Raw: o.files, Logger: logger})
	if err != nil {
		return &usageError{err.Error()}
	}
	if err := a.sayServing(h, listener.Addr(), o); err != nil {
		return err
	}
	if err := server.Serve(ctx, listener); err != nil && ctx.Err() == nil {
		return err
	}
	return nil // Ctrl-C is how a server is stopped
}

// limitMemory keeps the server small where the operator has not said how large it may
// become: the collector works harder near that, and nothing is refused. What the pages
// need at hand grows with the releases; a limit below that would keep the collector busy
// all the time.
func (a *app) limitMemory(releases int) {
	const (
		least = 96 << 20 // bytes; the store, the index and the program take some 60 MB besides
		each  = 1 << 19  // for a release
	)
	if a.getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(int64(max(least, releases*each)))
	}
}

// listen takes the address, or says in a sentence what to do.
func listen(ctx context.Context, addr string) (net.Listener, error) {
	if _, port, err := net.SplitHostPort(addr); err != nil || !isPort(ctx, port) {
		return nil, wrongUsage("--addr cannot be %q; write it as HOST:PORT, such as %s", addr, defaultAddr)
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	switch {
	case err == nil:
		return listener, nil
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("%s is in use by another program; try another port: rulebook serve --addr %s", addr, nextPort(addr))
	case errors.Is(err, fs.ErrPermission):
		return nil, fmt.Errorf("%s is not for everybody to listen at; try a port above 1023: rulebook serve --addr %s", addr, defaultAddr)
	}
	return nil, fmt.Errorf("cannot listen at %s: %w; try: rulebook serve --addr %s", addr, err, defaultAddr)
}

// isPort reports whether a port is a number there can be, or the name of a service.
func isPort(ctx context.Context, port string) bool {
	_, err := net.DefaultResolver.LookupPort(ctx, "tcp", port)
	return err == nil
}

// nextPort is the address with the port behind it.
func nextPort(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return defaultAddr
	}
	n, err := strconv.Atoi(port)
	const last = 65535
	if err != nil || n >= last {
		return net.JoinHostPort(host, "0")
	}
	return net.JoinHostPort(host, strconv.Itoa(n+1))
}

// serveDocument says where the pages are, in JSON.
type serveDocument struct {
	URL string `json:"url"`
}

func (a *app) sayServing(h *holdings, addr net.Addr, o serveOptions) error {
	newest, err := h.newest()
	if err != nil {
		return err
	}
	url := "http://" + addr.String() + o.basePath + "/"
	if o.json {
		return a.printJSON(serveDocument{url})
	}
	return a.streams.Print(func(w io.Writer) error {
		p := a.streams.Palette
		fmt.Fprintf(w, "%s, the newest %s\n", count(len(h.held()), "release", "releases"), named(newest))
		if newest.Sample {
			fmt.Fprintln(w, sampleNotice)
		}
		fmt.Fprintf(w, "\n  %s\n\n", p.Strong.Paint(url))
		if newest.Sample {
			fmt.Fprintln(w, "three commands to try beside it:")
			for _, args := range []string{"show 702.19b --in IKO", "diff WAR IKO", `search '"excess damage"'`} {
				fmt.Fprintln(w, "  "+a.commandLine(args))
			}
			fmt.Fprintln(w)
		}
		_, err := fmt.Fprintln(w, "Ctrl-C stops it")
		return err
	})
}

// commandLine is how the user calls the program with args on the same archive.
func (a *app) commandLine(args string) string {
	line := quoted(a.program) + " " + args
	if a.archiveFlag != "" {
		line += " --archive " + quoted(a.archiveFlag)
	}
	return line
}
