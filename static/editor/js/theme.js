/* Light or dark. The server reads the cookie and pins the theme, so that no page flashes. */
const root = document.documentElement;
const YEAR = 365 * 24 * 3600; // seconds

function toggle() {
  const dark = root.dataset.theme
    ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  document.cookie = `theme=${root.dataset.theme}; path=/; max-age=${YEAR}; samesite=lax`;
}

for (const button of document.querySelectorAll("[data-theme-toggle]")) {
  button.hidden = false;
  button.addEventListener("click", toggle);
}
