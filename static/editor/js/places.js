/* An address may end in a line of the only text of the page: #L12 */
function goToLine() {
  const line = /^#L(\d+)$/.exec(location.hash)?.[1];
  if (line) document.querySelector("code-field")?.goTo(Number(line));
}

addEventListener("hashchange", goToLine);
goToLine();

/* A fragment inside a folded card opens it, and a section that is folded itself opens */
function unfold() {
  const target = location.hash.length > 1 ? document.getElementById(location.hash.slice(1)) : null;
  const folded = target?.closest("details:not([open])") ?? target?.querySelector(":scope > details.more-fields:not([open])");
  if (folded) folded.open = true;
}

addEventListener("hashchange", unfold);
unfold();

/* The rail follows the reader */
function follow() {
  const links = [...document.querySelectorAll(".rail a")];
  const above = (link) => document.querySelector(link.hash)?.getBoundingClientRect().top < innerHeight / 3;
  const now = links.findLast(above) ?? links[0];
  for (const link of links) {
    if (link === now) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

addEventListener("scroll", follow, { passive: true });
follow();
