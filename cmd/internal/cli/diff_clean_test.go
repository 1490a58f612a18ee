package cli

import (
	"reflect"
	"strings"
	"testing"

	"rulebook/archive/archivetest/hostile"
	"rulebook/diffing"
)

// Every text that a report has or will have is cleaned, and the report stays as it is.
func TestCleanedReport(t *testing.T) {
	var report diffing.Report
	fill(reflect.ValueOf(&report).Elem(), 0)
	clean := cleaned(&report)
	texts := 0
	walk(t, "report", reflect.ValueOf(report), func(path, text string) {
		texts++
		if text != hostile.Codes {
			t.Errorf("%s was changed", path)
		}
	})
	walk(t, "report", reflect.ValueOf(*clean), func(path, text string) {
		if err := hostile.CheckText(text); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	})
	if texts < 30 {
		t.Errorf("a report has only %d texts", texts)
	}

	// Nor does a text matter that stands alone among harmless ones.
	for bad := range texts {
		at := 0
		only := func(string) string { at++; return map[bool]string{true: hostile.Codes, false: "tame"}[at-1 == bad] }
		var report diffing.Report
		fill(reflect.ValueOf(&report).Elem(), 0)
		change(reflect.ValueOf(&report).Elem(), only)
		found := 0
		clean := cleaned(&report)
		walk(t, "report", reflect.ValueOf(report), func(_, text string) { found += strings.Count(text, hostile.Codes) })
		walk(t, "report", reflect.ValueOf(*clean), func(path, text string) {
			if err := hostile.CheckText(text); err != nil {
				t.Errorf("%s alone: %v", path, err)
			}
		})
		if found != 1 {
			t.Errorf("text %d of the report was changed", bad)
		}
	}
}

var textType = reflect.TypeFor[string]()

// fill puts a hostile text into every field of type string, and one element into every
// list.
func fill(v reflect.Value, depth int) {
	switch {
	case v.Type() == textType:
		v.SetString(hostile.Codes)
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				fill(v.Field(i), depth)
			}
		}
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() != reflect.Uint8:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), depth)
	case v.Kind() == reflect.Pointer && depth == 0:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), depth+1)
	}
}

// change puts other texts into the place of all.
func change(v reflect.Value, to func(string) string) {
	switch {
	case v.Type() == textType:
		v.SetString(to(v.String()))
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				change(v.Field(i), to)
			}
		}
	case v.Kind() == reflect.Slice:
		for i := range v.Len() {
			change(v.Index(i), to)
		}
	case v.Kind() == reflect.Pointer && !v.IsNil():
		change(v.Elem(), to)
	}
}

// walk calls f with every text.
func walk(t *testing.T, path string, v reflect.Value, f func(path, text string)) {
	switch {
	case v.Type() == textType:
		f(path, v.String())
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			if field := v.Type().Field(i); field.IsExported() {
				walk(t, path+"."+field.Name, v.Field(i), f)
			}
		}
	case v.Kind() == reflect.Slice:
		for i := range v.Len() {
			walk(t, path, v.Index(i), f)
		}
	case v.Kind() == reflect.Pointer && !v.IsNil():
		walk(t, path, v.Elem(), f)
	}
}
