import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

const source = fileURLToPath(new URL("queries/", import.meta.url));

/** Names as passed to `db.query` and to the helpers that forward one; `${…}` is one word. */
const NAME =
  /\b(?<!client\.)(?:query|run|judge|write|walkOf)(?:<(?:[^<>]|<[^<>]*>)*>)?\(\s*(?:db,\s*)?(?:"([^"]+)"|`([^`]+)`),/g;

const names = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
  .flatMap((file) =>
    [...readFileSync(`${source}${file}`, "utf8").matchAll(NAME)].map((match) => ({
      file,
      name: match[1] ?? match[2]!,
    })),
  );

const DYNAMIC = /\$\{[^}]+\}/g;
const patternOf = (name: string): RegExp => new RegExp(`^${name.replaceAll(DYNAMIC, String.raw`\S+`)}$`);

test("the names of statements are found", () => {
  expect(names.length).toBeGreaterThan(200);
});

test("no two statements can have the same name", () => {
  const shared = names.flatMap((one, index) => {
    const pattern = patternOf(one.name);
    return names
      .filter(({ name }, other) => other !== index && pattern.test(name.replaceAll(DYNAMIC, "x")))
      .map((other) => `${one.file}: ${one.name} = ${other.file}: ${other.name}`);
  });
  expect(shared).toEqual([]);
});

test("a name is a few plain words, with the variable part last", () => {
  for (const { name } of names) expect(name).toMatch(/^[a-z][a-z _-]*( \$\{[^}]+\})*$/);
});
