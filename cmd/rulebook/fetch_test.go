package main

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"rulebook/data"
)

// TestFetchScripts runs testdata/fetch/*.txtar beside a publisher on this machine,
// whose address is $SERVER. It offers rulebooks in our own words.
func TestFetchScripts(t *testing.T) {
	server := httptest.NewServer(publisher(t))
	t.Cleanup(server.Close)
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "fetch"),
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("SERVER", server.URL)
			env.Setenv("RULEBOOK_ARCHIVE", filepath.Join(env.WorkDir, "archive.db"))
			env.Setenv("XDG_CACHE_HOME", filepath.Join(env.WorkDir, "cache"))
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){"exits": exits},
	})
}

// publisher offers, by their file names, the two releases whose hash the catalog
// does not know, one that is newer than the catalog, and other bytes in the place
// of a known one.
func publisher(t *testing.T) http.Handler {
	t.Helper()
	var mom []byte
	sample, err := data.Sample()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range sample {
		if strings.Contains(f.Name, "MOM") {
			mom = bytes.Replace(f.Bytes, []byte("Sample Rulebook in Our Own Words"), []byte("A Rulebook"), 1)
		}
	}
	effective := func(day string) []byte {
		dated := bytes.ReplaceAll(mom, []byte("April 14, 2023"), []byte(day))
		if bytes.Equal(dated, mom) {
			t.Fatal("the sample of MOM does not say its date")
		}
		return dated
	}
	files := map[string][]byte{
		"MagicCompRules20230616.txt":     effective("June 16, 2023"),
		"MagicCompRulesWOE 20230901.txt": effective("September 1, 2023"),
		"MagicCompRules 20300101.txt":    effective("January 1, 2030"),
		"MagicCompRules 20200417.txt":    mom,
		"moved.txt":                      []byte("<!DOCTYPE html><p>This page has moved.</p>"),
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := path.Base(r.URL.Path)
		raw, offered := files[name]
		if !offered {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("ETag", `"1"`)
		http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(raw))
	})
}
