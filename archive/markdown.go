package archive

import "strings"

// EscapeMarkdown keeps a text from being read as Markdown, or as HTML in it.
func EscapeMarkdown(s string) string { return markdownEscaper.Replace(s) }

var markdownEscaper = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "~", `\~`, "[", `\[`, "]", `\]`,
	"<", "&lt;", ">", "&gt;", "&", "&amp;", "#", `\#`, "|", `\|`,
)
