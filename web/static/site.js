// Comfort only: every page is complete without this.
(() => {
  "use strict";
  const root = document.documentElement;
  root.classList.add("scripted");
  const field = () => document.querySelector("main input[name=q]") || document.getElementById("q");

  // Walking: j and k step through changes, hits and rules.
  const stops = () => [...document.querySelectorAll(".change, .reign, article .entry, .book .entry")];
  const step = (by) => {
    const all = stops();
    if (!all.length) return;
    const line = 96; // px from the top: below a heading that stays in view
    let at = all.findIndex((e) => e.classList.contains("current-change"));
    if (at < 0 || Math.abs(all[at].getBoundingClientRect().top - line) > window.innerHeight) {
      at = all.findIndex((e) => e.getBoundingClientRect().top >= line - 4) - (by > 0 ? 1 : 0);
    }
    const to = all[Math.max(0, Math.min(all.length - 1, at + by))];
    document.querySelectorAll(".current-change").forEach((e) => e.classList.remove("current-change"));
    to.classList.add("current-change");
    window.scrollTo({ top: to.getBoundingClientRect().top + window.scrollY - line });
    to.setAttribute("tabindex", "-1");
    to.focus({ preventScroll: true });
    if (to.id) history.replaceState(null, "", "#" + to.id);
  };
  const follow = (selector) => {
    const link = document.querySelector(selector);
    if (link) location.href = link.href;
  };

  document.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || e.target.closest("input, select, textarea, dialog")) return;
    const act = {
      "/": () => { field()?.focus(); field()?.select(); },
      j: () => step(1), k: () => step(-1),
      "[": () => follow("main a[rel=prev]"), "]": () => follow("main a[rel=next]"),
      t: () => follow("[data-today]"),
      "?": () => document.getElementById("keys")?.showModal(),
    }[e.key];
    if (act) { e.preventDefault(); act(); }
  });

  // Citing: a click on a form of citation selects and copies it.
  document.querySelectorAll("[data-copy]").forEach((input) => {
    input.addEventListener("focus", () => input.select());
    input.addEventListener("click", async () => {
      input.select();
      try { await navigator.clipboard.writeText(input.value); } catch { return; }
      const said = document.createElement("span");
      said.className = "copied";
      said.textContent = " copied";
      said.setAttribute("role", "status");
      input.before(said);
      setTimeout(() => said.remove(), 1500);
    });
  });

  // A cross-reference shows what it refers to, under the pointer and under the focus.
  // The text is looked for on this page, at its side, and then asked of the server.
  const peek = document.createElement("div");
  peek.className = "peek";
  peek.id = "peek";
  peek.setAttribute("role", "tooltip");
  peek.popover = "manual";
  document.body.append(peek);
  let shown = null, coming = 0, going = 0;
  const known = new Map();
  const textAt = async (link) => {
    const number = decodeURIComponent(link.pathname.replace(/\/$/, "").split("/").pop());
    const inSide = [...document.querySelectorAll(".side details a")].find((a) => a.href === link.href)?.closest("details");
    if (inSide) return inSide.querySelector("summary").textContent.trim() + "\n" + inSide.querySelector("p").textContent.trim(); // which is folded
    const anchor = link.hash ? decodeURIComponent(link.hash.slice(1)) : number;
    const here = [...document.querySelectorAll(".entry[id]")].find((e) => e.id === anchor && (e.querySelector("a.no")?.href === link.href || link.hash));
    if (here) return here.querySelector(".no").innerText.trim() + "\n" + here.querySelector(".body").innerText.trim();
    if (root.hasAttribute("data-static")) return "";
    const answer = await fetch(link.pathname + "?format=json");
    if (!answer.ok) return "";
    const [entry, ...under] = (await answer.json()).entries;
    const title = !/[.!?)”"’']$/.test(entry.text); // what stands under it says more
    const first = title && under.find((e) => /[.!?)”"’']$/.test(e.text));
    return (entry.heading ? entry.heading + " › " : "") + (entry.number || entry.term) + "\n" + entry.text + (first ? "\n" + first.number + " " + first.text : "");
  };
  const hide = () => {
    clearTimeout(coming);
    if (shown) { shown.removeAttribute("aria-describedby"); shown = null; }
    if (peek.matches(":popover-open")) peek.hidePopover();
  };
  const show = async (link) => {
    clearTimeout(going);
    if (shown === link) return;
    hide();
    shown = link;
    if (!known.has(link.href)) known.set(link.href, textAt(link).catch(() => ""));
    const text = await known.get(link.href);
    if (shown !== link || !text) return;
    const [name, ...rest] = text.split("\n");
    const title = document.createElement("b"), words = document.createElement("p");
    title.textContent = name;
    words.textContent = rest.join("\n").slice(0, 700);
    peek.replaceChildren(title, words);
    peek.showPopover();
    const at = link.getBoundingClientRect(), box = peek.getBoundingClientRect(), gap = 6;
    const below = at.bottom + gap + box.height < innerHeight || at.top < box.height + gap;
    peek.style.left = Math.max(8, Math.min(at.left, innerWidth - box.width - 8)) + "px";
    peek.style.top = (below ? at.bottom + gap : at.top - box.height - gap) + "px";
    link.setAttribute("aria-describedby", "peek");
  };
  const reference = (e) => (e.target instanceof Element ? e.target.closest(".entry .body p a[href]:not(.term), .change .body a[href]:not(.term, .quiet)") : null);
  if ("popover" in HTMLElement.prototype) {
    document.addEventListener("pointerover", (e) => {
      if (e.target instanceof Element && e.target.closest("#peek")) { clearTimeout(going); return; }
      const link = e.pointerType === "mouse" && reference(e);
      if (link) { clearTimeout(going); clearTimeout(coming); coming = setTimeout(show, 250, link); }
    });
    document.addEventListener("pointerout", (e) => {
      if (reference(e) || (e.target instanceof Element && e.target.closest("#peek"))) { clearTimeout(coming); going = setTimeout(hide, 300); }
    });
    document.addEventListener("focusin", (e) => {
      const link = reference(e);
      if (link && link.matches(":focus-visible")) show(link);
      else hide();
    });
    document.addEventListener("keydown", (e) => { if (e.key === "Escape") hide(); });
    addEventListener("scroll", () => { if (shown && !shown.matches(":hover, :focus")) hide(); }, { passive: true });
  }

  // Choosing where to search searches at once.
  document.querySelector(".scope select")?.addEventListener("change", (e) => {
    if (e.target.form.q.value) e.target.form.submit();
  });
})();
