import smpp from "smpp";
import { expect, it } from "vitest";

import type { OutgoingSms } from "#domain/gateways/gateway";

import { smsTo } from "../../../../test/conformance/gateways/kit/base.ts";

import { smppSettings } from "./settings.ts";
import { submitSm } from "./submit-sm.ts";
import { submitFields } from "./submit.ts";

const LONG = "a text of several segments, ".repeat(20);
const TEXTS = ["hi", "", "@£$ {€}", "x".repeat(160), LONG] as const;
const WIDE_TEXTS = ["Größe ł", "سلام", "😀".repeat(35), "سلام ".repeat(60)] as const;
const SETTINGS = [
  {},
  { from: "ACME", serviceType: "CMT", receipts: "all", validity: "absolute" },
  { from: "+447700900001", long: "sar", alphabet: "latin1", coding: "latin1" },
  { from: "12345", long: "payload", receipts: "none", validity: "none", destTon: 2, destNpi: 8 },
] as const;

const sms = (more: Partial<OutgoingSms>): OutgoingSms => smsTo("+447700900000", { validFor: 259_200, ...more });

it.each(SETTINGS)("a message is written octet by octet as the library writes it, with %j", (given) => {
  const settings = smppSettings.parse({ systemId: "a", host: "b", ...given });
  const messages = [
    ...TEXTS.flatMap((text) => [sms({ text }), sms({ text, flash: true, from: "Ünique" })]),
    ...WIDE_TEXTS.map((text) => sms({ text, encoding: "ucs2" })),
  ];
  const parts = messages.flatMap((message) => submitFields(message, settings, 7, Date.UTC(2026, 11, 31)));
  for (const [index, fields] of parts.entries()) {
    const [ours, library] = [submitSm(fields), new smpp.PDU("submit_sm", fields)];
    ours.sequence_number = library.sequence_number = 0x7fff_ff00 + index;
    expect(ours.toBuffer().toString("hex")).toBe(library.toBuffer().toString("hex"));
    expect([ours.command, ours.isResponse()]).toEqual(["submit_sm", false]);
    const isLeftToLibrary = "message_payload" in fields || "sar_msg_ref_num" in fields;
    expect(ours instanceof smpp.PDU).toBe(isLeftToLibrary);
  }
});

it("what the library rejects is rejected", () => {
  const octets = (fields: Record<string, number | Buffer>) => submitSm({ data_coding: 0, ...fields }).toBuffer();
  expect(() => octets({ short_message: Buffer.alloc(256) })).toThrow(RangeError);
  expect(() => octets({ short_message: Buffer.alloc(1), source_addr_ton: 256 })).toThrow(RangeError);
});
