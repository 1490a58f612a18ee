package web

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"

	"github.com/klauspost/compress/gzip"
)

//go:embed static
var staticFiles embed.FS

//go:embed templates/*.html
var templateFiles embed.FS

// asset is a static file under an address that holds its hash, so that a browser
// may keep it for ever.
type asset struct {
	name        string // "site.3fa9c2d1e5.css"
	contentType string
	plain       []byte
	gzipped     []byte
}

// assets are the static files by address name, and the address names by file name.
type assets struct {
	byName map[string]*asset
	nameOf map[string]string
}

func loadAssets() (*assets, error) {
	all := &assets{byName: make(map[string]*asset), nameOf: make(map[string]string)}
	names, err := fs.Glob(staticFiles, "static/*")
	if err != nil {
		return nil, err
	}
	smallest := newPacker(gzip.BestCompression)
	for _, file := range names {
		body, err := fs.ReadFile(staticFiles, file)
		if err != nil {
			return nil, err
		}
		base := path.Base(file)
		ext := path.Ext(base)
		a := &asset{
			name:        strings.TrimSuffix(base, ext) + "." + hashOf(body) + ext,
			contentType: mime.TypeByExtension(ext),
			plain:       body,
		}
		if a.gzipped, err = smallest.pack(func(w io.Writer) error { _, err := w.Write(body); return err }); err != nil {
			return nil, err
		}
		all.byName[a.name] = a
		all.nameOf[base] = a.name
	}
	return all, nil
}

// hashOf is short, yet no two builds' files will share it.
func hashOf(b []byte) string {
	const bytesShown = 5
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:bytesShown])
}

// serveAsset answers for static files; their addresses never change their bytes.
func (s *Server) serveAsset(w http.ResponseWriter, r *http.Request) {
	a, ok := s.assets.byName[r.PathValue("file")]
	if !ok {
		s.fail(w, r, nil, noSuchPage(s.to, r.URL.Path))
		return
	}
	h := w.Header()
	h.Set("Content-Type", a.contentType)
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("ETag", `W/"`+a.name+`"`)
	h.Set("Vary", "Accept-Encoding")
	if matches(r, h.Get("ETag")) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	body := a.plain
	if acceptsGzip(r) {
		h.Set("Content-Encoding", "gzip")
		body = a.gzipped
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // the reader may have gone, which is no error of ours
	}
}

// buildHash changes whenever the version, what the operator offers, a template or a static
// file does.
func buildHash(o Options) (string, error) {
	sum := sha256.New()
	fmt.Fprintln(sum, o.Version, o.BasePath, o.Raw, o.Search != nil)
	for _, files := range []embed.FS{staticFiles, templateFiles} {
		err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			body, err := fs.ReadFile(files, name)
			sum.Write(body)
			return err
		})
		if err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:5]), nil
}
