/* An archive by drop or by button, with progress and a way back. The same form posts without this script. */
const form = document.querySelector("form[data-upload]");
const input = form.querySelector("input[type=file]");
const status = form.querySelector("[data-progress]");
const bar = status.querySelector("progress");
const words = status.querySelector("[data-words]");
let request = null;

function showNote(html) {
  document.getElementById("import-note")?.remove();
  const note = new DOMParser().parseFromString(html, "text/html").getElementById("import-note");
  if (note) form.before(document.importNode(note, true));
  return Boolean(note);
}

function showProblem(text) {
  const template = document.getElementById("upload-problem");
  document.getElementById("import-note")?.remove();
  const note = document.importNode(template.content, true);
  note.querySelector("[data-says]").textContent = text;
  form.before(note);
}

function done() {
  request = null;
  status.hidden = true;
  input.value = ""; // so that the same file can be chosen again
}

function progress(event) {
  if (event.lengthComputable) bar.value = event.loaded / event.total;
  words.textContent = status.dataset.sending.replace("{n}", Math.round((100 * event.loaded) / event.total));
}

/* All bytes are there: now the server reads them, and nobody knows how long */
function reading() {
  bar.removeAttribute("value");
  words.textContent = status.dataset.reading;
}

function answered() {
  const { status: code, responseText, responseURL } = request;
  if (code < 400) location.assign(responseURL);
  else if (!showNote(responseText)) showProblem(form.dataset.refused.replace("{status}", code));
  if (code >= 400) done();
}

function send(file) {
  const limit = Number(form.dataset.limit);
  if (limit && file.size > limit) return showProblem(form.dataset.large);
  const data = new FormData(form);
  data.set(input.name, file);
  request?.abort();
  request = new XMLHttpRequest();
  request.open("POST", form.action);
  request.upload.addEventListener("progress", progress);
  request.upload.addEventListener("load", reading);
  request.addEventListener("load", answered);
  request.addEventListener("error", () => {
    showProblem(form.dataset.unreachable);
    done();
  });
  status.querySelector("[data-name]").textContent = file.name;
  bar.value = 0;
  words.textContent = "";
  status.hidden = false;
  document.getElementById("import-note")?.remove();
  return request.send(data);
}

input.addEventListener("change", () => input.files.length && send(input.files[0]));
status.querySelector("[data-cancel]").addEventListener("click", () => {
  request?.abort();
  done();
  input.focus();
});

const hasFiles = (event) => event.dataTransfer?.types.includes("Files");

/* The whole window takes the file: a drop beside the zone would make the browser leave the page */
addEventListener("dragover", (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  form.classList.add("over");
});
addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) form.classList.remove("over");
});
addEventListener("drop", (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  form.classList.remove("over");
  const [file, ...others] = event.dataTransfer.files;
  if (others.length) showProblem(form.dataset.one);
  else if (file) send(file);
});
addEventListener("pageshow", done);
