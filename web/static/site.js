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
  document.querySelectorAll("input[data-copy]").forEach((input) => {
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

  // Choosing where to search searches at once.
  document.querySelector(".scope select")?.addEventListener("change", (e) => {
    if (e.target.form.q.value) e.target.form.submit();
  });
})();
