package web

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// A reader puts a card's text in, sees its terms marked and the text whole, and
// opens what the rules say of one; idioms are left alone.
func TestAnnotatingInABrowser(t *testing.T) {
	ctx := browser(t)
	site := httptest.NewServer(sample(t))
	defer site.Close()
	const text = "Trample, flying\nWhen this creature attacks, discard a card.\n\nPlay the part and block the road!"
	do(t, ctx, chromedp.EmulateViewport(1280, 900), chromedp.Navigate(site.URL+"/annotate"), chromedp.WaitVisible("#card"))
	script[bool](t, ctx, `(() => { document.getElementById("card").value = `+"`"+text+"`"+`; return true; })()`)
	do(t, ctx, chromedp.Click("form.annotate button"), chromedp.WaitVisible(".card-text"))

	if got := script[string](t, ctx, `document.querySelector(".card-text").textContent`); strings.ReplaceAll(got, "\r\n", "\n") != text {
		t.Errorf("the text became %q", got)
	}
	if got := script[string](t, ctx, `[...document.querySelectorAll(".card-text a")].map(a => a.textContent).join(", ")`); got != "Trample, flying, discard" {
		t.Errorf("marked are %s", got)
	}
	if script[bool](t, ctx, `[...document.querySelectorAll("details.term-note")].some(d => d.open)`) {
		t.Error("a note is open before anybody asked")
	}
	do(t, ctx, chromedp.Click(".card-text a"), chromedp.WaitVisible("#note-1 .entry"))
	if !script[bool](t, ctx, `document.querySelector("#note-1").textContent.includes("702.19b")`) {
		t.Error("the note on trample has no rule of it")
	}
	if got := script[string](t, ctx, `document.getElementById("card").value`); strings.ReplaceAll(got, "\r\n", "\n") != text {
		t.Errorf("the field holds %q", got)
	}
	keep(t, ctx, "annotate-open")
}

// From the list to a keyword, and from there to the release before.
func TestKeywordsInABrowser(t *testing.T) {
	ctx := browser(t)
	site := httptest.NewServer(sample(t))
	defer site.Close()
	do(t, ctx, chromedp.EmulateViewport(1280, 900), chromedp.Navigate(site.URL+"/keywords"),
		chromedp.Click(`.keyword-list a[href="/keyword/trample"]`), chromedp.WaitVisible(".trend"))
	if heading := see(t, ctx, chromedp.Text("h1")); heading != "Trample" {
		t.Errorf("the keyword's page says %q", heading)
	}
	for part, want := range map[string]string{
		"article .entry .no":  "702.19.",
		".reign .note":        "reworded",
		".trend svg text":     "",
		".side .card details": "",
	} {
		if got := script[string](t, ctx, `document.querySelector("`+part+`")?.textContent ?? "nothing"`); got == "nothing" || !strings.Contains(got, want) {
			t.Errorf("%s says %q, want %q", part, got, want)
		}
	}
	keep(t, ctx, "keyword-open")
	do(t, ctx, chromedp.Click(".ways a[rel=prev]"), chromedp.WaitVisible(".band.past"))
	if address := see(t, ctx, chromedp.Location()); !strings.HasSuffix(address, "/keyword/trample?in=2023-04-14") {
		t.Errorf("the release before is at %s", address)
	}
}
