package parse

import (
	"encoding/binary"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
)

// Law: bytes lost anywhere in UTF-16 cost the characters around the place and no
// others, and an odd number of them is marked by U+FFFD. The text is long enough for
// such a loss to be small.
func TestLostBytes(t *testing.T) {
	text := strings.Repeat("100.1. Players can’t — “not once” — say Æther or Lim-Dûl…\r\n1½ cards • 攻 🂡 are all that there is.\n", 9)
	for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
		for _, mark := range []string{"", "\ufeff"} {
			var whole []byte
			for _, u := range utf16.Encode([]rune(mark + text)) {
				whole = order.AppendUint16(whole, u)
			}
			const beginning, end = 400, 200 // two paragraphs and one, in bytes; the others are like them
			for lost := 1; lost <= 5; lost++ {
				for i := 0; i+lost <= len(whole); i++ {
					if i == beginning {
						i = len(whole) - end
					}
					d, err := decode(slices.Concat(whole[:i], whole[i+lost:]), "")
					if err != nil {
						t.Errorf("%s %q without %d bytes at %d: %v", order, mark, lost, i, err)
						continue
					}
					// What is left of a mark is in the place of the first character's half.
					inMark := mark != "" && (i == 1 || i == 0 && lost == 1)
					if lost%2 == 1 && !inMark && !strings.Contains(d.text, "\ufffd") {
						t.Errorf("%s %q without %d bytes at %d: no U+FFFD", order, mark, lost, i)
					}
					got, want := differing(d.text, text)
					if most := 8 + lost; len(got) > most || len(want) > most {
						t.Errorf("%s %q without %d bytes at %d: %q became %q", order, mark, lost, i, string(want), string(got))
					}
				}
			}
		}
	}
}

// differing cuts off what two texts have in common at the beginning and the end.
func differing(a, b string) (restA, restB []rune) {
	x, y := []rune(a), []rune(b)
	for len(x) > 0 && len(y) > 0 && x[0] == y[0] {
		x, y = x[1:], y[1:]
	}
	for len(x) > 0 && len(y) > 0 && x[len(x)-1] == y[len(y)-1] {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	return x, y
}
