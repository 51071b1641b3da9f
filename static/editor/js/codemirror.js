/* The one place that names the version. */
export * from "../vendor/codemirror-6.43.15.js";
