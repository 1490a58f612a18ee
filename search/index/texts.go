package index

import (
	"os"
	"path/filepath"
)

// textsName is the file of the texts: the versions of each document.
const textsName = "texts"

// packVersions writes versions, each of its strings with its length before it.
func packVersions(b []byte, versions []version) []byte {
	for _, v := range versions {
		b = appendString(b, v.heading)
		b = appendString(b, v.term)
		b = appendString(b, v.text)
	}
	return b
}

// version reads one version of a document.
func (x *Index) version(doc uint64, at int) (version, error) {
	d := &x.facts.docs[doc]
	b := make([]byte, d.length)
	if _, err := x.texts.ReadAt(b, int64(d.text)); err != nil {
		return version{}, err
	}
	r := reading{b: b}
	for range 3 * at {
		r.bytes()
	}
	return version{heading: string(r.bytes()), term: string(r.bytes()), text: string(r.bytes())}, r.err
}

// textBytes is how large the file of the texts is.
func (f *facts) textBytes() int64 {
	if len(f.docs) == 0 {
		return 0
	}
	last := f.docs[len(f.docs)-1]
	return int64(last.text) + int64(last.length)
}

// openTexts opens the file of the texts and checks that it is whole.
func openTexts(folder string, f *facts) (*os.File, error) {
	file, err := os.Open(filepath.Join(folder, textsName))
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && info.Size() != f.textBytes() {
		err = errFacts
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}
