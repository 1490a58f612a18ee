package cli

import (
	"context"
	"fmt"
	"io"
	"log/slog"

	"github.com/spf13/cobra"

	"rulebook/cmd/internal/term"
	"rulebook/web"
)

type exportOptions struct {
	url   string
	files bool
	json  bool
}

func (a *app) exportCommand() *cobra.Command {
	var o exportOptions
	cmd := &cobra.Command{
		Use:   "export FOLDER [--url URL] [--files] [--json]",
		Short: "Write the archive as pages that need no server",
		Long: `Writes the whole archive into a folder as pages that any file host can offer,
under the addresses that serve gives them, with a search that runs in the
reader's browser. Broken off, it goes on where it stopped; done again, only what
changed is written. A past release's rules stand on the pages of their headings.`,
		Example: `  rulebook export pages
  rulebook export pages --url https://rules.example/book`,
		Args: arguments(1, 1, "the folder to write to"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
		RunE: func(cmd *cobra.Command, args []string) error { return a.export(cmd.Context(), args[0], o) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.url, "url", "", "the `URL` at which the folder will be offered; citations, the feed\nand the sitemap need it")
	complete(cmd, "url", cobra.NoFileCompletions)
	flags.BoolVar(&o.files, "files", false, "write the published files too; they are their publisher's")
	addJSON(cmd, &o.json)
	return cmd
}

// exportDocument is what an export did, in JSON.
type exportDocument struct {
	Folder    string `json:"folder"`
	Files     int    `json:"files"`
	Bytes     int64  `json:"bytes"`
	Written   int    `json:"written"`
	Unchanged int    `json:"unchanged"`
	Removed   int    `json:"removed"`
}

func (a *app) export(ctx context.Context, folder string, o exportOptions) error {
	h, err := a.openHoldings(ctx)
	if err != nil {
		return err
	}
	progress := a.streams.Progress()
	defer progress.Clear()
	done, err := web.Export(ctx, web.Options{Archive: h.Store, Version: a.version, Raw: o.files,
		Logger: slog.New(slog.NewTextHandler(a.streams.Err, &slog.HandlerOptions{Level: slog.LevelWarn}))}, folder,
		web.ExportOptions{URL: o.url, Progress: func(done, total int) { progress.Show(done, total, "files") }})
	if err != nil {
		return err
	}
	progress.Clear()
	if o.json {
		return a.printJSON(exportDocument{Folder: folder, Files: done.Files, Bytes: done.Bytes,
			Written: done.Written, Unchanged: done.Unchanged, Removed: done.Removed})
	}
	return a.streams.Print(func(w io.Writer) error {
		const megabyte = 1e6
		_, err := fmt.Fprintf(w, "%s, %.1f MB, in %s: %d written, %d unchanged, %d removed\n", count(done.Files, "file", "files"),
			float64(done.Bytes)/megabyte, term.Clean(folder), done.Written, done.Unchanged, done.Removed)
		return err
	})
}
