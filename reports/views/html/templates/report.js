// What the pages do beyond links: filters kept in the address, keys, copy buttons, tokens that
// light up the text they cover. A page is whole without it. No module and no fetch: it is opened
// from disk.
"use strict";

const all = (selector, root = document) => [...root.querySelectorAll(selector)];

// An anchor inside of what is folded unfolds it.
function unfold() {
  const id = decodeURIComponent(location.hash.slice(1));
  const target = id && !id.includes("=") && document.getElementById(id);
  if (!target) return;
  for (let at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
  target.scrollIntoView();
}

// A filter is a field with data-filter: of rows the attribute of that name, or of
// "text" what the row says, with its data-text and what the cause that it stands under says.
const fields = all("[data-filter]");
const rows = all("[data-row]");

const texts = new Map();

function textOf(row) {
  if (!texts.has(row)) {
    const cause = row.closest(".known-cause");
    const said = [row.textContent, row.dataset.text, cause && cause.querySelector("summary").textContent];
    texts.set(row, said.join(" ").toLowerCase());
  }
  return texts.get(row);
}

function matches(row) {
  return fields.every((field) => {
    const wanted = field.value.trim().toLowerCase();
    if (!wanted) return true;
    return field.dataset.filter === "text"
      ? wanted.split(/\s+/).every((word) => textOf(row).includes(word))
      : (row.dataset[field.dataset.filter] || "").toLowerCase().split("|").includes(wanted);
  });
}

function filter() {
  const active = fields.some((field) => field.value.trim());
  let count = 0;
  for (const row of rows) {
    row.hidden = active && !matches(row);
    count += !row.hidden;
  }
  for (const fold of all("details[data-fold]")) {
    const kept = all("[data-row]", fold).some((row) => !row.hidden);
    fold.hidden = active && !kept;
    if (active && kept && !fold.open) {
      fold.open = true;
      fold.dataset.opened = "";
    } else if (!active && "opened" in fold.dataset) {
      fold.open = false;
      delete fold.dataset.opened;
    }
  }
  for (const place of all("[data-count]")) {
    place.textContent = active ? `${count} of ${rows.length} rows` : "";
  }
}

function save() {
  const state = new URLSearchParams();
  for (const field of fields) {
    if (field.value.trim()) state.set(field.dataset.filter, field.value.trim());
  }
  const hash = state.toString();
  history.replaceState(null, "", hash ? `#${hash}` : location.pathname + location.search);
  filter();
}

function restore() {
  if (!location.hash.includes("=")) return unfold();
  const state = new URLSearchParams(location.hash.slice(1));
  for (const field of fields) field.value = state.get(field.dataset.filter) || "";
  filter();
}

for (const field of fields) field.addEventListener("input", save);
addEventListener("hashchange", restore);
restore();

// Keys.
function step(by) {
  const link = document.querySelector(`link[rel=${by > 0 ? "next" : "prev"}]`);
  if (link) return void (location.href = link.href);
  const visible = rows.filter((row) => row.offsetParent !== null);
  if (!visible.length) return;
  const at = visible.findIndex((row) => row.classList.contains("at"));
  const next = visible[Math.max(0, Math.min(visible.length - 1, at + by))];
  for (const row of rows) row.classList.remove("at");
  next.classList.add("at");
  next.scrollIntoView({ block: "nearest" });
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("input, select, textarea")) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  const keys = {
    j: () => step(1),
    k: () => step(-1),
    "/": () => fields.length && fields[0].focus(),
    "?": () => {
      const help = document.getElementById("keys");
      help.open = !help.open;
      if (help.open) help.scrollIntoView({ block: "nearest" });
    },
    Enter: () => {
      const link = document.querySelector(".at a");
      if (link && event.target === document.body) link.click();
      else return false;
    },
  };
  const act = keys[event.key];
  if (act && act() !== false) event.preventDefault();
});

// Copy buttons.
function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
  return Promise.resolve();
}

for (const block of all("pre.command")) {
  const button = document.createElement("button");
  button.textContent = "copy";
  button.addEventListener("click", () => {
    const say = (word) => {
      button.textContent = word;
      setTimeout(() => (button.textContent = "copy"), 1500);
    };
    copy(block.querySelector("code").textContent).then(() => say("copied"), () => say("select it"));
  });
  block.append(button);
}

// The tokens of both sides that cover the same text, and the text itself, light up together.
for (const ruler of all(".ruler")) {
  const cells = all("[data-start]", ruler);
  const range = (cell) => [Number(cell.dataset.start), Number(cell.dataset.end)];
  const light = (from, to) => {
    for (const cell of cells) {
      const [start, end] = range(cell);
      cell.classList.toggle("on", from !== null && start < to && end > from);
    }
  };
  for (const cell of cells) {
    for (const on of ["mouseenter", "focus"]) cell.addEventListener(on, () => light(...range(cell)));
    for (const off of ["mouseleave", "blur"]) cell.addEventListener(off, () => light(null, null));
  }
}
