package cli

import (
	"bytes"
	"context"
	"path/filepath"
	"testing"

	"rulebook/cmd/internal/term"
)

// program is a run of rulebook on an archive of its own.
type program struct {
	archive string
}

// run runs one command to its end.
func (p program) run(t *testing.T, ctx context.Context, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	a := p.app(&term.Streams{In: bytes.NewReader(nil), Out: &out, Err: &err, Width: 80, Columns: 80})
	code = a.run(ctx, args)
	return code, out.String(), err.String()
}

func (p program) app(s *term.Streams) *app {
	env := map[string]string{"RULEBOOK_ARCHIVE": p.archive}
	return &app{streams: s, getenv: func(name string) string { return env[name] }, program: "rulebook", version: "test"}
}

// must runs a command that has to succeed and returns what it printed.
func (p program) must(t *testing.T, args ...string) string {
	t.Helper()
	code, out, err := p.run(t, context.Background(), args...)
	if code != exitDone {
		t.Fatalf("rulebook %q ended with %d: %s", args, code, err)
	}
	return out
}

// withSample is the program on an archive of the sample.
func withSample(t *testing.T) program {
	t.Helper()
	p := program{archive: filepath.Join(t.TempDir(), "archive.db")}
	p.must(t, "sample")
	return p
}
