package web

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	"rulebook/archive"
)

// problem is an error as a reader sees it: what was asked, what is near it, how
// to go on.
type problem struct {
	status int
	title  string
	says   string // one or two sentences
	near   []link // what the reader may have meant
	next   []link // ways on
	cause  error  // for the log alone
}

func (p *problem) Error() string {
	if p.cause != nil {
		return p.cause.Error()
	}
	return p.says
}

func (p *problem) Unwrap() error { return p.cause }

// link is an address with what it leads to.
type link struct {
	Href  string
	Label string // what stands underlined
	Note  string // what follows it, plain; may be empty
}

// problemPage is what the template of errors draws.
type problemPage struct {
	frame
	Status     int
	StatusText string
	Says       string
	Near, Next []link
}

// problemDocument is the same as JSON.
type problemDocument struct {
	Error string   `json:"error"`
	Near  []string `json:"near,omitempty"`
}

// asProblem makes any error one that a reader can use. Errors of the machine are
// told without their cause, which goes to the log.
func asProblem(err error, to addresses) *problem {
	var p *problem
	if errors.As(err, &p) {
		return p
	}
	var missing *archive.NotFoundError
	switch {
	case errors.As(err, &missing):
		return &problem{status: http.StatusNotFound, title: "Not in this archive",
			says: fmt.Sprintf("There is no %s “%s” here.", missing.What, missing.Asked)}
	case errors.Is(err, archive.ErrEmpty):
		return &problem{status: http.StatusServiceUnavailable, title: "The archive is empty",
			says: "No release has been imported yet. Whoever runs this site fills it with “rulebook import PATH”, or with “rulebook sample” for a small one."}
	case errors.Is(err, context.Canceled):
		return &problem{status: http.StatusServiceUnavailable, title: "Broken off", says: "The page was no longer wanted.", cause: err}
	case errors.Is(err, context.DeadlineExceeded):
		return &problem{status: http.StatusServiceUnavailable, title: "This took too long",
			says: "The page was given up after too long a time. Try again in a moment, or ask for less.", cause: err}
	}
	return &problem{status: http.StatusInternalServerError, cause: err}
}

// fail answers with an error page. lib may be nil when the archive could not be read.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, lib *library, err error) {
	p := asProblem(err, s.to)
	if p.status == http.StatusInternalServerError {
		s.logger.Error("page failed", "path", r.URL.RequestURI(), "error", err.Error())
		if p.says == "" {
			p.title = "Something broke here"
			p.says = "The page could not be made; the fault is ours and has been noted. Other pages should work; try this one again in a while."
		}
	}
	w.Header().Set("Cache-Control", "no-store")
	out, failure := s.renderProblem(r, lib, p)
	if failure != nil {
		s.logger.Error("error page failed", "path", r.URL.RequestURI(), "error", failure.Error())
		http.Error(w, p.title+". "+p.says, p.status)
		return
	}
	_ = send(w, r, out) // the reader may have gone, which is no error of ours
}

func (s *Server) renderProblem(r *http.Request, lib *library, p *problem) (*rendered, error) {
	if wantsJSON(r) {
		doc := problemDocument{Error: p.says}
		for _, l := range p.near {
			doc.Near = append(doc.Near, l.Label)
		}
		out, err := document(doc)
		if err == nil {
			out.status = p.status
		}
		return out, err
	}
	next := p.next
	if len(next) == 0 {
		next = []link{{Href: s.to.home(), Label: "The newest release and the search"}, {Href: s.to.releases(), Label: "All releases"}}
	}
	data := problemPage{frame: s.frame(lib, p.title), Status: p.status, StatusText: http.StatusText(p.status),
		Says: p.says, Near: p.near, Next: next}
	data.NoIndex = true
	return newRendered(p.status, htmlType, func(w io.Writer) error {
		return s.templates.execute(w, "problem", data)
	})
}

func noSuchPage(to addresses, path string) *problem {
	return &problem{status: http.StatusNotFound, title: "No such page",
		says: fmt.Sprintf("There is nothing at “%s”.", shorten(path)),
		next: []link{
			{Href: to.home(), Label: "The newest release and the search"},
			{Href: to.releases(), Label: "All releases"},
			{Href: to.about() + "#addresses", Label: "How addresses are made"},
		}}
}

func noSuchFormat(to addresses, v *visit) *problem {
	return &problem{status: http.StatusNotAcceptable, title: "Only as a page",
		says: "This page is not offered as JSON.", next: []link{{Href: to.about() + "#json", Label: "What is offered as JSON"}}}
}

// shorten keeps the reader's own words short enough to be repeated.
func shorten(s string) string {
	const longest = 80 // runes
	if r := []rune(s); len(r) > longest {
		return string(r[:longest]) + "…"
	}
	return s
}
