package web

import (
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"path"
	"strings"

	"rulebook/archive"
)

// templates are the pages' templates by name, each with the frame around it.
// A file that begins with an underscore is a part of several.
type templates struct {
	byName map[string]*template.Template
}

func loadTemplates() (*templates, error) {
	files, err := fs.Glob(templateFiles, "templates/*.html")
	if err != nil {
		return nil, err
	}
	var parts, pages []string
	for _, f := range files {
		if strings.HasPrefix(path.Base(f), "_") {
			parts = append(parts, f)
		} else {
			pages = append(pages, f)
		}
	}
	common, err := template.New("").Funcs(template.FuncMap{
		"count": count, "thousands": thousands,
		"thousands64": func(n int64) string { return thousands(int(n)) },
		"pole":        func(word string, w when) pole { return pole{when: w, Word: word} },
	}).ParseFS(templateFiles, parts...)
	if err != nil {
		return nil, err
	}
	t := &templates{byName: make(map[string]*template.Template, len(pages))}
	for _, f := range pages {
		one, err := common.Clone()
		if err != nil {
			return nil, err
		}
		if one, err = one.ParseFS(templateFiles, f); err != nil {
			return nil, err
		}
		t.byName[strings.TrimSuffix(path.Base(f), ".html")] = one
	}
	return t, nil
}

func (t *templates) execute(w io.Writer, name string, data any) error {
	one, ok := t.byName[name]
	if !ok {
		return fmt.Errorf("no template %q", name)
	}
	if err := one.ExecuteTemplate(archive.HarmlessWriter(w), "frame", data); err != nil {
		return fmt.Errorf("draw %s: %w", name, err)
	}
	return nil
}
