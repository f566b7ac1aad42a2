import { existsSync } from "node:fs";

/**
 * The folder of package.json, openapi.json and docs/. Looked for, because this code runs from src/ in a clone and as a
 * part of a bundle in the package.
 */
export const projectFolder: URL = above(new URL("./", import.meta.url));

function above(folder: URL): URL {
  if (existsSync(new URL("bin/tidings.js", folder))) return folder;
  const parent = new URL("../", folder);
  if (parent.href === folder.href) throw new Error("The files of Tidings are incomplete: bin/tidings.js is missing.");
  return above(parent);
}
