// Package docs_test holds the documents against the code.
package docs_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"
)

const module = "rulebook/"

// TestArrows fails on an import that docs/architecture.md does not draw, and on a
// drawn room that does not exist.
func TestArrows(t *testing.T) {
	drawn := readArrows(t)
	seen := make(map[string]bool)
	for _, p := range listPackages(t) {
		room := strings.TrimPrefix(p.ImportPath, module)
		allowed, isDrawn := drawn[room]
		if !isDrawn {
			if len(p.GoFiles)+len(p.CgoFiles) > 0 {
				t.Errorf("package %s is not in the arrows of docs/architecture.md", room)
			}
			continue
		}
		seen[room] = true
		for _, imported := range p.Imports {
			if !isStandard(imported) && !allows(allowed, imported) {
				t.Errorf("%s imports %s, an arrow that docs/architecture.md does not draw", room, imported)
			}
		}
	}
	for room := range drawn {
		if !seen[room] {
			t.Errorf("docs/architecture.md draws %s, which does not exist", room)
		}
	}
}

func readArrows(t *testing.T) map[string][]string {
	text, err := os.ReadFile("architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	_, block, found := strings.Cut(string(text), "```arrows\n")
	block, _, closed := strings.Cut(block, "```")
	if !found || !closed {
		t.Fatal("docs/architecture.md has no block of arrows")
	}
	drawn := make(map[string][]string)
	for line := range strings.Lines(block) {
		room, targets, ok := strings.Cut(line, "->")
		if !ok {
			t.Fatalf("not an arrow: %q", line)
		}
		drawn[strings.TrimSpace(room)] = strings.Fields(targets)
	}
	return drawn
}

type goPackage struct {
	ImportPath                 string
	GoFiles, CgoFiles, Imports []string
}

func listPackages(t *testing.T) []goPackage {
	cmd := exec.Command("go", "list", "-json=ImportPath,GoFiles,CgoFiles,Imports", "./...")
	cmd.Dir = ".."
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []goPackage
	for dec := json.NewDecoder(strings.NewReader(string(out))); dec.More(); {
		var p goPackage
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}

// isStandard reports whether an import path is of the standard library: those
// have no dot in their first element, and our own module has no dot at all.
func isStandard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return first+"/" != module && !strings.Contains(first, ".")
}

// allows reports whether an import is drawn: our own rooms by exact name, outside
// modules by prefix.
func allows(allowed []string, imported string) bool {
	own, isOwn := strings.CutPrefix(imported, module)
	for _, a := range allowed {
		if isOwn && own == a || !isOwn && (imported == a || strings.HasPrefix(imported, a+"/")) {
			return true
		}
	}
	return false
}
