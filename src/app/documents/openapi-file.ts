import { readFile } from "node:fs/promises";

import { projectFolder } from "../project-folder.ts";

/** The generated contract. */
export async function readOpenApi(): Promise<object> {
  return JSON.parse(await readFile(new URL("openapi.json", projectFolder), "utf8")) as object;
}
