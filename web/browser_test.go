package web

import (
	"context"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// browser starts a headless Chromium; the test is skipped where there is none.
// RULEBOOK_SCREENSHOTS names a folder in which pictures of the pages are kept.
func browser(t *testing.T) context.Context {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if p, err := exec.LookPath(name); err == nil {
			path = p
			break
		}
	}
	if path == "" {
		t.Skip("no Chromium on this machine; install chromium to run the tests in a browser")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox,
		chromedp.DisableGPU, chromedp.Flag("hide-scrollbars", true), chromedp.WSURLReadTimeout(time.Minute))
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	ctx, end := chromedp.NewContext(allocator)
	t.Cleanup(end)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	return ctx
}

// do runs steps in the browser; see runs one that gives a value.
func do(t *testing.T, ctx context.Context, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := chromedp.Do(limited, steps...); err != nil {
		t.Fatal(err)
	}
}

func see[T any](t *testing.T, ctx context.Context, a chromedp.Action[T]) T {
	t.Helper()
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	v, err := chromedp.Run(limited, a)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// patience is how long one step may take on a busy machine.
const patience = time.Minute

// keep saves a picture of the page where somebody asked for pictures.
func keep(t *testing.T, ctx context.Context, name string) {
	t.Helper()
	folder := os.Getenv("RULEBOOK_SCREENSHOTS")
	if folder == "" {
		return
	}
	const png = 100 // as a quality
	picture := see(t, ctx, chromedp.FullScreenshot(png))
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name+".png"), picture, 0o644); err != nil {
		t.Fatal(err)
	}
}

func script[T any](t *testing.T, ctx context.Context, js string) T {
	t.Helper()
	return see(t, ctx, chromedp.Evaluate[T](js))
}

// prefer sets the scheme of colours that the reader prefers.
func prefer(scheme string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
		return err
	})
}

// withoutScript switches JavaScript off for the pages.
func withoutScript() chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		return err
	})
}

// A reader opens the home page, a release, a diff and a search, by links, by the
// field and by keys.
func TestReadingInABrowser(t *testing.T) {
	ctx := browser(t)
	site := httptest.NewServer(sample(t))
	defer site.Close()

	do(t, ctx, chromedp.Navigate(site.URL+"/"))
	if heading := see(t, ctx, chromedp.Text("h1")); !strings.Contains(heading, "Sample Rulebook") {
		t.Errorf("home says %q", heading)
	}
	keep(t, ctx, "home")

	do(t, ctx, chromedp.Click(".newest a"), chromedp.WaitVisible(".contents"))
	if heading := see(t, ctx, chromedp.Text("h1")); heading != "Edge of Eternities" {
		t.Errorf("the release says %q", heading)
	}
	keep(t, ctx, "release")

	do(t, ctx, chromedp.Click(".changed .go"), chromedp.WaitVisible(".change"))
	if address := see(t, ctx, chromedp.Location()); !strings.HasSuffix(address, "/diff/2023-04-14/2025-07-25") {
		t.Errorf("the changes are at %s", address)
	}
	keep(t, ctx, "diff")
	do(t, ctx, chromedp.KeyEvent("j"), chromedp.KeyEvent("j"))
	if n := script[int](t, ctx, `[...document.querySelectorAll(".change")].findIndex(e => e.classList.contains("current-change"))`); n != 1 {
		t.Errorf("after j j the change is number %d", n)
	}
	do(t, ctx, chromedp.KeyEvent("k"))
	if n := script[int](t, ctx, `[...document.querySelectorAll(".change")].findIndex(e => e.classList.contains("current-change"))`); n != 0 {
		t.Errorf("after k the change is number %d", n)
	}
	do(t, ctx, chromedp.KeyEvent("?"))
	if !script[bool](t, ctx, `document.getElementById("keys").open`) {
		t.Error("? does not show the keys")
	}
	do(t, ctx, chromedp.KeyEvent(kb.Escape), chromedp.KeyEvent("/"))
	if id := script[string](t, ctx, `document.activeElement.id`); id != "q" {
		t.Errorf("/ leads to %q", id)
	}

	do(t, ctx, chromedp.SendKeys("#q", "excess damage"+kb.Enter), chromedp.WaitVisible(".hit"))
	if mark := see(t, ctx, chromedp.Text(".hit mark")); !strings.EqualFold(mark, "excess") && !strings.EqualFold(mark, "damage") {
		t.Errorf("the first mark is %q", mark)
	}
	keep(t, ctx, "search")
}

