package archive

// Release is one dated version of the rulebook: its effective date, which is its
// key, what it is called, and what is known of it.
type Release struct {
	Effective Date
	Code      string // set code, "IKO"; empty when no catalog names the date
	Name      string // set name, "Ikoria: Lair of Behemoths"
	// Held is false for a release that is known to exist but not in the archive.
	Held bool
	// Sample marks the bundled sample in our own words, which every output names as such.
	Sample bool
	// Excerpt marks a release of which only a piece is held: what it does not
	// hold is unknown, not removed.
	Excerpt bool
	Counts  Counts
	Source  Source
	// Flags are lasting flaws of the source in plain words, shown wherever the
	// release is: "cut short: no credits at the end".
	Flags []string
}

// Source is where a release's bytes came from.
type Source struct {
	File     string // base name of the file as imported
	URL      string // where the publisher offers it; empty when unknown
	SHA256   string // of the raw bytes, lower-case hex
	Bytes    int64  // size of the raw bytes
	Format   string // "txt" or "docx"
	Encoding string // as found: "UTF-8 with BOM", "Windows-1252", …
	// Given is what the user told the importer instead of letting it find out, so
	// that the archive can be rebuilt from the raw bytes.
	Given Given
}

// Given is what a user overruled at import; the zero Given is nothing.
type Given struct {
	Encoding  string
	Effective Date
}

// Label is how a release is named to people: "2020-04-17 Ikoria: Lair of Behemoths".
func (r Release) Label() string {
	if r.Name == "" {
		return r.Effective.String()
	}
	return r.Effective.String() + " " + r.Name
}
