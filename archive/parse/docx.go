package parse

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// The limits on a DOCX. Its packed size is bounded by MaxBytes as every file's is.
const (
	// maxUnpacked bounds each part that is read, in bytes. The largest document.xml
	// of a release has 4.4 MB.
	maxUnpacked = 64 << 20
	// maxRatio bounds how many times larger a part is than it was packed. Those of
	// the releases unpack to 12 times their size; a part made to exhaust memory, to
	// 1,000 times.
	maxRatio = 100
	// freeUnpacked is what a part may have whatever its ratio: a short one packs well.
	freeUnpacked = 1 << 20
	// maxDepth bounds how deep elements nest. Text in a table in a text box has 40.
	maxDepth = 256
)

// The parts of a DOCX that are read. No other part, and nothing outside the file,
// is ever opened.
const (
	documentPart  = "word/document.xml"
	numberingPart = "word/numbering.xml"
	stylesPart    = "word/styles.xml"
)

func isZip(raw []byte) bool { return bytes.HasPrefix(raw, []byte("PK\x03\x04")) }

// readDOCX reads the text of a Word document: its body's paragraphs and line
// breaks are the lines. Line numbers count both.
func readDOCX(raw []byte) (text, error) {
	z, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		return text{}, refusedf("the file begins like a DOCX or zip but is damaged (%v); get it again", err)
	}
	document, err := readPart(z, documentPart)
	if err != nil {
		return text{}, err
	}
	if document == nil {
		return text{}, &RefusedError{"this is a zip file and no DOCX; unpack it and import what is in it"}
	}
	lists, err := readLists(z)
	if err != nil {
		return text{}, err
	}
	w := wordReader{lists: lists}
	if err := w.read(document); err != nil {
		return text{}, malformed(documentPart, err)
	}
	t, err := textOf(cutMark(w.text.String()))
	if err != nil {
		return text{}, err
	}
	t.format, t.encoding = "docx", utf8Name
	t.warnings = append(t.warnings, w.all()...)
	return t, nil
}

func refusedf(format string, args ...any) *RefusedError {
	return &RefusedError{fmt.Sprintf(format, args...)}
}

// readPart unpacks one part within the limits; nil when the file has none of that
// name.
func readPart(z *zip.Reader, name string) ([]byte, error) {
	for _, f := range z.File {
		if f.Name != name {
			continue
		}
		limit := min(maxUnpacked, max(freeUnpacked, f.CompressedSize64*maxRatio))
		if f.UncompressedSize64 > limit {
			return nil, tooLarge(name, limit)
		}
		r, err := f.Open()
		if err != nil {
			return nil, refusedf("%s cannot be unpacked (%v); get the file again", name, err)
		}
		defer r.Close()
		part, err := io.ReadAll(io.LimitReader(r, int64(limit)+1))
		if err != nil {
			return nil, refusedf("%s cannot be unpacked (%v); get the file again", name, err)
		}
		if uint64(len(part)) > limit {
			return nil, tooLarge(name, limit)
		}
		return part, nil
	}
	return nil, nil
}

func tooLarge(name string, limit uint64) error {
	return refusedf("%s unpacks to more than %d MB, which no rulebook does", name, limit>>20)
}

// readLists reads how the document numbers its lists; a document without lists
// has no such part.
func readLists(z *zip.Reader) (*lists, error) {
	l := newLists()
	for _, part := range []struct {
		name string
		read func([]byte) error
	}{{numberingPart, l.readNumbering}, {stylesPart, l.readStyles}} {
		b, err := readPart(z, part.name)
		if err != nil {
			return nil, err
		}
		if err := part.read(b); err != nil {
			return nil, malformed(part.name, err)
		}
	}
	return l, nil
}

// malformed is the refusal of a part for an error of its XML, or the refusal that
// the error is.
func malformed(part string, err error) error {
	if errors.As(err, new(*RefusedError)) {
		return err
	}
	return refusedf("%s is no well-formed XML (%v); save the document again", part, err)
}