// The text behind a cross-reference comes by keyboard and by pointer, and goes with
// Escape, whether it stands on the page or has to be fetched.
func TestPeekingInABrowser(t *testing.T) {
	ctx := browser(t)
	site := httptest.NewServer(sample(t))
	defer site.Close()
	do(t, ctx, chromedp.EmulateViewport(1280, 900))
	for _, c := range []struct{ path string }{
		{"/r/2020-04-17/702"}, {"/r/2020-04-17/glossary"}, {"/r/2020-04-17/glossary/trample"},
	} {
		do(t, ctx, chromedp.Navigate(site.URL+c.path))
		number := script[string](t, ctx, `(() => { const a = [...document.querySelectorAll(".entry .body p:not(.term) a")][0]; a.tabIndex = 0; a.id = "asked"; return a.textContent; })()`)
		do(t, ctx, chromedp.KeyEvent(kb.Tab))
		script[bool](t, ctx, `(() => { document.getElementById("asked").focus({ focusVisible: true }); return true; })()`)
		do(t, ctx, chromedp.WaitVisible("#peek"))
		if says := see(t, ctx, chromedp.Text("#peek")); !strings.Contains(says, strings.TrimSuffix(number, ".")) {
			t.Errorf("%s: behind %s stands %q", c.path, number, says)
		}
		if words := see(t, ctx, chromedp.Text("#peek p")); words == "" {
			t.Errorf("%s: behind %s stands no text", c.path, number)
		}
		if by := script[string](t, ctx, `document.activeElement.getAttribute("aria-describedby") ?? ""`); by != "peek" {
			t.Errorf("%s: the link is described by %q", c.path, by)
		}
		keep(t, ctx, "peek")
		do(t, ctx, chromedp.KeyEvent(kb.Escape))
		if script[bool](t, ctx, `document.getElementById("peek").matches(":popover-open")`) {
			t.Errorf("%s: Escape leaves the text", c.path)
		}
	}
}

// pagesToSee is one page of each kind.
var pagesToSee = map[string]string{
	"home": "/", "releases": "/releases", "release": "/r/2020-04-17", "heading": "/r/2020-04-17/702", "rule": "/r/2020-04-17/702.19b",
	"whole": "/r/2020-04-17/all", "glossary": "/r/2020-04-17/glossary", "term": "/r/2020-04-17/glossary/trample",
	"diff": "/diff/2019-05-03/2020-04-17", "far": "/diff/2013-07-13/2025-07-25", "sides": "/diff/2019-05-03/2020-04-17?view=side", "history": "/history/2020-04-17/702.19b",
	"search": "/search?q=damage&in=all", "about": "/about", "trend": "/trend?q=discard+pile,+graveyard", "age": "/r/2025-07-25/702.19b?age=words", "compare": "/diff", "keywords": "/keywords", "keyword": "/keyword/trample", "annotate": "/annotate?text=Trample.+Discard+a+card.", "error": "/r/2020-04-17/702.999",
	"excerpt": "/r/2011-09-30", "excerpted": "/r/2011-09-30/702.19b", "evidence": "/history/2020-04-17/702.19e", "neighbours": "/diff/2019-05-03/2020-04-17?context=1", "nothing": "/search?q=zzzqqq", "gone": "/r/2025-07-25/glossary/discard-pile",
}

// On a phone nothing is wider than the screen, by day and by night, and without script.
func TestOnAPhone(t *testing.T) {
	ctx := browser(t)
	site := httptest.NewServer(sampleOf(t, storeWithExcerpts(t)))
	defer site.Close()
	const width, height = 390, 844
	do(t, ctx, chromedp.EmulateViewport(width, height, chromedp.EmulateMobile), prefer("dark"))
	for name, path := range pagesToSee {
		do(t, ctx, chromedp.Navigate(site.URL+path))
		if w := script[int](t, ctx, `document.documentElement.scrollWidth`); w > width {
			t.Errorf("%s is %d px wide on a screen of %d", name, w, width)
		}
		if light := script[bool](t, ctx, `(c => (c[0]*299 + c[1]*587 + c[2]*114) / 1000 > 128)(getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g).map(Number))`); light {
			t.Errorf("%s is light by night", name)
		}
		keep(t, ctx, "phone-"+name)
	}
}

// At 200 % on a desktop and at 400 %, which leaves 320 px (WCAG 2.2, 1.4.10), no page has
// to be moved sideways to be read.
func TestReflow(t *testing.T) {
	ctx := browser(t)
	site := httptest.NewServer(sampleOf(t, storeWithExcerpts(t)))
	defer site.Close()
	for _, width := range []int64{640, 320} {
		do(t, ctx, chromedp.EmulateViewport(width, 800))
		for name, path := range pagesToSee {
			do(t, ctx, chromedp.Navigate(site.URL+path))
			if w := script[int64](t, ctx, `document.documentElement.scrollWidth`); w > width {
				t.Errorf("%s is %d px wide on a screen of %d", name, w, width)
			}
		}
	}
}

