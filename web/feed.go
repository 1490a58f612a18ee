package web

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strings"
	"time"

	"rulebook/archive"
)

// atomFeed is a feed of entries, newest first (RFC 4287).
type atomFeed struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	ID      string      `xml:"id"`
	Title   string      `xml:"title"`
	Updated string      `xml:"updated"`
	Author  string      `xml:"author>name"`
	Links   []atomLink  `xml:"link"`
	Entries []atomEntry `xml:"entry"`
}

type atomLink struct {
	Rel  string `xml:"rel,attr,omitempty"`
	Type string `xml:"type,attr,omitempty"`
	Href string `xml:"href,attr"`
}

type atomEntry struct {
	ID      string   `xml:"id"`
	Title   string   `xml:"title"`
	Updated string   `xml:"updated"`
	Link    atomLink `xml:"link"`
	Summary string   `xml:"summary"`
}

// feedLink leads to the feed of releases, where there is one.
func (v *visit) feedLink() *link {
	if v.server.static && v.server.root == "" {
		return nil // its entries need whole addresses
	}
	return &link{Href: v.to.feed(), Label: "Releases"}
}

// feedTime is a release's day as feeds write it.
func feedTime(d archive.Date) string {
	return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC).Format(time.RFC3339)
}

// showFeed answers /feed.xml: the held releases, newest first.
func (v *visit) showFeed() (answer, error) {
	const most = 40
	newest := v.newest()
	f := atomFeed{ID: v.absolute(v.to.feed()), Title: "Releases of the rules", Updated: feedTime(newest.Effective), Author: "rulebook",
		Links: []atomLink{{Rel: "self", Type: "application/atom+xml", Href: v.absolute(v.to.feed())}, {Href: v.absolute(v.to.home())}}}
	if newest.Sample {
		f.Title += " (a sample in our own words, not the published rules)"
	}
	for i := len(v.held) - 1; i >= 0 && len(f.Entries) < most; i-- {
		r := v.held[i]
		e := atomEntry{ID: v.absolute(v.to.release(r.Effective)), Title: nameOf(r), Updated: feedTime(r.Effective),
			Link: atomLink{Href: v.absolute(v.to.release(r.Effective))}}
		e.Summary = fmt.Sprintf("Effective %s. %s.", r.Effective.Long(), count(r.Counts.Rules, "rule", "rules"))
		if i > 0 {
			e.Link.Href = v.absolute(v.to.diff(v.held[i-1].Effective, r.Effective))
		}
		if s, ok := v.summary(r.Effective); ok {
			e.Summary += fmt.Sprintf(" Against %s: %s changed, %s added, %s removed.", nameOf(v.held[i-1]),
				thousands(s.changed()), thousands(s.counts.Added+s.counts.Split), thousands(s.counts.Removed+s.counts.Merged))
		}
		f.Entries = append(f.Entries, e)
	}
	return xmlFile("application/atom+xml; charset=utf-8", f)
}

func xmlFile(contentType string, v any) (answer, error) {
	var b bytes.Buffer
	b.WriteString(xml.Header)
	enc := xml.NewEncoder(&b)
	enc.Indent("", " ")
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("write XML: %w", err)
	}
	return file{contentType: contentType, body: []byte(archive.Harmless(b.String()))}, nil
}

// historyFeed is a rule's wordings as a feed, newest first.
func (v *visit) historyFeed(p *historyPage) (answer, error) {
	self := v.absolute(p.Canonical)
	f := atomFeed{ID: self, Author: "rulebook",
		Links: []atomLink{{Rel: "self", Type: "application/atom+xml", Href: self + "?format=atom"}, {Href: self}}}
	f.Title = strings.TrimSpace("Changes of " + p.Name + " " + p.Title)
	for _, r := range p.Reigns {
		day, err := archive.ParseDate(r.ID)
		if err != nil {
			return nil, err
		}
		f.Entries = append(f.Entries, atomEntry{ID: self + "#" + r.ID, Title: r.Label + ": " + strings.Join(r.Happened, ", "),
			Updated: feedTime(day), Link: atomLink{Href: self + "#" + r.ID}, Summary: r.From.Label + ", " + r.From.Note})
	}
	f.Updated = f.Entries[0].Updated
	return xmlFile("application/atom+xml; charset=utf-8", f)
}
