import { globSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

const WRITTEN = /"[^"]+"/g;
const ENUM = /z\s*\.enum\(\[([^\]]*)\]\)/g;
const UNION = /(?:"[^"]+"\s*\|\s*)+"[^"]+"/g;
const LIST = /=\s*\[([^\]]*)\] as const/g;

/** The values of each match, sorted; a single value is no list. */
function listsIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)]
    .map(([match]) => [...new Set(match.match(WRITTEN))].toSorted().join(" "))
    .filter((list) => list.includes(" "));
}

test("the contract takes the value lists of the domain, and does not write them again", () => {
  const domain = new Map<string, string>();
  for (const file of globSync("src/domain/**/*.ts")) {
    const text = readFileSync(file, "utf8");
    for (const list of [...listsIn(text, LIST), ...listsIn(text, UNION)]) domain.set(list, file);
  }
  expect(domain.size).toBeGreaterThan(50);
  const again = globSync("src/contract/**/*.ts").flatMap((file) =>
    listsIn(readFileSync(file, "utf8"), ENUM).flatMap((list) =>
      domain.has(list) ? [`${file}: ${list} is in ${domain.get(list)}`] : [],
    ),
  );
  expect(again).toEqual([]);
});
