/* Keys, and the dialog that names them. */
const dialog = document.getElementById("keys");
const single = dialog?.querySelector("[data-single-keys]");
const NO_SINGLE = "single-keys-off"; // in localStorage: "?" and "/" do nothing
const typing = (event) => event.target.closest("input, textarea, select, [contenteditable]");

function showKeys() {
  if (!dialog.open) dialog.showModal();
}

function focusFilter() {
  const input = document.querySelector("[data-tree-filter] input");
  if (!input) return false;
  const side = input.closest("[popover]");
  if (side && !side.checkVisibility()) side.showPopover();
  input.focus();
  input.select();
  return true;
}

function press(selector) {
  const button = document.querySelector(selector);
  if (!button || button.disabled) return false;
  button.click();
  return true;
}

const CONTROL = {
  s: () => press("[data-save]"),
  k: focusFilter,
  z: (event) => !typing(event) && press(event.shiftKey ? "[data-redo]" : "[data-undo]"),
};
const SINGLE = { "?": () => dialog && (showKeys(), true), "/": focusFilter };

addEventListener("keydown", (event) => {
  const control = event.ctrlKey || event.metaKey;
  const act = control && !event.altKey ? CONTROL[event.key.toLowerCase()] : undefined;
  const alone = !control && !event.altKey && !typing(event) && !localStorage.getItem(NO_SINGLE);
  if (act?.(event) || (alone && SINGLE[event.key]?.())) event.preventDefault();
});

if (dialog) {
  for (const link of document.querySelectorAll('a[href="#keys"]')) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      showKeys();
    });
  }
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || event.target.closest("[data-close]")) {
      event.preventDefault();
      dialog.close();
    }
  });
  single.closest("label").hidden = false;
  single.checked = !localStorage.getItem(NO_SINGLE);
  single.addEventListener("change", () => {
    if (single.checked) localStorage.removeItem(NO_SINGLE);
    else localStorage.setItem(NO_SINGLE, "1");
  });
}

/* On a Mac the same keys go with Command */
if (/Mac|iPhone|iPad/.test(navigator.platform)) {
  for (const key of document.querySelectorAll("kbd")) key.textContent = key.textContent.replace(/^Ctrl\b/, "⌘");
}
