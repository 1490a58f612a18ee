package parse_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"rulebook/archive/parse"
)

func TestRefused(t *testing.T) {
	for name, c := range map[string]struct {
		raw  []byte
		want string // words of the reason
	}{
		"nothing":            {nil, "empty"},
		"white space":        {[]byte(strings.Repeat(" \r\n", 99)), "empty"},
		"only a mark":        {[]byte("\ufeff"), "empty"},
		"PDF":                {[]byte("%PDF-1.4\n" + small), "this is a PDF"},
		"PDF in UTF-8":       {[]byte("\ufeff\n%PDF-1.4\n" + small), "this is a PDF"},
		"old Word":           {[]byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + small), "old Word file"},
		"RTF":                {[]byte(`{\rtf1 ` + small), "this is RTF"},
		"PNG":                {[]byte("\x89PNG\r\n\x1a\n"), "an image"},
		"JPEG":               {[]byte("\xff\xd8\xff\xe0"), "an image"},
		"GIF":                {[]byte("GIF89a"), "an image"},
		"UTF-32":             {[]byte("\xff\xfe\x00\x00R\x00\x00\x00"), "UTF-32"},
		"TIFF":               {[]byte("MM\x00*\x00\x00\x00\x08"), "an image"},
		"WebP":               {[]byte("RIFF\x24\x00\x00\x00WEBPVP8 "), "an image"},
		"gzip":               {[]byte("\x1f\x8b\x08"), "gzip"},
		"web page":           {[]byte("\n<!DOCTYPE html>\n" + small), "a web page"},
		"web page, no type":  {[]byte("<HTML><body>" + small), "a web page"},
		"letters and no law": {[]byte("All the news of these rules, effective as of April 17, 2020."), "no numbered rules"},
		"a keyword's page":   {[]byte("Trample\nFrom the Comprehensive Rules (November 8, 2024—Foundations)\n- 702.19. Trample"), "import it with --excerpt"},
		"a rule's history":   {[]byte("A.\nApril 17, 2020 · Ikoria\nB."), "import it with --excerpt"},
		"contents only":      {[]byte(small[:strings.Index(small, "Glossary")]), "no numbered rules"},
		"no date":            {[]byte(strings.Replace(small, "effective as of", "new since", 1)), "--effective 2020-04-17"},
		"too large":          {make([]byte, parse.MaxBytes+1), "more than 16 MB, which is the limit"},
		"one long line":      {bytes.Repeat([]byte("a"), parse.MaxBytes), "16 MB of text"},
		"one long rule":      {[]byte(strings.Replace(small, "A card has two sides.", strings.Repeat("It is so. ", 20_000), 1)), "100000 is the limit"},
		"many rules":         {[]byte(strings.Replace(small, "101. Cards\n\n101.1.", strings.Repeat("100.1. It is so.\n", 40_000)+"101. Cards\n\n101.1.", 1)), "40000 is the limit"},
		"many terms":         {[]byte(strings.Replace(small, "What is below.\n", "What is below.\n"+strings.Repeat("\nA term\nIt is so.\n", 40_000), 1)), "40000 is the limit"},
		"many examples":      {[]byte(strings.Replace(small, "Example: Ann", strings.Repeat("Example: So it is.\n", 100)+"Example: Ann", 1)), "100 is the limit"},
		"many bytes":         {bytes.Repeat([]byte("\xfe\x81\r"), parse.MaxBytes/3), "more than 1000000 lines"},
		"a damaged zip":      {[]byte("PK\x03\x04" + small), "damaged"},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := parse.Parse(c.raw, parse.Options{})
			var refused *parse.RefusedError
			if !errors.As(err, &refused) || s != nil {
				t.Fatalf("not refused: %v", err)
			}
			if !strings.Contains(refused.Reason, c.want) || strings.ContainsAny(refused.Reason, "\n") {
				t.Errorf("reason %q, want %q in it", refused.Reason, c.want)
			}
		})
	}
}
