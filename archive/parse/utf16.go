package parse

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// decodeUTF16 reads UTF-16 in the given byte order, without its byte order mark.
// Where a byte is missing or too many, all that follows is out of step; it is read
// from the next byte on when that alone makes sense, and U+FFFD marks the place.
func decodeUTF16(raw []byte, order binary.ByteOrder) utf16Text {
	r := utf16Reader{raw: raw, order: order}
	t := r.read()
	if r.endsMended = t.mended*2 > strings.Count(t.text, "\n"); r.endsMended {
		return r.read()
	}
	return t
}

// decodeUTF16Any reads UTF-16 whose byte order nothing tells: in the order that
// leaves less to doubt.
func decodeUTF16Any(raw []byte) (t utf16Text, name string) {
	le, be := decodeUTF16(raw, binary.LittleEndian), decodeUTF16(raw, binary.BigEndian)
	if le.doubt() <= be.doubt() {
		return le, utf16LE
	}
	return be, utf16BE
}

// utf16Text is a text that was read from UTF-16, and what was wrong with it.
type utf16Text struct {
	text        string
	slips       int // bytes that were out of step
	mended      int // line ends that were single bytes, or had one too many
	lost        int // characters that became U+FFFD
	strange     int // units that are strange in English text, lost or not
	letterPairs int // the longest run of units that look like two letters of one byte each
}

func (t utf16Text) doubt() int { return t.slips + t.lost + t.strange }

// isDamaged reports whether it went through hands that took it for bytes.
func (t utf16Text) isDamaged() bool { return t.slips+t.mended > 0 }

// refusal says why the text cannot be taken; nil when it can.
func (t utf16Text) refusal() error {
	const (
		certainly = 8   // units in a row that are pairs of letters: no other script has so many
		most      = 100 // characters for each that may be lost
	)
	switch {
	case t.letterPairs >= certainly:
		return &RefusedError{"part of it is UTF-16 and part is not; import the file as published"}
	case t.lost*most > utf8.RuneCountInString(t.text):
		return refusedf("it is UTF-16 that lost bytes on its way, and %d characters cannot be made out; import the file as published", t.lost)
	}
	return nil
}

// note says in a warning's words what was mended; empty when nothing was.
func (t utf16Text) note() string {
	var what []string
	if t.mended > 0 {
		what = append(what, fmt.Sprintf("%d line ends were written as single bytes and are mended", t.mended))
	}
	if t.slips > 0 {
		what = append(what, fmt.Sprintf("bytes are missing or too many in %d places, and it is read on from each", t.slips))
	}
	return "it is UTF-16 that was damaged on its way: " + strings.Join(what, "; ")
}

// utf16Reader reads the units of UTF-16.
type utf16Reader struct {
	raw   []byte
	order binary.ByteOrder
	// endsMended is whether most line ends were written as single bytes: then they
	// are whole, and no sign that something is missing.
	endsMended bool

	out []byte
	odd oddRun
	utf16Text
}

// oddRun is a run of units that are strange in English text.
type oddRun struct {
	from  int // where it begins in the text
	units int
	pairs int // of its last units, those that look like two letters
}

func (r *utf16Reader) read() utf16Text {
	r.utf16Text, r.odd = utf16Text{}, oddRun{}
	r.out = make([]byte, 0, len(r.raw)/2+len(r.raw)/32)
	for i := 0; i < len(r.raw); {
		switch {
		case i+1 == len(r.raw):
			r.slip(i)
			i++
		case fits(r.unit(i)):
			r.write(rune(r.unit(i)))
			i += 2
		case r.pair(i) != utf8.RuneError:
			r.write(r.pair(i))
			i += 4
		case r.outOfStep(i):
			r.slip(i)
			i++
		default:
			r.oddUnit(i)
			i += 2
		}
	}
	r.text = string(r.out)
	return r.utf16Text
}

// write adds a character that is in step.
func (r *utf16Reader) write(c rune) {
	r.out = utf8.AppendRune(r.out, c)
	r.odd.units = 0
}

// lose marks the place of a character that is lost.
func (r *utf16Reader) lose() {
	r.lost++
	r.out = utf8.AppendRune(r.out, utf8.RuneError)
}

func (r *utf16Reader) unit(i int) uint16 { return r.order.Uint16(r.raw[i:]) }

// pair is the character of two surrogates, or U+FFFD where none stand.
func (r *utf16Reader) pair(i int) rune {
	if i+4 > len(r.raw) {
		return utf8.RuneError
	}
	return utf16.DecodeRune(rune(r.unit(i)), rune(r.unit(i+2)))
}

