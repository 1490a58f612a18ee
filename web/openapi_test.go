package web

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// described is the description of the API as a site gives it.
func described(t *testing.T, s http.Handler) *openapi3.T {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData([]byte(body(t, get(t, s, "/api/openapi.json"))))
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return doc
}

// Every route of the API is described with the parameters that it knows, and nothing
// is described that is no route.
func TestAPIIsDescribed(t *testing.T) {
	s := sample(t)
	doc := described(t, s)
	routes := make(map[string]bool)
	for _, rt := range s.pages() {
		if !strings.HasPrefix(rt.pattern, "/api/") || rt.pattern == "/api/openapi.json" {
			continue
		}
		routes[rt.pattern] = true
		item := doc.Paths.Value(rt.pattern)
		if item == nil {
			t.Errorf("%s is not described", rt.pattern)
			continue
		}
		known := rt.pattern + strings.Join(rt.params, " ")
		for _, p := range item.Get.Parameters {
			if !strings.Contains(known, p.Value.Name) {
				t.Errorf("%s: the parameter %s is described and not known", rt.pattern, p.Value.Name)
			}
		}
		if strings.Count(rt.pattern, "{")+len(rt.params) != len(item.Get.Parameters) {
			t.Errorf("%s: %d parameters are described", rt.pattern, len(item.Get.Parameters))
		}
	}
	for path := range doc.Paths.Map() {
		if !routes[path] {
			t.Errorf("%s is described and no route", path)
		}
	}
	if doc.Info.Version != "test" || doc.Servers[0].URL != "/" {
		t.Errorf("version %q, server %q", doc.Info.Version, doc.Servers[0].URL)
	}
	under := sample(t, func(o *Options) { o.BasePath = "/rules" })
	if r := body(t, get(t, under, "/rules/api/openapi.json")); !strings.Contains(r, `"url": "/rules"`) {
		t.Error("under /rules the server is another")
	}
}

// What the API answers over the sample is what its description says, no field more
// and none less.
func TestAPIAnswersAsDescribed(t *testing.T) {
	s := sampleOf(t, storeWithExcerpts(t))
	doc := described(t, s)
	for path, addresses := range map[string][]string{
		"/api/releases":                       {"/api/releases"},
		"/api/show/{release}/{entry}":         {"/api/show/latest/702.19b", "/api/show/IKO/702", "/api/show/M14/7", "/api/show/2020-04-17/introduction", "/api/show/latest/credits", "/api/show/2011-09-30/702.19", "/api/show/IKO/nonsense", "/api/show/XYZ/100.1"},
		"/api/show/{release}/glossary/{term}": {"/api/show/IKO/glossary/trample", "/api/show/latest/glossary/tramplee"},
		"/api/diff/{old}/{new}": {"/api/diff/M14/EOE", "/api/diff/EOE/M14", "/api/diff/WAR/IKO", "/api/diff/2014-02-01/2019-01-25", "/api/diff/2014-02-01/2020-04-17",
			"/api/diff/WAR/IKO?term=graveyard", "/api/diff/IKO/IKO", "/api/diff/IKO/XYZ"},
		"/api/history/{release}/{entry}":         {"/api/history/latest/702.19b", "/api/history/M14/702.19", "/api/history/latest/310", "/api/history/M14/introduction", "/api/history/IKO/702.19e", "/api/history/2011-09-30/702.99a", "/api/history/WAR/100.1", "/api/history/latest/999"},
		"/api/history/{release}/glossary/{term}": {"/api/history/latest/glossary/trample", "/api/history/M14/glossary/graveyard", "/api/history/M14/glossary/discard-pile"},
		"/api/trend":                             {"/api/trend?q=battle,%20trample", "/api/trend?q=%22%22"},
		"/api/search":                            {"/api/search?q=damage&in=all", "/api/search?q=702.19b", "/api/search?q=zzzz", "/api/search?q=excesss", "/api/search?q=%22discard%20pile%22", "/api/search?q=damage&from=0"},
		"/api/keywords":                          {"/api/keywords", "/api/keywords?in=M14", "/api/keywords?in=XYZ"},
		"/api/keyword/{name}":                    {"/api/keyword/trample", "/api/keyword/discard?in=IKO", "/api/keyword/nonsense"},
		"/api/annotate":                          {"/api/annotate?text=Trample,%20deathtouch.%20Draw%20a%20card.", "/api/annotate?text=Trample&in=M14", "/api/annotate?text=" + strings.Repeat("a", maxAnnotated+1)},
	} {
		item := doc.Paths.Value(path)
		if item == nil {
			t.Errorf("%s is not described", path)
			continue
		}
		for _, address := range addresses {
			r := get(t, s, address)
			described := item.Get.Responses.Status(r.StatusCode)
			if described == nil {
				described = item.Get.Responses.Default()
			}
			var answer any
			if err := json.Unmarshal([]byte(body(t, r)), &answer); err != nil {
				t.Errorf("%s: %v", address, err)
				continue
			}
			schema := described.Value.Content.Get(r.Header.Get("Content-Type")).Schema.Value
			if err := schema.VisitJSON(answer, openapi3.MultiErrors()); err != nil {
				t.Errorf("%s: %.600v", address, err)
			}
		}
	}
}
