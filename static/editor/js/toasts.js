/* Toasts go away by themselves, but never while somebody points at them or has focus in them. What they offer
   stays reachable elsewhere: Undo in the top bar. */
const SHOWN = 8000; // milliseconds
const list = document.getElementById("toasts");

function dismissLater(toast) {
  const close = toast.querySelector("[data-close]");
  close.hidden = false;
  close.addEventListener("click", () => toast.remove());
  setTimeout(function leave() {
    if (toast.matches(":hover, :focus-within")) setTimeout(leave, SHOWN);
    else toast.remove();
  }, SHOWN);
}

if (list) {
  for (const toast of list.children) dismissLater(toast);
  new MutationObserver((changes) => {
    const added = changes.flatMap((change) => [...change.addedNodes]).filter((node) => node.matches?.(".toast"));
    if (!added.length) return;
    for (const toast of [...list.children]) if (!added.includes(toast)) toast.remove();
    for (const toast of added) dismissLater(toast);
  }).observe(list, { childList: true });
}
