import type { Pdu } from "smpp";
import { expect, it } from "vitest";

import { MOST_UNFINISHED, openReassembly, PATIENCE } from "./inbound.ts";

const part = (from: string, reference: number, total: number, index: number, message: string): Pdu =>
  ({
    source_addr: from,
    destination_addr: "13013",
    esm_class: 0x40,
    data_coding: 0,
    short_message: Buffer.concat([Buffer.of(5, 0, 3, reference, total, index), Buffer.from(message)]),
  }) as unknown as Pdu;

it("reports an incomplete message when its time-out is over, and no sooner", () => {
  let now = 0;
  const reassembly = openReassembly({ now: () => now }, "gsm7");
  reassembly.add(part("1", 7, 2, 1, "begin"));
  now = PATIENCE - 1;
  expect(reassembly.overdue()).toEqual([]);
  now = PATIENCE;
  expect(reassembly.overdue().map(({ text }) => text)).toEqual(["begin…"]);
  expect(reassembly.overdue()).toEqual([]);
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
  for (let i = 0; i < MOST_UNFINISHED + 2; i += 1) reassembly.add(part(String(i), 1, 2, 1, "x"));
  expect(reassembly.overdue().map(({ from }) => from)).toEqual(["0", "1"]);
});
