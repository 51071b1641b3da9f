/* A menu is a <details>: it closes when the work goes on elsewhere, and with Esc. */
const open = () => document.querySelectorAll("details.menu[open]");

function close(menu) {
  const inside = menu.contains(document.activeElement);
  menu.open = false;
  if (inside) menu.querySelector("summary").focus();
}

document.addEventListener("click", ({ target }) => {
  for (const menu of open()) if (!menu.contains(target)) menu.open = false;
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") for (const menu of open()) close(menu);
});
