package fetch

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode"

	"rulebook/archive"
)

// ByURL is the release that an address offers and no catalog names: what it is,
// its file says. The file keeps the name it has in the address.
func ByURL(address string) (archive.Release, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || !isWeb(u.Scheme) {
		return archive.Release{}, fmt.Errorf("%q is not an address of the web; write it as https://example.org/rules.txt", address)
	}
	name := path.Base(u.Path)
	if name == "." || name == "/" || strings.HasPrefix(name, ".") || !filepath.IsLocal(name) ||
		strings.ContainsFunc(name, func(r rune) bool { return unicode.IsControl(r) || strings.ContainsRune(`\:*?"<>|`, r) }) {
		return archive.Release{}, fmt.Errorf("%q does not end in the name of a file; give the address of the file itself", address)
	}
	return archive.Release{Source: archive.Source{File: name, URL: address}}, nil
}

// isByURL tells a release of ByURL from one of a catalog, which has a date.
func isByURL(r archive.Release) bool { return r.Effective.IsZero() }

func isWeb(scheme string) bool { return scheme == "http" || scheme == "https" }

// origin is where files come from: the zero origin is each one's own address.
type origin struct {
	mirror *url.URL
	folder string
}

func parseOrigin(from string) (origin, error) {
	if from == "" {
		return origin{}, nil
	}
	scheme, _, hasScheme := strings.Cut(from, "://")
	if !hasScheme {
		return origin{folder: from}, checkFolder(from)
	}
	u, err := url.Parse(from)
	switch {
	case !isWeb(scheme):
		return origin{}, fmt.Errorf("files cannot be fetched by %s; give an http or https address, or a folder", scheme)
	case err != nil || u.Host == "":
		return origin{}, fmt.Errorf("%q is not an address of the web; write it as https://example.org/rules", from)
	case u.RawQuery != "" || u.Fragment != "":
		return origin{}, errors.New("file names are added to the address of a mirror, so it cannot have a ? or #; give the part before it")
	}
	return origin{mirror: u}, nil
}

// checkFolder returns an error unless files can be looked for in a folder.
func checkFolder(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no folder %s to fetch from; check the spelling, and write the address of a mirror with https://", path)
	case err != nil:
		return fmt.Errorf("the folder to fetch from cannot be read: %w", err)
	case !info.IsDir():
		return fmt.Errorf("%s is a file; name the folder that it is in", path)
	}
	return nil
}

// address is where a release's file is offered: a URL, or a path when isFile. A
// release of ByURL comes from its own address whatever the origin is.
func (o origin) address(r archive.Release) (address string, isFile bool, err error) {
	switch {
	case isByURL(r):
		return r.Source.URL, false, nil
	case r.Source.File == "":
		return "", false, &setback{outcome: Unaddressed, reason: "no catalog knows the name of its file; give its address instead"}
	case o.folder != "":
		return filepath.Join(o.folder, r.Source.File), true, nil
	case o.mirror != nil:
		return o.mirror.JoinPath(url.PathEscape(r.Source.File)).String(), false, nil
	case r.Source.URL == "":
		return "", false, &setback{outcome: Unaddressed, reason: "no address of the publisher is known; name a mirror or a folder that has it with --from"}
	}
	return r.Source.URL, false, nil
}
