import type { Pdu } from "smpp";
import { expect, it } from "vitest";

import { MAX_OCTETS, MAX_UNFINISHED, openReassembly, PART_TIMEOUT, REPEAT_WINDOW } from "./inbound.ts";

const part = (from: string, reference: number, total: number, index: number, message: string): Pdu =>
  ({
    source_addr: from,
    destination_addr: "13013",
    esm_class: 0x40,
    data_coding: 0,
    short_message: Buffer.concat([Buffer.of(5, 0, 3, reference, total, index), Buffer.from(message)]),
  }) as unknown as Pdu;

it("reports the parts of an incomplete message when its timeout is over, and no sooner", () => {
  let now = 0;
  const reassembly = openReassembly({ now: () => now }, "gsm7");
  reassembly.add(part("1", 7, 2, 1, "begin"));
  now = PART_TIMEOUT - 1;
  expect(reassembly.overdue()).toEqual([]);
  now = PART_TIMEOUT;
  expect(reassembly.overdue()).toMatchObject([{ text: "begin", part: { reference: "u7", total: 2, number: 1 } }]);
  expect(reassembly.overdue()).toEqual([]);
});

it("reports a part that is repeated within minutes with the same id, and the same text a while later with another", () => {
  let now = 0;
  const reassembly = openReassembly({ now: () => now }, "gsm7");
  const ids = [0, 60_000, 3_600_000].map((at) => {
    now = at;
    reassembly.add(part("1", 7, 2, 1, "begin"));
    now += PART_TIMEOUT;
    return reassembly.overdue()[0]!.providerId!;
  });
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).not.toBe(ids[0]);
  expect(ids[0]!.length).toBeLessThan(100);
});

it("reports parts of two people, and of two messages of one, with different ids although their texts are the same", () => {
  const reassembly = openReassembly({ now: () => 0 }, "gsm7");
  reassembly.add(part("1", 7, 2, 1, "begin"));
  reassembly.add(part("2", 7, 2, 1, "begin"));
  reassembly.add(part("1", 8, 2, 1, "begin"));
  reassembly.add(part("1", 8, 3, 1, "begin"));
  expect(new Set(reassembly.drain().map(({ providerId }) => providerId)).size).toBe(4);
});

it("keeps a character whole that is cut between two parts of an incomplete message", () => {
  const reassembly = openReassembly({ now: () => 0 }, "gsm7");
  reassembly.add(part("1", 7, 4, 1, "costs "));
  reassembly.add(part("1", 7, 4, 3, "5 \u001b"));
  reassembly.add(part("1", 7, 4, 4, "e"));
  expect(reassembly.drain().map(({ text, part }) => [part!.number, text])).toEqual([
    [1, "costs "],
    [3, "5 €"],
    [4, ""],
  ]);
});

it("keeps the messages of two senders with one reference apart", () => {
  const reassembly = openReassembly({ now: () => 0 }, "gsm7");
  reassembly.add(part("1", 7, 2, 1, "a"));
  reassembly.add(part("2", 7, 2, 1, "b"));
  expect(reassembly.add(part("2", 7, 2, 2, "B"))?.inbound).toMatchObject({ from: "2", text: "bB" });
  expect(reassembly.add(part("1", 7, 2, 2, "A"))?.inbound).toMatchObject({ from: "1", text: "aA" });
});

it("drops the oldest when too many stay incomplete", () => {
  const reassembly = openReassembly({ now: () => 0 }, "gsm7");
  for (let i = 0; i < MAX_UNFINISHED + 2; i += 1) reassembly.add(part(String(i), 1, 2, 1, "x"));
  expect(reassembly.overdue().map(({ from }) => from)).toEqual(["0", "1"]);
});

it("drops the oldest when the incomplete ones are too long together, and counts what was completed or repeated", () => {
  const reassembly = openReassembly({ now: () => 0 }, "gsm7");
  const heavy = (from: string, total: number, index: number): Pdu =>
    ({ ...part(from, 1, total, index, "x".repeat(MAX_OCTETS / 4)), data_coding: 3 }) as Pdu;
  reassembly.add(heavy("done", 2, 1));
  const done = reassembly.add(heavy("done", 2, 2))!;
  reassembly.add(heavy("1", 255, 1));
  reassembly.add(heavy("1", 255, 1));
  reassembly.add(heavy("2", 255, 1));
  reassembly.add(heavy("3", 255, 1));
  expect(reassembly.overdue()).toEqual([]);
  done.undo();
  reassembly.add(heavy("4", 255, 1));
  expect(reassembly.overdue().map(({ from }) => from)).toEqual(["1"]);
});

it("keeps the parts that were repeated while their message was not stored", () => {
  const reassembly = openReassembly({ now: () => 0 }, "gsm7");
  reassembly.add(part("1", 7, 3, 1, "a"));
  reassembly.add(part("1", 7, 3, 2, "b"));
  const whole = reassembly.add(part("1", 7, 3, 3, "c"))!;
  reassembly.add(part("1", 7, 3, 1, "a"));
  whole.undo();
  expect(reassembly.add(part("1", 7, 3, 3, "c"))?.inbound.text).toBe("abc");
  expect(reassembly.drain()).toEqual([]);
});

it("does not report parts again that an SMSC repeats after their message was complete, and reports others", () => {
  let now = 0;
  const reassembly = openReassembly({ now: () => now }, "gsm7");
  reassembly.add(part("1", 7, 2, 1, "a"));
  expect(reassembly.add(part("1", 7, 2, 2, "b"))?.inbound.text).toBe("ab");
  reassembly.add(part("1", 7, 2, 2, "b"));
  now += PART_TIMEOUT;
  expect(reassembly.overdue()).toEqual([]);
  reassembly.add(part("1", 7, 2, 2, "c"));
  now += REPEAT_WINDOW;
  expect(reassembly.overdue().map(({ text }) => text)).toEqual(["c"]);
  // Long after: the reference is in use again.
  reassembly.add(part("1", 7, 2, 2, "b"));
  now += PART_TIMEOUT;
  expect(reassembly.overdue().map(({ text }) => text)).toEqual(["b"]);
});

it("reports parts of a message that was complete and could not be stored", () => {
  const reassembly = openReassembly({ now: () => 0 }, "gsm7");
  reassembly.add(part("1", 7, 2, 1, "a"));
  reassembly.add(part("1", 7, 2, 2, "b"))!.undo();
  expect(reassembly.drain().map(({ text }) => text)).toEqual(["a"]);
});
