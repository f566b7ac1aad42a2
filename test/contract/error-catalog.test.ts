import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import { details } from "#contract/details";
import { errors } from "#contract/errors";

const root = fileURLToPath(new URL("../../", import.meta.url));
const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
  .map((file) => [file, readFileSync(join(root, "src", file), "utf8")] as const);

/** Files that list codes and throw none. */
const LISTS = ["contract/errors.ts", "contract/details.ts", "domain/error.ts"];
const sources = files.filter(([file]) => !LISTS.includes(file));

/** Codes that end a call: those that are thrown, and those of requests that the server could not read. */
function thrown(): Set<string> {
  const found = new Set<string>();
  for (const [file, text] of sources) {
    for (const [, code] of text.matchAll(/\b(?:DomainError|HttpError|catalogError)\(\s*"(\w+)"/g)) found.add(code!);
    if (file !== "api/request/unreadable-request.ts") continue;
    for (const [, code] of text.matchAll(/(?:\?\? |[A-Z]: )"(\w+)"/g)) found.add(code!);
  }
  return found;
}

/** Codes of details: a field, the first of a pair, or what a check returns. */
function reported(): Set<string> {
  return new Set(
    sources.flatMap(([, text]) => [...text.matchAll(/(?:code: |\[|return |\? )"([a-z_]+)"/g)].map(([, code]) => code!)),
  );
}

test("every error in the catalog is thrown somewhere", () => {
  const codes = thrown();
  expect(Object.keys(errors).filter((code) => !codes.has(code))).toEqual([]);
});

test("every error that is thrown is in the catalog", () => {
  expect([...thrown()].filter((code) => !Object.hasOwn(errors, code))).toEqual([]);
});

test("every detail code in the catalog is returned somewhere", () => {
  const codes = reported();
  expect(Object.keys(details).filter((code) => !codes.has(code))).toEqual([]);
});

test("both are on the reference page", () => {
  const page = readFileSync(join(root, "docs/reference/errors.md"), "utf8");
  for (const code of Object.keys(errors)) expect(page).toContain(`## ${code}\n`);
  for (const code of Object.keys(details)) expect(page).toContain(`| \`${code}\` |`);
});

test("an issue's message is readable after the parameter's name, and alone", () => {
  const said = sources.flatMap(([file, text]) =>
    /Detail\b/.test(text)
      ? [...text.matchAll(/field[^\n]*?, code: "\w+", message: [`"]([^`"]*)/g)].map(
          (match) => [file, match[1]!] as const,
        )
      : [],
  );
  expect(said.length).toBeGreaterThan(20);
  const verbs = /^(is|are|must|has|have|needs|names|says|takes|leaves|leads|stands|contains|cannot|goes|does)\b/;
  expect(said.filter(([, message]) => !verbs.test(message))).toEqual([]);
});
