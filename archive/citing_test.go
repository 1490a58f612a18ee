package archive

import (
	"slices"
	"testing"
)

func TestCiting(t *testing.T) {
	s := &Snapshot{}
	for _, name := range []string{"6", "601", "601.2", "601.2a", "601.2b", "601.2c", "601.2f", "602", "602.1"} {
		n, err := ParseNumber(name)
		if err != nil {
			t.Fatal(err)
		}
		s.Entries = append(s.Entries, Entry{Kind: n.Kind(), Number: n})
	}
	c := NewCiting(s)
	for _, test := range []struct {
		text string
		want []string
	}{
		{"See rule 602.1 and rule 601.2b, then rule 602.1.", []string{"602.1", "601.2b"}},
		{"See rules 601.2a–f.", []string{"601.2a", "601.2b", "601.2c", "601.2f"}},
		{"See rules 601–602.", []string{"601", "602"}},
		{"See rule 601.2l and rule 999.", nil},
		{"", nil},
	} {
		var got []string
		for _, n := range c.Numbers(test.text) {
			got = append(got, n.String())
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%q cites %v, want %v", test.text, got, test.want)
		}
	}
}
