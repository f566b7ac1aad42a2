import { readFile } from "node:fs/promises";

/** The generated contract. */
export async function readOpenApi(): Promise<object> {
  return JSON.parse(await readFile(new URL("../../../openapi.json", import.meta.url), "utf8")) as object;
}
