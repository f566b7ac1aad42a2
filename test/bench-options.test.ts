import { readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

const bench = fileURLToPath(new URL("../bench/", import.meta.url));
const READS = /\bsettings\.(?:number|text)\("(\w+)"\)/g;

const sources = readdirSync(bench, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => ({ folder: dirname(file), file, text: readFileSync(`${bench}${file}`, "utf8") }));

test("every option that a benchmark reads is declared beside it or in lib, with a default", () => {
  const reads = sources.flatMap(({ folder, file, text }) =>
    [...text.matchAll(READS)].map(([, name]) => ({ folder, file, name: name! })),
  );
  expect(reads.length).toBeGreaterThan(20);
  const isDeclared = (folder: string, name: string): boolean =>
    sources.some((source) => [folder, "lib"].includes(source.folder) && source.text.includes(`${name}: ["`));
  const undeclared = reads.filter(({ folder, name }) => !isDeclared(folder, name));
  expect(undeclared.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});
