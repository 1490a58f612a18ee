package web

import (
	"testing"

	"github.com/jba/templatecheck"
)

// pageStructs is what each template is drawn with.
var pageStructs = map[string]any{
	"about": aboutPage{}, "excerpt": excerptPage{}, "compare": &diffPage{}, "diff": &diffPage{}, "glossary": glossaryPage{}, "history": historyPage{},
	"home": homePage{}, "problem": problemPage{}, "release": releasePage{}, "releases": releasesPage{}, "rule": rulePage{},
	"annotate": annotatePage{}, "keyword": keywordPage{}, "keywords": keywordsPage{},
	"search": searchPage{}, "term": termPage{}, "trend": trendPage{}, "whole": wholePage{},
}

// Every field that a template names is one of its page's struct.
func TestTemplatesFitTheirPages(t *testing.T) {
	all, err := loadTemplates()
	if err != nil {
		t.Fatal(err)
	}
	for name, one := range all.byName {
		page, ok := pageStructs[name]
		if !ok {
			t.Errorf("%s has no page", name)
			continue
		}
		if err := templatecheck.CheckHTML(one.Lookup("frame"), page); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name := range pageStructs {
		if all.byName[name] == nil {
			t.Errorf("%s has no template", name)
		}
	}
}
