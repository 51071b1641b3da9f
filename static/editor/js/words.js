/* The words of the scripts of a form, from the page and so in its language. */

/** The words with the key `key`, "{name}" and the like filled in. */
export function words(key, values = {}) {
  const text = document.getElementById("form-words").content.querySelector(`[data-key="${key}"]`).textContent;
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}
