import { expect, test } from "vitest";

import { textOf, unfilledText } from "./measured-text.ts";

const written = "Hallo {{first_name}}, das Fest – am Freitag";
const filled = "Hallo François, das Fest – am Freitag";

test("a character of the sender comes before one of a person's name, since only the sender can replace it", () => {
  expect(textOf(filled, written).forcedBy).toMatchObject({ character: "–", index: 25, replacement: "-" });
  expect(textOf(filled, written).forcedBy!.index).toBe(filled.indexOf("–"));
});

test("only a name is reported if the sender wrote nothing costly", () => {
  const plain = "Hallo François, das Fest am Freitag";
  expect(textOf(plain, "Hallo {{first_name}}, das Fest am Freitag").forcedBy).toMatchObject({ character: "ç" });
  expect(textOf(plain).forcedBy).toMatchObject({ character: "ç", index: 10 });
});

test("a caller who may not read names gets their own text, with the position in it", () => {
  expect(unfilledText(written, filled).forcedBy).toMatchObject({ character: "–", index: written.indexOf("–") });
  expect(unfilledText("Hallo {{first_name}}", "Hallo François").forcedBy).toBeNull();
});
