package cite_test

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"net/url"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"rulebook/archive/archivetest"
	"rulebook/diffing/cite"
)

// sarifSchema is the standard's own JSON schema (SARIF 2.1.0, errata 01). The library
// has it in a constant that it keeps to itself, so it is read from its source.
var sarifSchema = sync.OnceValues(func() (*jsonschema.Schema, error) {
	folder, err := exec.Command("go", "list", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif").Output()
	if err != nil {
		return nil, err
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(strings.TrimSpace(string(folder)), "schema.go"), nil, 0)
	if err != nil {
		return nil, err
	}
	text, err := strconv.Unquote(file.Scope.Lookup("schema").Decl.(*ast.ValueSpec).Values[0].(*ast.BasicLit).Value)
	if err != nil {
		return nil, err
	}
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource("sarif.json", document); err != nil {
		return nil, err
	}
	return compiler.Compile("sarif.json")
})

// readSARIF holds a log against the standard's schema and reads it.
func readSARIF(t *testing.T, files []cite.File, asOf, to string) *sarif.Run {
	t.Helper()
	s := archivetest.Sample(t)
	old, new := archivetest.Snapshot(t, s, asOf).Release, archivetest.Snapshot(t, s, to).Release
	raw, err := json.Marshal(cite.NewSARIF("1.0", old, new, files))
	if err != nil {
		t.Fatal(err)
	}
	schema, err := sarifSchema()
	if err != nil {
		t.Fatal("the schema cannot be read: ", err)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(document); err != nil {
		t.Fatalf("%v: %s", err, raw)
	}
	log, err := sarif.FromBytes(raw)
	if err != nil || len(log.Runs) != 1 {
		t.Fatalf("%d runs, want 1: %v", len(log.Runs), err)
	}
	return log.Runs[0]
}

// checkSARIF holds a run against what the schema cannot say: each result points to its
// rule, its level is one that the standard lists, and its place is a part of a line, in
// an address that can be read. Of rules, code hosts want more than the standard.
func checkSARIF(t *testing.T, run *sarif.Run) {
	t.Helper()
	rules := run.Tool.Driver.Rules
	for _, r := range rules {
		if *r.ShortDescription.Text == "" || *r.FullDescription.Text == "" || *r.Help.Text == "" || !levels[r.DefaultConfiguration.Level] {
			t.Errorf("rule %s says too little", *r.ID)
		}
	}
	for _, r := range run.Results {
		if r.RuleIndex >= len(rules) || *rules[r.RuleIndex].ID != *r.RuleID || !levels[r.Level] || *r.Message.Text == "" {
			t.Errorf("result of %s points to rule %d, at level %q", *r.RuleID, r.RuleIndex, r.Level)
		}
		checkPlace(t, r.Locations[0].PhysicalLocation.ArtifactLocation, r.Locations[0].PhysicalLocation.Region)
		for _, fix := range r.Fixes {
			for _, change := range fix.ArtifactChanges {
				for _, part := range change.Replacements {
					checkPlace(t, change.ArtifactLocation, part.DeletedRegion)
				}
			}
		}
	}
}

var levels = map[string]bool{"none": true, "note": true, "warning": true, "error": true}

func checkPlace(t *testing.T, in *sarif.ArtifactLocation, at *sarif.Region) {
	t.Helper()
	u, err := url.Parse(*in.URI)
	if err != nil || u.Scheme != "" && u.Scheme != "file" || strings.ContainsAny(*in.URI, ` \"<>`) {
		t.Errorf("%q is no address of a file: %v", *in.URI, err)
	}
	if *at.StartLine < 1 || *at.StartColumn < 1 || *at.EndColumn <= *at.StartColumn {
		t.Errorf("no part of a line: line %d, columns %d to %d", *at.StartLine, *at.StartColumn, *at.EndColumn)
	}
}

func TestSARIF(t *testing.T) {
	j := judge(t, archivetest.Sample(t), "IKO", "MOM")
	run := readSARIF(t, []cite.File{{Path: "a b/ü.go", Checked: j.Check("// CR 701.9a, CR 702.17a, CR 702.19l", nil)}}, "IKO", "MOM")
	checkSARIF(t, run)
	if *run.ColumnKind != "unicodeCodePoints" || len(run.Results) != 2 || *run.Results[0].RuleID != "moved" || *run.Results[1].RuleID != "never" {
		t.Fatalf("%d results, columns by %s", len(run.Results), *run.ColumnKind)
	}
	at := run.Results[0].Locations[0].PhysicalLocation
	if *at.ArtifactLocation.URI != "a%20b/%C3%BC.go" || *at.Region.StartLine != 1 || *at.Region.StartColumn != 7 || *at.Region.EndColumn != 13 {
		t.Errorf("place %+v", at)
	}
	if text := *run.Results[0].Fixes[0].ArtifactChanges[0].Replacements[0].InsertedContent.Text; text != "701.10a" {
		t.Errorf("fix %q", text)
	}
}

// TestSARIFOfAll: every verdict, doubts and ranges included, and every kind of path.
func TestSARIFOfAll(t *testing.T) {
	const text = "CR 702.17a, CR 702.19b–d, rules 701.7–701.9, rule 701.6–701.8, 999.1l\r\n" +
		"CR 508.3, rule 509.2, CR 509.3, see https://a.example/701.9a, CR 702.19z"
	for _, between := range [][2]string{{"IKO", "MOM"}, {"MOM", "EOE"}, {"EOE", "M14"}, {"EOE", "EOE"}} {
		j := judge(t, archivetest.Sample(t), between[0], between[1])
		var files []cite.File
		for _, path := range []string{"-", "a.txt", "./a.txt", "../a.txt", "/tmp/a b.txt", "a:b.go", "100%.md", "q?#x.md", "räk.c", "\xff.txt", "<a>.txt", ""} {
			files = append(files, cite.File{Path: path, Checked: j.Check(text, nil)})
		}
		checkSARIF(t, readSARIF(t, files, between[0], between[1]))
	}
}

// TestSARIFOfARange: the fix of one end writes the other as well.
func TestSARIFOfARange(t *testing.T) {
	j := judge(t, archivetest.Sample(t), "IKO", "MOM")
	run := readSARIF(t, []cite.File{{Path: "a", Checked: j.Check("rules 701.7–701.9", nil)}}, "IKO", "MOM")
	for _, r := range run.Results {
		if n := len(r.Fixes[0].ArtifactChanges[0].Replacements); n != 2 || *r.Fixes[0].Description.Text != "write 701.8 and 701.10" {
			t.Errorf("%s: %d replacements, %s", *r.Message.Text, n, *r.Fixes[0].Description.Text)
		}
	}
}
