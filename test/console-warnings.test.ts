import { expect, test, vi } from "vitest";

import { serviceTexts } from "./support/console/service-texts.ts";

// Not by `import`: the types of React would make every HTMLElement of the other tests one without properties.
const remedies = await vi.importActual<{
  remedyRules: readonly { readonly warning: RegExp }[];
  remedyOf: (warning: string, preview: unknown, mayChangeSettings: boolean) => unknown;
}>("../console/src/screens/compose/remedies.ts");

const before = { message_id: "msg_1", at: "2026-11-28T12:00:00.000Z" };
const remedyOf = (warning: string, may = true) => remedies.remedyOf(warning, { sent_before: before }, may);

test("each warning with a remedy is a sentence of the service", () => {
  const known = serviceTexts();
  const unknown = remedies.remedyRules.filter(({ warning }) => !known.some((text) => warning.test(text)));
  expect(unknown).toEqual([]);
});

test.each([
  ["my/gate is paused (no credit) and sends nothing at the moment.", { to: "/gateways/my%2Fgate" }],
  ["The credit at main was 0 EUR when it was last read (2026-11-28T12:00:00.000Z).", { to: "/gateways/main" }],
  ["POST /send would be refused now. The credit at main is below 5, the limit.", { search: { part: "spending" } }],
  ["POST /send would be refused now. The spend cap of day is reached.", { search: { part: "spending" } }],
  ["The settings do not name the sender: check the text.", { to: "/safety", search: { part: "consent" } }],
  ["This text was already sent to these recipients.", { to: "/messages/msg_1" }],
  ["There is no record that 3 recipients agreed to marketing.", { list: "without_consent" }],
])("a warning leads to where something is done about it: %s", (warning, place) => {
  expect(remedyOf(warning)).toMatchObject(place);
});

test("nobody is led to settings that they may not change", () => {
  expect(remedyOf("main is paused (no credit) and sends nothing at the moment.", false)).toBeNull();
  expect(remedyOf("There is no record that 3 recipients agreed to marketing.", false)).not.toBeNull();
  expect(remedyOf("Nobody would receive this message.")).toBeNull();
});
