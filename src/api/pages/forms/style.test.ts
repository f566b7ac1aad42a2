import { describe, expect, it } from "vitest";

import { formStyle, inkOn } from "./style.ts";

/** Contrast by WCAG 2.2, of a color with black or white. */
function contrast(color: string, ink: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
  const [r, g, b] = channels.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  const light = 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
  return ink === "#000000" ? (light + 0.05) / 0.05 : 1.05 / (light + 0.05);
}

describe("the words on a button", () => {
  it("are readable on every color", () => {
    const steps = ["00", "33", "66", "77", "99", "cc", "ff"];
    const colors = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => `#${r}${g}${b}`)));
    const worst = Math.min(...colors.map((color) => contrast(color, inkOn(color))));
    expect(worst).toBeGreaterThanOrEqual(4.5);
  });
});

it("the style has no physical sides, so that it mirrors itself from right to left", () => {
  const sides =
    /(?:margin|padding|border)-(?:left|right)|(?<![-\w])(?:left|right)\s*:|text-align:\s*(?:left|right)|float:/;
  expect(formStyle("#0f5f6b")).not.toMatch(sides);
});
