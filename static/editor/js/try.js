/* Trying a sentence beside the form: Ctrl+Enter tests, and a server that does not answer is told of. */
document.addEventListener("keydown", (event) => {
  const panel = event.target.closest?.("[data-try]");
  if (!panel || event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  panel.querySelector("[type=submit]").click();
});

for (const trouble of ["htmx:sendError", "htmx:responseError"]) {
  document.addEventListener(trouble, ({ detail }) => {
    const panel = detail.elt.closest?.("[data-try]");
    if (!panel) return;
    const says = document.createElement("p");
    says.className = "panel-body error-text";
    says.textContent = panel.dataset.unreachable;
    document.getElementById("try-result").replaceChildren(says);
  });
}
