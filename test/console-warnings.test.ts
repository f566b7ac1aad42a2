import { expect, test, vi } from "vitest";

import { serviceTexts } from "./support/console/service-texts.ts";

// Not by `import`: the types of React would remove the properties of every HTMLElement in the other tests.
const remedies = await vi.importActual<{
  remedyOf: (warning: string, preview: unknown, mayChangeSettings: boolean) => unknown;
}>("../console/src/screens/compose/remedies.ts");

const before = { message_id: "msg_1", at: "2026-11-28T12:00:00.000Z" };
const remedyOf = (warning: string, may = true) => remedies.remedyOf(warning, { sent_before: before }, may);

test("sentences of the service lead somewhere", () => {
  const filled = (text: string) => text.replaceAll(/\{\d\}/g, "main");
  expect(serviceTexts().filter((text) => remedyOf(filled(text)) !== null)).toEqual([
    "The credit at {0} is below {1}, the limit in the settings at which sending stops.",
    "The credit at {0} was {1} {2} when it was last read ({3}).",
    "The settings do not name the sender: check that the text says who sends it.",
    "The spend cap of the day or the month is reached.",
    "The spend cap of {0} is reached",
    "The spend cap of {0} is reached. It ends at {1}.",
    "The text does not say how to opt out. The footer in the settings adds it to marketing.",
    "There is no record that {0} agreed to marketing.",
    "This text was already sent to these recipients, or to some of them, within the last 24 hours.",
    "You already sent this text within the last 24 hours, to other recipients.",
    "{0} is paused ({1}) and sends nothing at the moment. The message waits until the pause ends.",
  ]);
});

test.each([
  ["my/gate is paused (no credit) and sends nothing at the moment.", { to: "/gateways/my%2Fgate" }],
  ["The credit at main was 0 EUR when it was last read (2026-11-28T12:00:00.000Z).", { to: "/gateways/main" }],
  ["The credit at main is below 5, the limit.", { search: { part: "spending" } }],
  ["The spend cap of day is reached.", { search: { part: "spending" } }],
  ["The settings do not name the sender: check the text.", { to: "/safety", search: { part: "consent" } }],
  ["This text was already sent to these recipients.", { to: "/messages/msg_1" }],
  ["There is no record that 3 recipients agreed to marketing.", { list: "without_consent" }],
])("a warning leads to where something is done about it: %s", (warning, place) => {
  expect(remedyOf(warning)).toMatchObject(place);
});

test("links lead only to settings that the user may change", () => {
  expect(remedyOf("main is paused (no credit) and sends nothing at the moment.", false)).toBeNull();
  expect(remedyOf("There is no record that 3 recipients agreed to marketing.", false)).not.toBeNull();
  expect(remedyOf("Nobody would receive this message.")).toBeNull();
});
