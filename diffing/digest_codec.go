package diffing

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// codec writes a digest or reads one, both by the same walk over the report. All it
// knows are numbers, written as the varints of encoding/binary; a text is its place
// among the distinct texts.
type codec struct {
	writing bool
	failed  bool   // what is read is no digest
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
	if k.number(&count); count > len(all) { // each takes at least a byte
		k.failed = true
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

// each walks over a list, which takes at least a byte for each of its items.
func each[T any](k *codec, items *[]T, one func(*T)) {
	count := len(*items)
	k.number(&count)
	switch {
	case k.writing:
	case count > len(k.numbers):
		k.failed = true
		return
	case count > 0:
		*items = make([]T, count)
	}
	for i := range *items {
		one(&(*items)[i])
	}
}
