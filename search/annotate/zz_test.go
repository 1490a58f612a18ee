package annotate_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"rulebook/search/annotate"
)

func TestZZ(t *testing.T) {
	l := edge(t)
	for _, unit := range []string{"(", "deals ", "Storm of ", "X ", "{T}", "a\n", "Trample, ", "'s", "of ", "first ", "_", "Whenever a creature you control dies, you may cast a spell. "} {
		at := time.Now()
		a, err := l.Annotate(strings.Repeat(unit, annotate.MaxBytes/len(unit)))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Printf("%q %v %d\n", unit, time.Since(at), len(a.Marks))
	}
}
