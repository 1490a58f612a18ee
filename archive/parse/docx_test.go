package parse_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"strings"
	"testing"

	"rulebook/archive"
	"rulebook/archive/parse"
)

const wordSpace = ` xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"`

// zipped packs parts, names and contents in turn.
func zipped(t testing.TB, parts ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(parts); i += 2 {
		w, err := z.Create(parts[i])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(parts[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// run is a run of text; its ends keep their spaces.
func run(text string) string { return `<w:r><w:t xml:space="preserve">` + text + `</w:t></w:r>` }

func document(body string) string {
	return `<?xml version="1.0" encoding="UTF-8"?><w:document` + wordSpace + `><w:body>` + body + `</w:body></w:document>`
}

// wordBook is the small book as a Word document, in which one paragraph is
// replaced by other XML.
func wordBook(old, xml string) string {
	var b strings.Builder
	for l := range strings.SplitSeq(strings.TrimSuffix(small, "\n"), "\n") {
		if l == old && old != "" {
			b.WriteString(xml)
			continue
		}
		b.WriteString(`<w:p>` + run(l) + `</w:p>`)
	}
	return document(b.String())
}

const haste = "702.10. Haste"

// What Word can put into a paragraph, and the text that it is.
func TestWordText(t *testing.T) {
	for name, c := range map[string]struct{ xml, want string }{
		"one run":            {`<w:p>` + run(haste) + `</w:p>`, "Haste"},
		"broken runs":        {`<w:p>` + run("702.1") + `<w:proofErr w:type="spellStart"/>` + run("0. Ha") + run("ste") + `</w:p>`, "Haste"},
		"line break":         {`<w:p>` + run("702.10. Has") + `<w:r><w:br/><w:t>te</w:t></w:r></w:p>`, "Has\nte"},
		"page break":         {`<w:p><w:r><w:br w:type="page"/></w:r>` + run(haste) + `</w:p>`, "Haste"},
		"carriage return":    {`<w:p>` + run("702.10. Has") + `<w:r><w:cr/></w:r>` + run("te") + `</w:p>`, "Has\nte"},
		"tab after number":   {`<w:p><w:pPr><w:tabs><w:tab w:val="left" w:pos="9"/></w:tabs></w:pPr>` + run("702.10.") + `<w:r><w:tab/></w:r>` + run("Haste") + `</w:p>`, "Haste"},
		"no-break hyphen":    {`<w:p>` + run("702.10. 601.2f") + `<w:r><w:noBreakHyphen/><w:t>h</w:t></w:r></w:p>`, "601.2f\u2011h"},
		"soft hyphen":        {`<w:p>` + run("702.10. Ha") + `<w:r><w:softHyphen/></w:r>` + run("ste") + `</w:p>`, "Ha\u00adste"},
		"symbol":             {`<w:p>` + run("702.10. ") + `<w:r><w:sym w:font="Symbol" w:char="F0B4"/></w:r></w:p>`, "×"},
		"symbol, no private": {`<w:p>` + run("702.10. ") + `<w:r><w:sym w:font="Arial" w:char="2122"/></w:r></w:p>`, "™"},
		"unknown symbol":     {`<w:p>` + run("702.10. ") + `<w:r><w:sym w:font="Mana" w:char="F061"/></w:r></w:p>`, "\uf061"},
		"hyperlink":          {`<w:p>` + run("702.10. ") + `<w:hyperlink r:id="x" xmlns:r="r">` + run("Haste") + `</w:hyperlink></w:p>`, "Haste"},
		"inserted":           {`<w:p>` + run("702.10. Ha") + `<w:ins w:id="1">` + run("ste") + `</w:ins></w:p>`, "Haste"},
		"deleted":            {`<w:p>` + run("702.10. Haste") + `<w:del w:id="1"><w:r><w:delText>ning</w:delText></w:r></w:del></w:p>`, "Haste"},
		"moved away":         {`<w:p>` + run("702.10. Haste") + `<w:moveFrom w:id="1">` + run("ning") + `</w:moveFrom></w:p>`, "Haste"},
		"spaces of layout":   {"<w:p><w:r><w:t>\n 702.10. </w:t></w:r>" + run(" Ha\nste") + `</w:p>`, "Ha ste"},
		"escapes":            {`<w:p>` + run("702.10. &lt;b&gt; &amp; &#8217;") + `</w:p>`, "<b> & ’"},
		"content control":    {`<w:sdt><w:sdtContent><w:p>` + run(haste) + `</w:p></w:sdtContent></w:sdt>`, "Haste"},
		"table":              {`<w:tbl><w:tr><w:tc><w:p>` + run(haste) + `</w:p></w:tc></w:tr></w:tbl>`, "Haste"},
		"text box": {`<w:p>` + run(haste) + `<w:r><mc:AlternateContent xmlns:mc="m"><mc:Choice><w:txbxContent><w:p>` + run("702.9b Box.") +
			`</w:p></w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent><w:p>` + run("702.9b Box.") + `</w:p></w:txbxContent></mc:Fallback></mc:AlternateContent></w:r></w:p>`, "Haste"},
		"another prefix": {`<x:p xmlns:x="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><x:r><x:t>` + haste + `</x:t></x:r></x:p>`, "Haste"},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := parse.Parse(zipped(t, "word/document.xml", wordBook(haste, c.xml)), parse.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got := entry(t, s, "702.10").Text; got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			if name == "text box" && len(s.FindAll(archive.Number{Section: 7, Heading: 702, Rule: 9, Letter: "b"})) != 1 {
				t.Error("the box is not read exactly once")
			}
			if name == "unknown symbol" && !warns(s, lineOf(small, haste), "font Mana is kept as U+F061") {
				t.Errorf("warnings %v", s.Warnings)
			}
			checkRoundTrip(t, s, parse.Options{})
		})
	}
}

func TestWordBookIsTheBook(t *testing.T) {
	s, err := parse.Parse(zipped(t, "word/document.xml", wordBook("", "")), parse.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !equal(bare(s), bare(readBook(t, small))) {
		t.Error("the Word document and the text differ")
	}
	if s.Release.Source.Format != "docx" || entry(t, s, "Table").Line != lineOf(small, "Table\n") {
		t.Errorf("source %+v, the table in line %d", s.Release.Source, entry(t, s, "Table").Line)
	}
}

func TestWordPicturesAreSaid(t *testing.T) {
	s, err := parse.Parse(zipped(t, "word/document.xml", wordBook(haste, `<w:p>`+run(haste)+`<w:r><w:drawing/></w:r></w:p>`)), parse.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !warns(s, lineOf(small, haste), "has a drawing here") {
		t.Errorf("warnings %v", s.Warnings)
	}
}

// Millions of pictures do not make millions of warnings.
func TestWordManyPictures(t *testing.T) {
	const pictures, most = 3000, 1001
	s, err := parse.Parse(zipped(t, "word/document.xml",
		wordBook(haste, `<w:p>`+run(haste)+`<w:r>`+strings.Repeat(`<w:drawing/>`, pictures)+`</w:r></w:p>`)), parse.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(s.Warnings); n > most || !warns(s, 0, "2000 more warnings") {
		t.Errorf("%d warnings, the last %v", n, s.Warnings[n-1])
	}
}

// numberedBook is a book whose numbers are none of its text.
const numberedBook = `<w:p><w:r><w:t>Effective as of April 17, 2020.</w:t></w:r></w:p>` +
	`<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="4"/></w:numPr></w:pPr><w:r><w:t>General</w:t></w:r></w:p>` +
	`<w:p><w:pPr><w:pStyle w:val="Rule"/></w:pPr><w:r><w:t>First.</w:t></w:r></w:p>` +
	`<w:p><w:pPr><w:pStyle w:val="Sub"/></w:pPr><w:r><w:t>Under first.</w:t></w:r></w:p>` +
	`<w:p><w:pPr><w:pStyle w:val="Sub"/></w:pPr><w:r><w:t>Again.</w:t></w:r></w:p>` +
	`<w:p><w:pPr><w:pStyle w:val="Rule"/></w:pPr></w:p>` +
	`<w:p><w:pPr><w:pStyle w:val="Rule"/></w:pPr><w:r><w:t>Second.</w:t></w:r></w:p>` +
	`<w:p><w:pPr><w:pStyle w:val="Sub"/></w:pPr><w:r><w:t>Under second.</w:t></w:r></w:p>` +
	`<w:p><w:pPr><w:pStyle w:val="Sub"/><w:numPr><w:numId w:val="0"/></w:numPr></w:pPr><w:r><w:t>More of it.</w:t></w:r></w:p>`

func numbering(format string) string {
	return `<w:numbering` + wordSpace + `><w:abstractNum w:abstractNumId="7">` +
		`<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>` +
		`<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2."/></w:lvl>` +
		`<w:lvl w:ilvl="2"><w:start w:val="1"/><w:numFmt w:val="` + format + `"/><w:lvlText w:val="%1.%2%3"/></w:lvl>` +
		`</w:abstractNum><w:num w:numId="4"><w:abstractNumId w:val="7"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="100"/></w:lvlOverride></w:num></w:numbering>`
}

const listStyles = `<w:styles` + wordSpace + `><w:style w:styleId="Rule"><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="4"/></w:numPr></w:pPr></w:style>` +
	`<w:style w:styleId="Sub"><w:basedOn w:val="Rule"/><w:pPr><w:numPr><w:ilvl w:val="2"/></w:numPr></w:pPr></w:style></w:styles>`

// Numbers that Word makes are rebuilt.
func TestListNumbers(t *testing.T) {
	s, err := parse.Parse(zipped(t, "word/document.xml", document(numberedBook),
		"word/numbering.xml", numbering("lowerLetter"), "word/styles.xml", listStyles), parse.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range s.Entries {
		got = append(got, e.Number.Printed()+" "+e.Text)
	}
	const want = "100. General|100.1. First.|100.1a Under first.|100.1b Again.|100.2. Second.|100.2a Under second.\nMore of it."
	if strings.Join(got, "|") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, "|"), want)
	}
}

func TestRefusedDOCX(t *testing.T) {
	deep := strings.Repeat("<w:r>", 300) + strings.Repeat("</w:r>", 300)
	whole := zipped(t, "word/document.xml", wordBook("", ""))
	flipped := bytes.Clone(whole)
	flipped[len(flipped)/3] ^= 0x55
	for name, c := range map[string]struct {
		raw  []byte
		want string
	}{
		"no document":        {zipped(t, "rules.txt", small), "no DOCX"},
		"outside entity":     {zipped(t, "word/document.xml", `<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/hostname">]>`+wordBook(haste, `<w:p>`+run("702.10. &x;")+`</w:p>`)), "document type"},
		"unknown entity":     {zipped(t, "word/document.xml", wordBook(haste, `<w:p>`+run("702.10. &x;")+`</w:p>`)), "no well-formed XML"},
		"unclosed":           {zipped(t, "word/document.xml", strings.TrimSuffix(wordBook("", ""), "</w:document>")), "no well-formed XML"},
		"too deep":           {zipped(t, "word/document.xml", wordBook(haste, deep)), "deeper than 256"},
		"unpacks for ever":   {zipped(t, "word/document.xml", strings.Repeat(" ", 3<<20)), "unpacks to more than"},
		"lies about size":    {lying(t), "unpack"},
		"cut off":            {whole[:len(whole)/2], "damaged"},
		"a flipped bit":      {flipped, "get the file again"},
		"a form unknown":     {zipped(t, "word/document.xml", document(numberedBook), "word/numbering.xml", numbering("chicago"), "word/styles.xml", listStyles), `the form "chicago"`},
		"a list not there":   {zipped(t, "word/document.xml", document(numberedBook)), "does not define"},
		"numbering no XML":   {zipped(t, "word/document.xml", document(numberedBook), "word/numbering.xml", "<w:a>"), "word/numbering.xml is no well-formed"},
		"styles with a type": {zipped(t, "word/document.xml", document(numberedBook), "word/styles.xml", "<!DOCTYPE x><a/>"), "document type"},
		"nothing in it":      {zipped(t, "word/document.xml", document("")), "empty"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := parse.Parse(c.raw, parse.Options{})
			var refused *parse.RefusedError
			if !errors.As(err, &refused) {
				t.Fatalf("not refused: %v", err)
			}
			if !strings.Contains(refused.Reason, c.want) {
				t.Errorf("reason %q, want %q in it", refused.Reason, c.want)
			}
		})
	}
}

// lying is a zip whose directory says that its part is short.
func lying(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	content := []byte(wordBook("", ""))
	w, err := z.CreateRaw(&zip.FileHeader{Name: "word/document.xml", Method: zip.Store, CRC32: crc32.ChecksumIEEE(content),
		CompressedSize64: uint64(len(content)), UncompressedSize64: 10})
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(w, "%s", content)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
