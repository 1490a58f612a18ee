package render_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rulebook/diffing"
	"rulebook/diffing/render"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares what was drawn with a file under testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs from what was drawn; look at both, then run go test -update if the new one is right\n%s", path, got)
	}
}

// visible are styles that a golden file can show.
var visible = render.Styles{
	Insert: render.Style{On: "⟨i ", Off: "⟩"}, Delete: render.Style{On: "⟨d ", Off: "⟩"}, Move: render.Style{On: "⟨m ", Off: "⟩"},
	Number: render.Style{On: "⟨n ", Off: "⟩"}, Heading: render.Style{On: "⟨h ", Off: "⟩"},
	Title: render.Style{On: "⟨t ", Off: "⟩"}, Faint: render.Style{On: "⟨f ", Off: "⟩"},
}

func TestGolden(t *testing.T) {
	r := boatReport(t)
	for _, test := range []struct {
		file string
		draw func(io.Writer, *diffing.Report, render.Options) error
		o    render.Options
	}{
		{"text.txt", render.Text, render.Options{Newest: r.New}},
		{"text-narrow.txt", render.Text, render.Options{Width: 40}},
		{"text-styled.txt", render.Text, render.Options{Color: true, Styles: visible}},
		{"text-folded.txt", render.Text, render.Options{Fold: true, Context: 3, Typography: true, Newest: r.Old}},
		{"unified.diff", render.Unified, render.Options{}},
		{"side-by-side.txt", render.SideBySide, render.Options{Width: 100}},
		{"markdown.md", render.Markdown, render.Options{}},
		{"page.html", render.HTML, render.Options{Newest: r.New}},
		{"stat.txt", render.Stat, render.Options{}},
		{"summary.txt", render.Summary, render.Options{}},
	} {
		t.Run(test.file, func(t *testing.T) {
			var b bytes.Buffer
			if err := test.draw(&b, r, test.o); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(strings.Join(strings.Fields(b.String()), " "), "sample in our own words, not the published rules") {
				t.Error("a rendering of the sample does not say that it is one")
			}
			golden(t, test.file, b.Bytes())
		})
	}
}

func TestGoldenJSON(t *testing.T) {
	r := boatReport(t)
	for _, test := range []struct {
		file string
		of   any
	}{{"report.json", r}, {"terms.json", r.Terms()}} {
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		if err := e.Encode(test.of); err != nil {
			t.Fatal(err)
		}
		golden(t, test.file, b.Bytes())
	}
}

// failing is a writer that is full.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func TestFailingWriterIsReported(t *testing.T) {
	r := boatReport(t)
	for _, draw := range []func(io.Writer, *diffing.Report, render.Options) error{
		render.Text, render.Unified, render.SideBySide, render.Markdown, render.HTML, render.Stat, render.Summary,
	} {
		if err := draw(failing{}, r, render.Options{}); err == nil {
			t.Error("a write failed and nobody said so")
		}
	}
}

// No line of text is wider than asked, but for a single word that is.
func TestWidthsAreHonoured(t *testing.T) {
	r := boatReport(t)
	for _, width := range []int{40, 57, 80, 120} {
		for _, draw := range []func(io.Writer, *diffing.Report, render.Options) error{render.Text, render.SideBySide, render.Stat, render.Summary} {
			var b bytes.Buffer
			if err := draw(&b, r, render.Options{Width: width}); err != nil {
				t.Fatal(err)
			}
			for _, line := range strings.Split(b.String(), "\n") {
				if len([]rune(line)) > width {
					t.Errorf("%d columns in %d: %q", len([]rune(line)), width, line)
				}
				if strings.TrimRight(line, " ") != line {
					t.Errorf("space at the end of %q", line)
				}
			}
		}
	}
}
