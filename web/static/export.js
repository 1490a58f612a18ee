// The archive as plain files: what a server would reckon, reckoned here.
(() => {
  "use strict";
  const root = new URL("..", document.currentScript.src);
  const get = async (name) => {
    const answer = await fetch(new URL(name, root));
    if (!answer.ok) throw new Error(name + ": " + answer.status);
    return answer.json();
  };
  const make = (tag, className, ...inside) => {
    const e = document.createElement(tag);
    if (className) e.className = className;
    e.append(...inside);
    return e;
  };
  const link = (page, label, className) => {
    const a = make("a", className, label);
    a.href = new URL(page, root);
    return a;
  };
  const asked = new URLSearchParams(location.search);

  // A comparison: ?only=added leaves the changes of one kind, ?term=mutate those in which
  // a term takes part, ?view=side sets the older and the newer text side by side.
  const ours = ["only", "term", "view", "marks"];
  const withAsked = (a) => { // a link to another view of this page keeps what else is asked
    const to = new URL(a.href);
    if (to.pathname !== location.pathname || to.hash) return;
    const own = a.closest(".filters") ? "only" : a.closest(".views") ? "view" : "term";
    for (const name of ours) if (name !== own && asked.get(name) && !to.searchParams.has(name)) to.searchParams.set(name, asked.get(name));
    a.href = to;
    if (own !== "term" && (to.searchParams.get(own) || "") === (asked.get(own) || "")) a.setAttribute("aria-current", "true");
    else a.removeAttribute("aria-current");
  };
  const apart = (change) => {
    const body = change.querySelector(".body");
    const side = (className, nodes, gone) => {
      const e = make("div", className, ...nodes.map((n) => n.cloneNode(true)));
      for (const x of e.querySelectorAll(gone)) x.remove();
      for (const p of e.querySelectorAll("p")) if (!p.textContent.trim()) p.remove();
      return e;
    };
    const sides = (nodes, className) => {
      if (!nodes.length) return;
      const row = make("div", className);
      nodes[0].before(row);
      row.append(side("older", nodes, "ins"), side("newer", nodes, "del"));
      for (const n of nodes) n.remove();
    };
    sides([...body.querySelectorAll(":scope > p:not(.note)")], "sides");
    for (const x of body.querySelectorAll(":scope > .example")) {
      x.querySelector("span")?.remove();
      const text = make("p", "", ...x.childNodes);
      x.replaceWith(text);
      sides([text], "sides example");
    }
  };
  const narrow = () => {
    const only = asked.get("only") || "", term = asked.get("term") || "", marks = asked.get("marks") === "show";
    const quiet = (c) => (c.matches(".typography") && !marks) || (c.matches(".references") && !term);
    const takesPart = (c) => !term || (c.dataset.terms || "").includes("|" + term + "|");
    const fits = (c, kind) => takesPart(c) && (kind ? c.classList.contains(kind) : !quiet(c));
    const changes = [...document.querySelectorAll(".change")];
    for (const a of document.querySelectorAll(".filters a[href], .views a[href], .about a[href]")) withAsked(a);
    for (const c of changes) c.hidden = !fits(c, only);
    const above = document.querySelector(".filters");
    if (term) {
      const all = make("a", "", "All changes");
      all.href = location.pathname;
      (document.querySelector(".about") || above).before(make("p", "lede", "Only changes in which “" + term + "” takes part. ", all));
      for (const a of above.querySelectorAll("a")) { // counts are of what is left
        const kind = new URL(a.href).searchParams.get("only") || "";
        const n = changes.filter((c) => fits(c, kind)).length;
        a.querySelector("b").textContent = n.toLocaleString("en");
        a.hidden = !n && kind !== only;
      }
      document.querySelector("details.moves")?.remove();
    }
    if (asked.get("context")) above.before(make("p", "faint", "Unchanged neighbours are shown by a server; this copy has none."));
    if (asked.get("view") === "side") {
      for (const c of document.querySelectorAll(".change")) apart(c);
      document.querySelector(".text").classList.add("apart");
      document.querySelector("aside.side")?.remove();
    }
    for (const g of document.querySelectorAll(".group")) g.hidden = !g.querySelector(".change:not([hidden])");
    for (const li of document.querySelectorAll(".where li")) {
      const group = document.getElementById(decodeURIComponent(li.querySelector("a").hash.slice(1)))?.closest(".group");
      const n = group?.querySelectorAll(".change:not([hidden])").length;
      li.hidden = !n;
      li.querySelector(".faint").textContent = n || "";
    }
    if (!document.querySelector(".change:not([hidden])") && only !== "moved") document.querySelector(".text").append(make("p", "inset lede", "Nothing to show of this kind."));
    const moves = document.querySelector("details.moves");
    if (moves && only === "moved") moves.open = true;
    else if (moves) moves.hidden = Boolean(only);
    if (location.hash) { // what the address names is shown, whatever its kind
      const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      if (named?.hidden) {
        named.hidden = false;
        named.closest(".group").hidden = false;
        named.scrollIntoView();
      }
    }
  };
  if (document.querySelector(".filters")) narrow();

  // Words by age lie folded on the page of what is asked.
  const aged = document.querySelector("details.words-by-age");
  if (aged && asked.get("age")) aged.open = true;

  // Trends: /trend/?q=trample leads to the page of the term.
  const count = async () => {
    const q = asked.get("q");
    const name = q.trim().toLowerCase().replace(/["/'\u2018\u2019]/g, "").replace(/[^\p{L}\p{N}+]+/gu, "-").replace(/^-|-$/g, "");
    const page = new URL("trend/" + encodeURIComponent(name) + "/", root);
    if (name && (await fetch(page, { method: "HEAD" })).ok) {
      location.replace(page);
      return;
    }
    document.querySelector("main input[name=q]").value = q;
    const says = make("p", "problem", "“" + q + "” is no glossary term and no keyword, and this copy has no counts of it.");
    says.setAttribute("role", "alert");
    document.querySelector("main .tries").before(says);
  };
  if (asked.get("q")?.trim() && document.getElementById("terms")) count().catch(() => {});

  // The search. It cuts texts into words as the index does, which the program wrote.
  const fold = (s) => s.normalize("NFC").toLowerCase().replace(/[\u2018\u2019\u201b\u2032]/g, "'").replace(/[\u201c\u201d\u201e\u2033]/g, '"').replace(/'/g, "");
  const words = (s) => fold(s).split(/[^\p{L}\p{Nd}]+/u).filter(Boolean);
  const pieceOf = (word) => [...word].slice(0, 2).map((c) => (/[a-z0-9]/.test(c) ? c : "_")).join("");
  const isNumber = (s) => /^[1-9]\d{0,2}(\.\d+[a-z]{0,2})?\.?$/i.test(s);

  const parse = (q) => {
    const query = { all: [], none: [], phrases: [] };
    for (const m of fold(q).matchAll(/(-?)(?:"([^"]*)"?|(\S+))/g)) {
      const [, minus, phrase, bare] = m;
      const list = minus ? query.none : query.all;
      if (phrase !== undefined) {
        const inside = words(phrase);
        for (const w of inside) if (!minus) list.push({ word: w, whole: true });
        if (inside.length) query.phrases.push({ words: inside, not: Boolean(minus) });
      } else if (isNumber(bare)) {
        list.push({ word: bare.replace(/\.$/, ""), whole: true });
      } else {
        for (const w of words(bare)) list.push({ word: w, whole: w.length < 2 });
      }
    }
    return query;
  };

  const search = async () => {
    const says = document.getElementById("found");
    const field = document.querySelector("main input[name=q]");
    const scope = document.querySelector("main select[name=in]");
    const q = asked.get("q") || "";
    field.value = q;
    scope.value = asked.get("in") || "";
    if (!q.trim()) return;
    document.title = q + " — search · Rulebook";
    says.textContent = "Searching …";
    const index = await get("search/index.json");
    const pieces = new Map();
    const piece = (name) => {
      if (!index.pieces.includes(name)) return {};
      if (!pieces.has(name)) pieces.set(name, get("search/w-" + name + ".json"));
      return pieces.get(name);
    };
    const holding = async ({ word, whole }) => {
      const ids = new Set();
      const found = await piece(pieceOf(word));
      for (const [w, steps] of Object.entries(found)) {
        if (whole ? w !== word : !w.startsWith(word)) continue;
        let id = 0;
        steps.forEach((step, i) => { id = i ? id + step : step; ids.add(id); });
      }
      return ids;
    };
    const documents = new Map();
    const read = async (id) => {
      const n = Math.floor(id / index.per);
      if (!documents.has(n)) documents.set(n, get("search/d" + n + ".json"));
      return (await documents.get(n))[id % index.per];
    };

    const query = parse(q);
    let ids = null;
    for (const term of query.all) {
      const found = await holding(term);
      ids = ids ? ids.filter((id) => found.has(id)) : [...found];
    }
    ids = ids || [];
    for (const term of query.none) {
      const found = await holding(term);
      ids = ids.filter((id) => !found.has(id));
    }
    const newest = index.releases.length - 1;
    const at = index.releases.findIndex((r) => r[0] === scope.value);
    const day = scope.value === "" || at < 0 ? newest : at;
    const standing = (id) => index.spans[2 * id] <= day && day <= index.spans[2 * id + 1];
    let shown = (scope.value === "all" ? ids : ids.filter(standing)).sort((a, b) => a - b);
    if (query.phrases.length) {
      const fits = await Promise.all(shown.map(async (id) => {
        const [name, , text] = await read(id);
        const all = " " + words(name + " " + text).join(" ") + " ";
        return query.phrases.every((p) => all.includes(" " + p.words.join(" ") + " ") !== p.not);
      }));
      shown = shown.filter((_, i) => fits[i]);
    }

    const perPage = 25;
    const list = document.getElementById("hits");
    const marks = query.all.map((t) => t);
    const marked = (text) => {
      const p = make("p");
      for (const part of text.split(/([\p{L}\p{Nd}'\u2019]+)/u)) {
        const w = fold(part);
        const hit = w && marks.some((t) => (t.whole ? w === t.word : w.startsWith(t.word)));
        p.append(hit ? make("mark", "", part) : part);
      }
      return p;
    };
    const named = (i) => index.releases[i][2] + ", " + index.releases[i][0];
    const show = async (from) => {
      for (const id of shown.slice(from, from + perPage)) {
        const [name, heading, text, page, kind] = await read(id);
        const [first, last] = [index.spans[2 * id], index.spans[2 * id + 1]];
        const numbered = isNumber(name);
        const note = make("p", "note", heading + " ");
        if (!numbered) note.append(link(page, name, "term"));
        const body = make("div", "body", note);
        for (const paragraph of text.split("\n")) body.append(marked(paragraph));
        const held = first === last ? "only in " + named(first) : last === newest ? "since " + named(first) : named(first) + ", to " + named(last);
        body.append(make("p", "interval", held));
        list.append(make("div", "entry hit change " + kind, make("div", "no", numbered ? link(page, name) : ""), body));
      }
      if (from + perPage < shown.length) {
        const more = make("button", "", "More hits");
        more.type = "button";
        more.addEventListener("click", () => { more.parentElement.remove(); show(from + perPage); });
        list.append(make("p", "inset", more));
      }
    };
    says.replaceChildren(make("b", "", shown.length === 0 ? "Nothing found" : shown.length === 1 ? "1 hit" : shown.length.toLocaleString("en") + " hits"), ". ");
    if (/(^|\s)(OR|AND|NOT|near\/\d+)(\s|$)|(^|\s)-?[a-z]+:\S|[()*~]/i.test(q)) says.append("This copy knows words, words in quotation marks, -words to leave out and numbers; the rest of the query needs a server. ");
    if (shown.length) document.getElementById("how").hidden = true;
    if (!shown.length && ids.length && scope.value !== "all") says.append(link("search/?" + new URLSearchParams({ q, in: "all" }), "Search all releases"));
    await show(0);
  };
  if (document.getElementById("found")) {
    search().catch(() => { document.getElementById("found").textContent = "The index could not be read. Over file:// browsers read no index; offer the folder with any web server."; });
  }

  // Addresses that a server would lead on from: set codes, past rules, other dates.
  const lead = async () => {
    const path = decodeURIComponent(location.pathname.slice(root.pathname.length)).replace(/\/+$/, "");
    const [kind, ...rest] = path.split("/");
    const { releases } = await get("search/index.json");
    const resolve = (name) => {
      if (name.toLowerCase() === "latest") return releases.at(-1)[0];
      const coded = releases.find((r) => r[1].toLowerCase() === name.toLowerCase());
      if (coded) return coded[0];
      return /^\d{4}-\d\d-\d\d$/.test(name) ? releases.filter((r) => r[0] <= name).at(-1)?.[0] : undefined;
    };
    let to;
    if (kind === "glossary" && rest[0]) to = "r/" + releases.at(-1)[0] + "/glossary/#term-" + rest[0];
    const day = rest[0] && resolve(rest[0]);
    if (kind === "r" && day) {
      if (!rest[1]) to = "r/" + day + "/";
      else if (isNumber(rest[1])) {
        const n = rest[1].toLowerCase().replace(/\.$/, "");
        to = "r/" + day + "/" + (n.includes(".") ? n.split(".")[0] + "/#" + n : n + "/");
      } else if (rest[1] === "glossary" && rest[2]) to = "r/" + day + "/glossary/#term-" + rest[2].toLowerCase();
      else to = "r/" + rest.toSpliced(0, 1, day).join("/") + "/";
    }
    if (kind === "history" && day) {
      const all = await get("search/histories.json");
      const name = rest.slice(1).join("/").toLowerCase();
      const held = all[name]?.find(([from, last]) => from <= day && day <= last);
      if (held) to = held[2];
    }
    if (kind === "diff" && day && rest[1] && resolve(rest[1])) {
      to = "diff/" + day + "/" + resolve(rest[1]) + "/" + (rest[2] ? "#" + rest[2] : "");
    }
    if (!to || to.split("#")[0].replace(/\/$/, "") === path) return;
    const answer = await fetch(new URL(to, root), { method: "HEAD" });
    if (answer.ok) location.replace(new URL(to, root));
  };
  if (document.querySelector(".problem-page")) lead().catch(() => {});
})();