// Without script every page says what it has to say, and the search works.
func TestWithoutScript(t *testing.T) {
	ctx := browser(t)
	site := httptest.NewServer(sample(t))
	defer site.Close()
	do(t, ctx, withoutScript(), chromedp.Navigate(site.URL+"/"), chromedp.SendKeys("#q", "702.19b"+kb.Enter), chromedp.WaitVisible(".hit"))
	hit := see(t, ctx, chromedp.Text(".hit .no"))
	do(t, ctx, chromedp.Click(".hit .no a"), chromedp.WaitVisible(".crumbs"))
	heading := see(t, ctx, chromedp.Text("h1"))
	if hit != "702.19b" || heading != "702.19b" {
		t.Errorf("hit %q leads to %q", hit, heading)
	}
}

// contrast finds text whose contrast with its ground is too low, by the formula of
// WCAG 2.2. Text that nobody sees is left out.
const contrast = `(() => {
  const parse = c => { const m = c.match(/[\d.]+/g).map(Number); return c.startsWith("color(srgb") ? [m[0]*255, m[1]*255, m[2]*255, m[3] ?? 1] : [m[0], m[1], m[2], m[3] ?? 1]; };
  const lum = c => { const f = x => { x /= 255; return x <= .03928 ? x/12.92 : ((x+.055)/1.055)**2.4; }; return .2126*f(c[0]) + .7152*f(c[1]) + .0722*f(c[2]); };
  const ground = e => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor); if (c[3] > .99) return c; } return [255,255,255,1]; };
  const bad = [];
  for (const e of document.querySelectorAll("body *")) {
    if (e.closest("svg, dialog, .aside, .skip, select") || ![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())) continue;
    const style = getComputedStyle(e), box = e.getBoundingClientRect();
    if (!box.width || style.visibility === "hidden" || style.opacity === "0") continue;
    const a = lum(parse(style.color)), b = lum(ground(e));
    const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    if (ratio < 4.5) bad.push(e.tagName + "." + e.className + " " + ratio.toFixed(2) + " " + e.textContent.trim().slice(0, 30));
  }
  return [...new Set(bad)];
})()`

func TestContrastByDayAndNight(t *testing.T) {
	ctx := browser(t)
	site := httptest.NewServer(sampleOf(t, storeWithExcerpts(t)))
	defer site.Close()
	for _, scheme := range []string{"light", "dark"} {
		do(t, ctx, chromedp.EmulateViewport(1280, 900), prefer(scheme))
		for name, path := range pagesToSee {
			do(t, ctx, chromedp.Navigate(site.URL+path))
			for _, bad := range script[[]string](t, ctx, contrast) {
				t.Errorf("%s, %s: contrast of %s", name, scheme, bad)
			}
			keep(t, ctx, scheme+"-"+name)
		}
	}
}

// axe-core finds nothing on any kind of page, by day, by night and on a phone. RULEBOOK_AXE is
// the path of its axe.min.js, which "npm pack axe-core" brings.
func TestAxe(t *testing.T) {
	path := os.Getenv("RULEBOOK_AXE")
	if path == "" {
		t.Skip("set RULEBOOK_AXE to the path of axe-core's axe.min.js to have the pages checked with it")
	}
	source, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	ctx := browser(t)
	site := httptest.NewServer(sampleOf(t, storeWithExcerpts(t)))
	defer site.Close()
	const ask = `axe.run({runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}).then(r => r.violations.flatMap(v => v.nodes.map(n => v.id + ": " + n.html.slice(0, 160) + " " + (n.any[0]?.message ?? n.failureSummary))))`
	look := func(as string) {
		for name, path := range pagesToSee {
			do(t, ctx, chromedp.Navigate(site.URL+path))
			script[bool](t, ctx, string(source)+"; true")
			for _, found := range see(t, ctx, chromedp.Evaluate[[]string](ask, chromedp.EvalAwaitPromise)) {
				t.Errorf("%s, %s: %s", name, as, found)
			}
		}
	}
	for _, scheme := range []string{"light", "dark"} {
		do(t, ctx, chromedp.EmulateViewport(1280, 900), prefer(scheme))
		look(scheme)
	}
	do(t, ctx, chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	look("phone")
}
