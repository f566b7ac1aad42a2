import { describe, expect, it } from "vitest";

import { bench, sendOne } from "../../support/providers/smpp-gateway.ts";
import { shown } from "../../support/providers/smsc.ts";

describe("what is submitted", () => {
  it("binds as configured", async () => {
    const { smsc } = await bench({}, { systemType: "VMA" });
    await smsc.until(() => smsc.binds.length === 1);
    expect(smsc.binds[0]).toMatchObject({
      command: "bind_transceiver",
      system_id: "tidings",
      password: "secret",
      system_type: "VMA",
      interface_version: 0x34,
    });
  });

  it.each([
    ["plain {text} for 5 €", {}, 0x00],
    ["кириллица 😀", {}, 0x08],
    ["flash", { flash: true }, 0x10],
    ["вспышка", { flash: true }, 0x18],
  ])("%j with %o is sent under the right data_coding", async (text, more, coding) => {
    const { smsc, gateway } = await bench();
    expect(await sendOne(gateway, text, more)).toEqual({ kind: "accepted", providerIds: ["1"], segments: 1 });
    expect(smsc.submitted[0]!.pdu).toMatchObject({ data_coding: coding, esm_class: 0, registered_delivery: 1 });
    expect(shown(smsc.submitted[0]!).text).toBe(text);
  });

  it.each([
    ["ACME", { source_addr_ton: 5, source_addr_npi: 0, source_addr: "ACME" }],
    ["+447700900123", { source_addr_ton: 1, source_addr_npi: 1, source_addr: "447700900123" }],
    ["447700900123", { source_addr_ton: 1, source_addr_npi: 1, source_addr: "447700900123" }],
    ["+12345", { source_addr_ton: 1, source_addr_npi: 1, source_addr: "12345" }],
    ["13013", { source_addr_ton: 3, source_addr_npi: 0, source_addr: "13013" }],
    [undefined, { source_addr_ton: 0, source_addr_npi: 0, source_addr: "" }],
  ])("sender %s gets the type of number of its kind", async (from, fields) => {
    const { smsc, gateway } = await bench();
    await sendOne(gateway, "hi", from === undefined ? {} : { from });
    expect(smsc.submitted[0]!.pdu).toMatchObject({ ...fields, dest_addr_ton: 1, dest_addr_npi: 1 });
    expect(smsc.submitted[0]!.pdu.destination_addr).toMatch(/^447700\d{6}$/);
  });

  it("uses the sender and the types of number of the settings if they are set", async () => {
    const { smsc, gateway } = await bench({}, { from: "13013", sourceTon: 6, sourceNpi: 9, destTon: 0, destNpi: 8 });
    await sendOne(gateway, "hi");
    expect(smsc.submitted[0]!.pdu).toMatchObject({
      source_addr: "13013",
      source_addr_ton: 6,
      source_addr_npi: 9,
      dest_addr_ton: 0,
      dest_addr_npi: 8,
    });
  });
});

