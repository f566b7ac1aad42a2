import { expect, test } from "vitest";

import { identityOf } from "./inbound-identity.ts";

const FROM = "+447400123456";
const text = { from: FROM, to: "13013", text: "YES", media: [] };
const id = (more: object = {}, from = FROM) => identityOf(from, { ...text, ...more });

test("a provider's id is used alone, for any text", () => {
  expect(id({ providerId: "m1", at: "noon" })).toMatchObject({ id: "m1", guessed: false });
});

test("without an id, one is made of sender, recipient, text and time; without a time, it is a guess", () => {
  expect(id()).toEqual(id());
  expect(id().guessed).toBe(true);
  expect(id({ providerId: "" })).toEqual(id());
  expect(id({ at: "2026-11-20 10:00:00" })).toEqual({ ...id({ at: "2026-11-20 10:00:00" }), guessed: false });
  const all = [
    id(),
    id({ at: "1" }),
    id({ at: "2" }),
    id({ text: "NO" }),
    id({ to: "13014" }),
    id({ media: ["https://example.org/a.png"] }),
    id({}, "+447400123457"),
    // A text cannot be mistaken for another part.
    id({ to: "13", text: "013YES" }),
  ];
  expect(new Set(all.map((each) => each.id)).size).toBe(all.length);
});
