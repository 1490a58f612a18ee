package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/crc64"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"

	"rulebook/archive"
)

// rendered is an answer ready to be sent, as it is kept on the shelf of pages.
type rendered struct {
	status      int
	location    string // where a redirect leads
	contentType string
	download    string // name under which a browser should save it; usually empty
	gzipped     []byte
}

func (p *rendered) cost() int {
	const bookkeeping = keyRoom + 512 // bytes: key, headers, list
	return len(p.gzipped) + bookkeeping
}

// answer is what a page's handler gives back when all went well.
type answer interface {
	render(s *Server, v *visit) (*rendered, error)
}

// page is an answer drawn by a template, or as the JSON document behind it.
type page struct {
	template string
	data     any
	document func() any // nil where the page has none
}

func (p page) render(s *Server, v *visit) (*rendered, error) {
	if v.json {
		if p.document == nil {
			return nil, noSuchFormat(s.to, v)
		}
		return document(p.document())
	}
	return newRendered(http.StatusOK, htmlType, func(w io.Writer) error {
		return s.templates.execute(w, p.template, p.data)
	})
}

const htmlType = "text/html; charset=utf-8"

// document renders JSON in the same way for every address.
func document(v any) (*rendered, error) {
	return newRendered(http.StatusOK, "application/json; charset=utf-8", func(w io.Writer) error {
		enc := json.NewEncoder(archive.HarmlessJSON(w))
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		if err := enc.Encode(v); err != nil {
			return fmt.Errorf("write JSON: %w", err)
		}
		return nil
	})
}

// redirect leads to another address of this site.
type redirect string

func (to redirect) render(*Server, *visit) (*rendered, error) {
	return &rendered{status: http.StatusFound, location: string(to), contentType: "text/plain; charset=utf-8"}, nil
}

// file is an answer that is no page: a feed, a chart, a published text.
type file struct {
	contentType string
	download    string
	body        []byte
}

func (f file) render(*Server, *visit) (*rendered, error) {
	p, err := newRendered(http.StatusOK, f.contentType, func(w io.Writer) error {
		_, err := w.Write(f.body)
		return err
	})
	if err != nil {
		return nil, err
	}
	p.download = f.download
	return p, nil
}

// newRendered packs what write writes.
func newRendered(status int, contentType string, write func(io.Writer) error) (*rendered, error) {
	p := packers.Get().(*packer)
	defer packers.Put(p)
	z, err := p.pack(write)
	if err != nil {
		return nil, err
	}
	return &rendered{status: status, contentType: contentType, gzipped: z}, nil
}

// send writes a rendered answer in the encoding that the reader accepts.
func send(w http.ResponseWriter, r *http.Request, p *rendered) error {
	h := w.Header()
	h.Set("Content-Type", p.contentType)
	h["Vary"] = byCode
	if p.download != "" {
		h.Set("Content-Disposition", `attachment; filename="`+asciiName(p.download)+`"`)
	}
	if p.location != "" {
		h.Set("Location", p.location)
		w.WriteHeader(p.status)
		return nil
	}
	if acceptsGzip(r) {
		h.Set("Content-Encoding", "gzip")
		h.Set("Content-Length", strconv.Itoa(len(p.gzipped)))
		w.WriteHeader(p.status)
		if r.Method == http.MethodHead {
			return nil
		}
		_, err := w.Write(p.gzipped)
		return err
	}
	w.WriteHeader(p.status)
	if r.Method == http.MethodHead {
		return nil
	}
	z, err := gzip.NewReader(bytes.NewReader(p.gzipped))
	if err != nil {
		return err
	}
	_, err = io.Copy(w, z)
	return err
}

// asciiName keeps what is safe between quotes in a header.
func asciiName(name string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' || r == '"' || r == '\\' {
			return '_'
		}
		return r
	}, name)
}

// acceptsGzip reports whether the reader takes gzip (RFC 9110, 12.5.3).
func acceptsGzip(r *http.Request) bool {
	any := false
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, weight, _ := strings.Cut(part, ";")
		name = strings.TrimSpace(name)
		switch {
		case strings.EqualFold(name, "gzip") || strings.EqualFold(name, "x-gzip"):
			return wanted(weight)
		case name == "*":
			any = wanted(weight)
		}
	}
	return any
}

// wanted reports whether a weight such as "q=0.5" is more than nothing.
func wanted(weight string) bool {
	name, value, ok := strings.Cut(strings.TrimSpace(weight), "=")
	if !ok || !strings.EqualFold(strings.TrimSpace(name), "q") {
		return true
	}
	q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	return err == nil && q > 0
}

// etag names a page in one state: the archive's generation, the build, and a hash of what
// appendKey gives. It is a weak one, since it stands for the page packed and unpacked
// (RFC 9110, 8.8.1). Pages are not kept under it: somebody can make another with its hash.
func etag(generation int64, build string, key []byte) string {
	const base, room = 16, 64
	tag := append(make([]byte, 0, room), `W/"`...)
	tag = strconv.AppendInt(tag, generation, 10)
	tag = append(append(append(tag, '-'), build...), '-')
	tag = strconv.AppendUint(tag, crc64.Checksum(key, tagTable()), base)
	return string(append(tag, '"'))
}

var tagTable = sync.OnceValue(func() *crc64.Table { return crc64.MakeTable(crc64.ECMA) })

// Headers that many answers share; their lists are never changed.
var (
	noCache = []string{"no-cache"}
	byCode  = []string{"Accept-Encoding"}
)

// notModified tells a reader that the page held is the present one, with the headers that
// the page itself would bear (RFC 9110, 15.4.5).
func notModified(w http.ResponseWriter, tag string) {
	h := w.Header()
	h["Cache-Control"] = noCache
	h["Vary"] = byCode
	h["Etag"] = []string{tag}
	w.WriteHeader(http.StatusNotModified)
}

// matches reports whether the reader already holds the state that a weak tag names.
func matches(r *http.Request, tag string) bool {
	for part := range strings.SplitSeq(r.Header.Get("If-None-Match"), ",") {
		if strings.TrimPrefix(strings.TrimSpace(part), "W/") == tag[len("W/"):] {
			return true
		}
	}
	return false
}
