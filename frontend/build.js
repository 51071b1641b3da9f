/* Builds static/editor/vendor/codemirror-VERSION.js, with the licences of all that went into it beside it. */
import { build } from "esbuild";
import { readFile, readdir, rm, writeFile } from "node:fs/promises";

const vendor = new URL("../static/editor/vendor/", import.meta.url);
const modules = new URL("node_modules/", import.meta.url);
const read = async (name, file) => readFile(new URL(`${name}/${file}`, modules), "utf8");
const { version } = JSON.parse(await read("@codemirror/view", "package.json"));

for (const name of await readdir(vendor)) {
  if (name.startsWith("codemirror-")) await rm(new URL(name, vendor));
}

const { metafile } = await build({
  entryPoints: ["codemirror.js"],
  outfile: new URL(`codemirror-${version}.js`, vendor).pathname,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  legalComments: "none", // the licences stand in a file of their own
  metafile: true,
});

/* Only packages of which something is in the file */
const [output] = Object.values(metafile.outputs);
const inside = Object.entries(output.inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
const names = new Set(inside.map(([path]) => path.match(/^node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1]).filter(Boolean));

const parts = [];
for (const name of [...names].sort()) {
  const about = JSON.parse(await read(name, "package.json"));
  parts.push(`${name} ${about.version} (${about.license})\n\n${(await read(name, "LICENSE")).trim()}\n`);
}
await writeFile(new URL(`codemirror-${version}.LICENSE.txt`, vendor), parts.join(`\n${"-".repeat(78)}\n\n`));
console.log(`codemirror-${version}.js: ${output.bytes} bytes from ${names.size} packages`);
