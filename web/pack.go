package web

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"sync"

	"github.com/klauspost/compress/gzip"
)

// packer compresses one page after another. A page is packed while it is drawn, so that
// it never lies in memory whole.
type packer struct {
	in  *bufio.Writer // templates write a few bytes at a time
	zip *gzip.Writer
	out bytes.Buffer
}

// pageLevel compresses a large diff in a few milliseconds to nearly the least size.
const pageLevel = 5

// packers are worth keeping: one takes more than a megabyte.
var packers = sync.Pool{New: func() any { return newPacker(pageLevel) }}

// newPacker returns a packer of one of gzip's levels.
func newPacker(level int) *packer {
	zip, err := gzip.NewWriterLevel(nil, level)
	if err != nil {
		panic(err) // levels are constants of ours
	}
	const room = 16 << 10 // bytes
	return &packer{in: bufio.NewWriterSize(nil, room), zip: zip}
}

// pack returns what write writes, compressed, in a slice of no more than its size: it
// may be kept.
func (p *packer) pack(write func(io.Writer) error) ([]byte, error) {
	p.out.Reset()
	p.zip.Reset(&p.out)
	p.in.Reset(p.zip)
	if err := write(p.in); err != nil {
		return nil, err
	}
	if err := p.in.Flush(); err != nil {
		return nil, fmt.Errorf("compress: %w", err)
	}
	if err := p.zip.Close(); err != nil {
		return nil, fmt.Errorf("compress: %w", err)
	}
	return bytes.Clone(p.out.Bytes()), nil
}