describe("long messages", () => {
  const long = `${"a".repeat(152)}€${"b".repeat(100)}`;

  it("are sent in segments with user data headers, requesting a receipt for the last one, whose id is reported", async () => {
    const { smsc, gateway } = await bench();
    expect(await sendOne(gateway, long)).toEqual({ kind: "accepted", providerIds: ["2"], segments: 2 });
    const parts = smsc.submitted.map(shown);
    expect(parts.map(({ text }) => text)).toEqual(["a".repeat(152), `€${"b".repeat(100)}`]);
    const reference = parts[0]!.header!.slice(4, 6);
    expect(parts.map(({ header }) => header)).toEqual([`0003${reference}0201`, `0003${reference}0202`]);
    expect(smsc.submitted.map(({ pdu }) => pdu.registered_delivery)).toEqual([0, 1]);
    expect(smsc.submitted.map(({ pdu }) => pdu.esm_class)).toEqual([0x40, 0x40]);
  });

  it("never cut a surrogate pair", async () => {
    const { smsc, gateway } = await bench();
    const text = `${"ж".repeat(66)}😀${"ж".repeat(10)}`;
    await sendOne(gateway, text);
    expect(smsc.submitted.map((one) => shown(one).text)).toEqual(["ж".repeat(66), `😀${"ж".repeat(10)}`]);
  });

  it("use another reference for the next message", async () => {
    const { smsc, gateway } = await bench();
    await sendOne(gateway, long);
    await sendOne(gateway, long);
    const headers = smsc.submitted.map((one) => shown(one).header!.slice(0, 6));
    expect(new Set(headers).size).toBe(2);
  });

  it("request a failure receipt for every segment if the settings say so, and report all ids", async () => {
    const { smsc, gateway } = await bench({}, { partReceipts: "failures" });
    expect(await sendOne(gateway, long)).toMatchObject({ providerIds: ["1", "2"] });
    expect(smsc.submitted.map(({ pdu }) => pdu.registered_delivery)).toEqual([2, 1]);
  });

  it("are sent with sar_* parameters if the settings say so", async () => {
    const { smsc, gateway } = await bench({}, { long: "sar" });
    await sendOne(gateway, long);
    expect(smsc.submitted.map(({ pdu }) => [pdu.esm_class, pdu.sar_total_segments, pdu.sar_segment_seqnum])).toEqual([
      [0, 2, 1],
      [0, 2, 2],
    ]);
    expect(smsc.submitted.map((one) => shown(one).text).join("")).toBe(long);
  });

  it("are sent as one message_payload if the settings say so", async () => {
    const { smsc, gateway } = await bench({}, { long: "payload" });
    expect(await sendOne(gateway, long)).toEqual({ kind: "accepted", providerIds: ["1"], segments: 2 });
    expect(shown(smsc.submitted[0]!).text).toBe(long);
  });

  it("retry only the segment that was throttled, so that no segment is sent twice", async () => {
    let seen = 0;
    const { smsc, gateway } = await bench({ onSubmit: () => (++seen === 2 ? { status: 0x58 } : {}) }, { timeout: 20 });
    expect(await sendOne(gateway, long)).toMatchObject({ kind: "accepted", segments: 2 });
    expect(smsc.submitted.map((one) => shown(one).header!.slice(-2))).toEqual(["01", "02", "02"]);
  });

  it("are rejected when one segment is refused for good, and when one stays refused beyond the timeout", async () => {
    let seen = 0;
    const refused = await bench({ onSubmit: () => (++seen === 2 ? { status: 0x0b } : {}) });
    expect(await sendOne(refused.gateway, long)).toMatchObject({ kind: "rejected", code: "0x0000000b" });
    let calls = 0;
    const stuck = await bench({ onSubmit: () => (++calls > 1 ? { status: 0x08 } : {}) }, { timeout: 1 });
    expect(await sendOne(stuck.gateway, long)).toMatchObject({ kind: "rejected", code: "partial" });
  });

  it("are unknown when one segment never gets its response", async () => {
    let seen = 0;
    const { gateway } = await bench({ onSubmit: () => (++seen === 2 ? null : {}) }, { timeout: 1 });
    expect(await sendOne(gateway, long)).toMatchObject({ kind: "unknown" });
  });

  it.each([
    ["of the last segment", [false, true]],
    ["of the first segment", [true, false]],
    ["of both segments", [true, true]],
  ])("are no longer in doubt when the late response %s has come: it names the id of their receipt", async (_, late) => {
    let seen = 0;
    const { promise: inDoubt, resolve } = Promise.withResolvers<void>();
    const onSubmit = () => (late[seen++] ? { after: inDoubt } : {});
    const { gateway, heard } = await bench({ onSubmit }, { timeout: 1 });
    expect(await sendOne(gateway, long, { ref: "our-ref" })).toMatchObject({ kind: "unknown" });
    resolve();
    await heard.until(() => heard.receipts.length > 0);
    expect(heard.receipts).toEqual([{ ref: "our-ref", providerId: "2", state: "sent" }]);
  });

  it("have failed when a late response refuses a segment for good, and stay in doubt when it is to be repeated", async () => {
    const failed: unknown[] = [];
    for (const status of [0x0b, 0x58]) {
      let seen = 0;
      const { promise: inDoubt, resolve } = Promise.withResolvers<void>();
      const onSubmit = () => (++seen === 2 ? { after: inDoubt, status } : {});
      const { smsc, gateway, heard } = await bench({ onSubmit }, { timeout: 1 });
      expect(await sendOne(gateway, long, { ref: "our-ref" })).toMatchObject({ kind: "unknown" });
      resolve();
      if (status === 0x0b) await heard.until(() => heard.receipts.length > 0);
      // A short message after it: its response comes later than the late one.
      else expect(await sendOne(gateway, "hi")).toMatchObject({ kind: "accepted" });
      failed.push(heard.receipts, smsc.submitted.length);
    }
    expect(failed).toEqual([[{ ref: "our-ref", state: "failed", code: "0x0000000b" }], 2, [], 3]);
  });
});
