// Package data holds what is bundled with the program: the catalog of the
// releases that exist, which are facts, and a sample rulebook in our own words.
package data

import (
	"embed"
	"encoding/csv"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"rulebook/archive"
)

//go:embed catalog.tsv sample/*.txt
var files embed.FS

// Catalog returns every release known to exist, in date order: effective date,
// code, name, and the published file's name, format, size in bytes, SHA-256 and
// address as far as they are known. Held is false for all of them.
func Catalog() ([]archive.Release, error) {
	f, err := files.Open("catalog.tsv")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma, r.LazyQuotes, r.FieldsPerRecord = '\t', true, 8
	rows, err := r.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("the bundled catalog: %w", err)
	}
	var releases []archive.Release
	for _, row := range rows[1:] {
		release, err := catalogRow(row)
		if err != nil {
			return nil, fmt.Errorf("the bundled catalog: %w", err)
		}
		releases = append(releases, release)
	}
	return releases, nil
}

func catalogRow(row []string) (archive.Release, error) {
	day, err := archive.ParseDate(row[0])
	if err != nil {
		return archive.Release{}, err
	}
	r := archive.Release{Effective: day, Code: row[1], Name: row[2],
		Source: archive.Source{File: row[3], Format: row[4], SHA256: row[6], URL: row[7]}}
	if row[5] != "" {
		if r.Source.Bytes, err = strconv.ParseInt(row[5], 10, 64); err != nil {
			return archive.Release{}, err
		}
	}
	return r, nil
}

// File is one bundled file.
type File struct {
	Name  string // base name
	Bytes []byte
}

// Sample returns the releases of the sample rulebook, in date order, each in an
// encoding and with line ends of its own as published files have them.
func Sample() ([]File, error) {
	names, err := fs.Glob(files, "sample/*.txt")
	if err != nil {
		return nil, err
	}
	var all []File
	for _, name := range names {
		b, err := files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		all = append(all, File{Name: path.Base(name), Bytes: b})
	}
	return all, nil
}

// SampleReleases are the releases of the sample as the catalog names them.
func SampleReleases() ([]archive.Release, error) {
	catalog, err := Catalog()
	if err != nil {
		return nil, err
	}
	sample, err := Sample()
	if err != nil {
		return nil, err
	}
	var releases []archive.Release
	for _, r := range catalog {
		for _, f := range sample {
			if strings.Contains(f.Name, r.Effective.String()) {
				releases = append(releases, archive.Release{Effective: r.Effective, Code: r.Code, Name: r.Name})
			}
		}
	}
	return releases, nil
}
