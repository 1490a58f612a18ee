package annotate

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"rulebook/archive"
	"rulebook/archive/sqlite"
)

func TestZZ(t *testing.T) {
	s, err := sqlite.Open(context.Background(), "/tmp/cite8/a.db", sqlite.ReadOnly)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	d, _ := archive.ParseDate("2025-07-25")
	snap, _ := s.Snapshot(context.Background(), d)
	at := time.Now()
	l := NewLexicon(snap)
	fmt.Println(time.Since(at), len(l.terms))
	b, _ := os.ReadFile("/tmp/cite8/cards.txt")
	for _, text := range strings.Split(string(b), "\n===\n") {
		at := time.Now()
		a, err := l.Annotate(text)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Println("-----", time.Since(at))
		fmt.Println(text)
		for _, m := range a.Marks {
			fmt.Printf("   [%s]=%s", text[m.Start:m.End], a.Notes[m.Note].Term.Name)
		}
		fmt.Println()
	}
}
