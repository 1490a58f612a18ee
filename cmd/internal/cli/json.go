package cli

import (
	"encoding/json"
	"io"

	"rulebook/archive"
)

// printJSON writes a document to standard output.
func (a *app) printJSON(document any) error {
	return a.streams.Print(func(w io.Writer) error {
		enc := json.NewEncoder(archive.HarmlessJSON(w))
		enc.SetEscapeHTML(false) // the text as published, not as a page needs it
		enc.SetIndent("", "  ")
		return enc.Encode(document)
	})
}
