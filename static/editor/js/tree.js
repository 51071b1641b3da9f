/* The tree at the side: filter by name, keep the current row in view. */
const side = document.getElementById("side");
const form = side?.querySelector("[data-tree-filter]");

const rowOf = (item) => item.querySelector(":scope > .tree-row");
const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/* Hides what does not match; a parent of a hit stays. Returns the number of hits below. */
function filterList(list, wanted) {
  let total = 0;
  for (const item of list.children) {
    const row = rowOf(item);
    const hit = row ? fold(row.querySelector("bdi, .cut").textContent).includes(wanted) : false;
    const inner = item.querySelector(":scope > ul");
    const below = inner ? filterList(inner, wanted) : 0;
    item.hidden = !hit && !below;
    total += below + Number(hit);
  }
  return total;
}

function filterGroup(group, wanted) {
  const details = group.querySelector("details");
  const hits = filterList(group.querySelector("ul"), wanted);
  group.hidden = Boolean(wanted) && !hits;
  if (!details) return hits;
  details.dataset.open ??= String(details.open);
  details.open = wanted ? true : details.dataset.open === "true";
  if (!wanted) delete details.dataset.open;
  const count = details.querySelector(".count");
  count.dataset.all ??= count.textContent;
  count.textContent = wanted ? `${hits} / ${count.dataset.all}` : count.dataset.all;
  return hits;
}

function filter() {
  const wanted = fold(form.querySelector("input").value.trim());
  const groups = [...side.querySelectorAll("[data-tree-group]")];
  const hits = groups.reduce((sum, group) => sum + filterGroup(group, wanted), 0);
  side.querySelector("[data-nothing]").hidden = hits > 0;
}

function bringIntoView() {
  const row = side.querySelector(".tree-row[aria-current]");
  const box = side.querySelector(".side-scroll");
  if (!row?.checkVisibility()) return;
  const [inner, outer] = [row.getBoundingClientRect(), box.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom) {
    box.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
  }
}

/* Down and Up walk from the filter through what it shows and back */
function step(event) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const input = form.querySelector("input");
  const row = event.target.closest(".tree-row");
  if (!by || (event.target !== input && !row)) return;
  const stops = [input, ...[...side.querySelectorAll(".tree-row")].filter((item) => item.checkVisibility())];
  event.preventDefault();
  stops[stops.indexOf(row ?? input) + by]?.focus();
}

if (form) {
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    [...side.querySelectorAll(".tree-row")].find((row) => row.checkVisibility())?.click();
  });
  form.addEventListener("input", filter);
  side.addEventListener("keydown", step);
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !event.target.value) return;
    event.preventDefault(); // in the drawer Escape would close it
    event.target.value = "";
    filter();
  });
  bringIntoView();
}