// outOfStep reports whether the byte at i is to be left out of step: what follows
// makes sense when it is read from the next byte on, and less when it is not.
func (r *utf16Reader) outOfStep(i int) bool {
	next := r.strangeness(i + 1)
	return next < nonsense && (isLineEnd(r.raw[i]) || next < r.strangeness(i+2))
}

// nonsense is the strangeness of bytes that cannot be read in step.
const nonsense = 9

// strangeness says how well the next few units make sense when they are read from
// byte i on: the count of line ends among them that are single bytes, or nonsense.
// English text that is out of step is nonsense within so few.
func (r *utf16Reader) strangeness(i int) int {
	const units = 4
	single := 0
	for range units {
		switch {
		case i == len(r.raw):
			return single
		case i+2 <= len(r.raw) && fits(r.unit(i)):
			i += 2
		case isLineEnd(r.raw[i]):
			single++
			i++
		default:
			return nonsense
		}
	}
	return single
}

// slip gets over a byte that is out of step. The strange units right before it
// were out of step too.
func (r *utf16Reader) slip(i int) {
	if r.odd.units > 0 {
		r.out = r.out[:r.odd.from]
		for ; r.odd.units > 0; r.odd.units-- {
			r.lose()
		}
	}
	switch b := r.raw[i]; {
	case i == 0 && b >= 0xfe: // the rest of a byte order mark: no text is lost
		r.slips++
	case isLineEnd(b):
		r.mended++
		if !r.endsMended {
			r.lose()
		}
		r.out = append(r.out, b)
	default:
		r.slips++
		r.lose()
	}
}

// oddUnit reads a unit that is strange in English text. It may be meant, such as a
// word of another script; a lone one between two letters is not.
func (r *utf16Reader) oddUnit(i int) {
	u := r.unit(i)
	inWord := len(r.out) > 0 && isLetter(uint16(r.out[len(r.out)-1])) && i+4 <= len(r.raw) && isLetter(r.unit(i+2))
	if r.odd.units == 0 {
		r.odd = oddRun{from: len(r.out)}
	}
	r.odd.units++
	if r.odd.pairs++; !isLetterPair(r.raw[i:]) {
		r.odd.pairs = 0
	}
	r.letterPairs = max(r.letterPairs, r.odd.pairs)
	r.strange++
	if inWord || utf16.IsSurrogate(rune(u)) {
		r.lose()
		return
	}
	r.out = utf8.AppendRune(r.out, rune(u))
}

func isLineEnd(b byte) bool { return b == '\r' || b == '\n' }

func isLetter(u uint16) bool { return u|0x20 >= 'a' && u|0x20 <= 'z' }

// isLetterPair reports whether a unit is two printable ASCII characters, which is
// how text of single bytes looks when it is taken for UTF-16.
func isLetterPair(b []byte) bool {
	return b[0] >= ' ' && b[0] < 0x7f && b[1] >= ' ' && b[1] < 0x7f
}

// fits reports whether a unit is a character that English text is full of: ASCII,
// Latin letters, the usual punctuation. None of them but ASCII's comes from two
// letters that are read out of step.
func fits(u uint16) bool {
	switch {
	case u < ' ':
		return u >= '\t' && u <= '\r'
	case u < 0x7f:
		return true
	case u < 0x180:
		return u >= 0xa0 && u != 0x100 || u == 0x85
	case u >= 0x2000 && u < 0x2100:
		return u >= 0x2010 && u <= 0x201f || strings.ContainsRune("•…\u2028\u2029\u202f", rune(u))
	}
	return strings.ContainsRune("−™\ufeff\ufffd", rune(u))
}

// decodeNULs reads bytes with NULs among them: UTF-16 that lost its byte order
// mark, or text with NULs in it, which keeps them and is refused for them.
func decodeNULs(raw []byte) (decoded, error) {
	const least = 0.25 // of all bytes; English in UTF-16 has close to a half
	if float64(bytes.Count(raw, []byte{0})) < least*float64(len(raw)) {
		return decoded{text: validUTF8(raw), encoding: utf8Name}, nil
	}
	t, name := decodeUTF16Any(raw)
	return fromUTF16(t, name)
}

// fromUTF16 is the text as every encoding's, or the refusal of it.
func fromUTF16(t utf16Text, name string) (decoded, error) {
	if err := t.refusal(); err != nil {
		return decoded{}, err
	}
	d := decoded{text: t.text, encoding: name}
	if t.isDamaged() {
		d.encoding, d.note = name+damaged, t.note()
	}
	return d, nil
}
