import { expect, test } from "vitest";

import { marketingWarnings } from "./marketing-warnings.ts";

const warningsOf = (text: string) =>
  marketingWarnings(async () => ({ senderName: "Shop" }) as never, "marketing", {
    text: `Shop: ${text}`,
    sender: null,
  });

test("a text that explains how to opt out causes no warning, in any language", async () => {
  for (const text of [
    "New coats. Reply STOP to opt out.",
    "New coats. To unsubscribe: {{unsubscribe_url}}",
    "Neue Mäntel. Abmelden mit STOPP",
    "Nouveaux manteaux. STOP au 36180",
    "Abrigos nuevos. Responda BAJA",
    "New coats. You may opt-out at any time",
  ])
    expect([text, await warningsOf(text)]).toEqual([text, []]);
});

test("a text in which something else stops causes a warning", async () => {
  for (const text of ["Our tour stops in Berlin", "We will not stop until you save", "Stop paying too much!", "Coats"])
    expect([text, await warningsOf(text)]).toEqual([text, [expect.stringContaining("how to opt out")]]);
});
