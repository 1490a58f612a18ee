package diffing

import (
	"encoding/binary"
	"math"
	"math/bits"
	"reflect"
	"slices"
)

// codec writes a digest or reads one, both by the same walk over the report. All it
// knows are numbers, written as the varints of encoding/binary; a text is its place
// among the distinct texts.
type codec struct {
	writing bool
	failed  bool   // what is read is no digest
	room    int    // bytes that what is read may still take in memory
	numbers []byte // written so far, or still to be read
	texts   []string
	places  map[string]int // of the texts, when writing
}

// done are the texts with the numbers behind them.
func (k *codec) done() []byte {
	all := binary.AppendUvarint(nil, uint64(len(k.texts)))
	for _, text := range k.texts {
		all = append(binary.AppendUvarint(all, uint64(len(text))), text...)
	}
	return append(all, k.numbers...)
}

// begin reads the texts of what done made.
func (k *codec) begin(all []byte) {
	k.numbers = all
	count := 0
	k.number(&count)
	if !k.take(count, reflect.TypeFor[string]()) {
		return
	}
	k.texts = make([]string, count)
	once := string(all) // of which every text is a part
	for i := range k.texts {
		size := 0
		if k.number(&size); size > len(k.numbers) {
			k.failed = true
		}
		if k.failed {
			return
		}
		at := len(all) - len(k.numbers)
		k.texts[i], k.numbers = once[at:at+size], k.numbers[size:]
	}
}

// number is a number that is not negative.
func (k *codec) number(n *int) {
	if k.writing {
		k.numbers = binary.AppendUvarint(k.numbers, uint64(*n))
		return
	}
	read, size := binary.Uvarint(k.numbers)
	if size <= 0 || read > math.MaxInt {
		k.failed = true
		*n = 0
		return
	}
	*n, k.numbers = int(read), k.numbers[size:]
}

func (k *codec) text(s *string) {
	place := 0
	if k.writing {
		var known bool
		if place, known = k.places[*s]; !known {
			place = len(k.texts)
			k.places[*s] = place
			k.texts = append(k.texts, *s)
		}
	}
	k.number(&place)
	if k.writing {
		return
	}
	if place >= len(k.texts) {
		k.failed = true
		return
	}
	*s = k.texts[place]
}

// flags are a few truths as one number.
func (k *codec) flags(all ...*bool) {
	n := 0
	for i, b := range all {
		if *b {
			n |= 1 << i
		}
	}
	k.number(&n)
	for i, b := range all {
		*b = n>>i&1 == 1
	}
}

// share is a number from 0 to 1. Its bits are turned around, as those of a round one
// end in zeros, and parted, as a number has no sign.
func (k *codec) share(f *float64) {
	turned := bits.Reverse64(math.Float64bits(*f))
	low, high := int(turned&math.MaxUint32), int(turned>>32)
	k.number(&low)
	k.number(&high)
	*f = math.Float64frombits(bits.Reverse64(uint64(high)<<32 | uint64(low)))
	k.failed = k.failed || !(*f >= 0 && *f <= 1)
}

// oneOf is one of a few names, written as its place among them.
func oneOf[T ~string](k *codec, name *T, all []T) {
	place := slices.Index(all, *name)
	k.number(&place)
	switch {
	case k.writing:
	case place < len(all):
		*name = all[place]
	default:
		k.failed = true
	}
}

// each walks over a list.
func each[T any](k *codec, items *[]T, one func(*T)) {
	count := len(*items)
	k.number(&count)
	if !k.writing && k.take(count, reflect.TypeFor[T]()) && count > 0 {
		*items = make([]T, count)
	}
	for i := 0; i < len(*items) && !k.failed; i++ {
		one(&(*items)[i])
	}
}

// maxReport bounds the memory that a damaged digest can make a reader take, in bytes: a few
// times as much as the largest report on two published releases.
const maxReport = 64 << 20

// take takes room for some things of a type, where there is enough.
func (k *codec) take(count int, of reflect.Type) bool {
	size := int(of.Size())
	if k.failed = k.failed || count > k.room/size; !k.failed {
		k.room -= count * size
	}
	return !k.failed
}
