import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import type { DocumentFile } from "#api/pages/docs/guide/guide-pages";

import { projectFolder } from "../project-folder.ts";

const docs = fileURLToPath(new URL("docs/", projectFolder));
const FOLDERS = ["guide", "reference", "reference/gateways"];

/** The index of the documentation, its guides, and its reference, as shipped. */
export async function readDocuments(): Promise<readonly DocumentFile[]> {
  const folders = await Promise.all(
    FOLDERS.map(async (folder) => {
      const names = await readdir(join(docs, folder));
      return names.filter((name) => name.endsWith(".md")).map((name) => `${folder}/${name}`);
    }),
  );
  const paths = ["README.md", ...folders.flat().toSorted()];
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(docs, path), "utf8") })));
}

/** The generated contract. */
export async function readOpenApi(): Promise<object> {
  return JSON.parse(await readFile(new URL("openapi.json", projectFolder), "utf8")) as object;
}
