import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

const root = new URL("../console/", import.meta.url);
const css = readFileSync(new URL("src/app/styles/tokens.css", root), "utf8");
const [light, dark] = [":root {", ':root[data-mantine-color-scheme="dark"] {'].map((selector) => {
  const start = css.indexOf(selector);
  return new Map(
    [...css.slice(start, css.indexOf("}", start)).matchAll(/--([\w-]+): (#[\da-f]{3,6});/g)].map(([, name, value]) => [
      name!,
      value!,
    ]),
  );
});

/** Relative luminance, WCAG 2.2. */
function luminance(color: string): number {
  const digits =
    color.length === 4 ? Array.from(color.slice(1), (digit) => digit + digit) : color.slice(1).match(/../g)!;
  const [r, g, b] = digits.map((pair) => {
    const part = Number.parseInt(pair, 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(one: string, other: string): number {
  const [brighter, darker] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (brighter! + 0.05) / (darker! + 0.05);
}

const states = ["delivered", "sent", "queued", "held", "uncertain", "failed"];
/** Text and the grounds on which it occurs. */
const texts = [
  ...["ink", "quiet", "accent", "danger"].flatMap((text) =>
    ["ground", "sheet", "hover"].map((ground) => [text, ground]),
  ),
  ...["accent", "accent-strong", "danger", "danger-strong"].map((ground) => ["on-accent", ground]),
  ["accent", "accent-tint"],
  ...states.flatMap((state) => ["sheet", `state-${state}-tint`].map((ground) => [`state-${state}`, ground])),
  ...states.map((state) => ["ink", `state-${state}-tint`]),
];

describe.each([
  ["light", light!],
  ["dark", dark!],
])("the console's colors, %s", (_, colors) => {
  test.each(texts)("--%s is readable on --%s", (text, ground) => {
    expect(contrast(colors.get(text!)!, colors.get(ground!)!)).toBeGreaterThanOrEqual(4.5);
  });

  test("the edge of a field is visible on a sheet", () => {
    expect(contrast(colors.get("edge")!, colors.get("sheet")!)).toBeGreaterThanOrEqual(3);
  });
});

test("the type scale that the design page describes is that of the console", () => {
  const page = readFileSync(new URL("DESIGN.md", root), "utf8");
  const described = [...page.matchAll(/\| `--(\w+)` +\| (\d+ px)/g)].map(([, name, size]) => [
    name,
    size!.replace(" ", ""),
  ]);
  const set = [...css.matchAll(/--(meta|table|body|section|title|figure): (\d+px);/g)].map(([, name, size]) => [
    name,
    size,
  ]);
  expect(described).toEqual(set);
});
