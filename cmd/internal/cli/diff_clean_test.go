package cli

import (
	"reflect"
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
