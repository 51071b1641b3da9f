/* What is folded comes when it is opened: the fields of a card in a long list, names that are not used, the names
   that an input suggests. */
import { arrived, fetchParts } from "./cards.js";
import { guarded, learn } from "./form-state.js";

/** The parts at an address of the form, as the manifest was when the page was drawn. Null where they are not to be had. */
export function fetchPart(address) {
  const stamp = document.getElementById("manifest-stamp")?.value ?? "";
  return fetchParts(`${address}${address.includes("?") ? "&" : "?"}of=${stamp}`);
}

/* A name that is ticked already stands among those that are used */
function dropKnown(box, place) {
  for (const input of place.querySelectorAll("input[type=checkbox]")) {
    const twins = [...box.querySelectorAll("input[type=checkbox]")].filter(
      (other) => other !== input && other.name === input.name && other.value === input.value,
    );
    if (twins.length) input.closest("li").remove();
  }
}

async function fill(details) {
  const address = details.dataset.part;
  details.removeAttribute("data-part");
  details.setAttribute("aria-busy", "true");
  const parts = await fetchPart(address);
  details.removeAttribute("aria-busy");
  if (!parts) {
    details.dataset.part = address;
    details.open = false;
    return;
  }
  const place = details.querySelector("[data-here]");
  place.replaceChildren(...parts);
  const box = details.closest(".box");
  if (box) dropKnown(box, place);
  learn(place);
  arrived(place);
  details.dispatchEvent(new CustomEvent("folded:filled", { bubbles: true }));
}

/* "toggle" does not bubble */
document.addEventListener("toggle", ({ target }) => target.open && target.dataset.part && guarded() && fill(target), true);

/* The names that an input suggests, once for all inputs of their kind */
const asked = new Set();

document.addEventListener("focusin", async ({ target }) => {
  const address = target.dataset?.names;
  const id = target.getAttribute("list");
  if (!address || document.getElementById(id) || asked.has(address)) return;
  asked.add(address);
  const parts = await fetchPart(address);
  if (!parts) return;
  const list = document.createElement("datalist");
  list.id = id;
  list.append(...parts);
  document.body.append(list);
});
