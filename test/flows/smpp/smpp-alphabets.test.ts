import { describe, expect, it } from "vitest";

import { readKeyword } from "#domain/inbox/keyword";

import { bench, sendOne } from "../../support/providers/smpp-gateway.ts";
import { shown } from "../../support/providers/smsc.ts";

const person = { source_addr: "447700900999", source_addr_ton: 1, destination_addr: "13013" };
const ascii = (text: string): string => Buffer.from(text, "latin1").toString("hex");
const ucs2 = (text: string): string => Buffer.from(text, "utf16le").swap16().toString("hex");

/** What our gateway reports when the SMSC delivers these octets. */
async function heardAs(data_coding: number, hex: string, settings: Record<string, unknown> = {}, more = {}) {
  const { smsc, gateway, heard } = await bench({}, settings);
  await sendOne(gateway, "hi");
  const answer = await smsc.deliver({ ...person, data_coding, short_message: Buffer.from(hex, "hex"), ...more });
  expect(answer.command_status).toBe(0);
  expect(heard.inbound).toHaveLength(1);
  return heard.inbound[0]!.text;
}

describe("an inbound message", () => {
  it.each([
    [0x00, "40411b3c1b3e02", "¡A[]$"],
    [0x01, ascii("a@b_c[]{}$"), "a@b_c[]{}$"],
    // npm smpp itself writes GSM under 1: neither NUL nor an escape is in IA5.
    [0x01, "00611b65", "@a€"],
    [0x02, Buffer.from("grüße").toString("hex"), "grüße"],
    [0x03, "4ae9", "Jé"],
    [0x03, "80", "€"],
    [0x04, ascii("a@b_c"), "a@b_c"],
    [0x05, "93fa967b8cea", "日本語"],
    [0x05, "1b2442467c4b5c386c1b2842", "日本語"],
    [0x05, "2533256c254f", "コレハ"],
    [0x0a, "1b2442467c4b5c386c1b284221", "日本語!"],
    [0x06, "bfe0d8d2d5e2", "Привет"],
    [0x07, "f9ece5ed", "שלום"],
    [0x08, ucs2("ж😀"), "ж😀"],
    [0x08, `fffe${Buffer.from("abc", "utf16le").toString("hex")}`, "abc"],
    [0x09, "82b182f1", "こん"],
    [0x0d, "3060", "伳"],
    [0x0e, "b0a1b3aa", "가나"],
    // The groups of GSM 03.38: class, automatic deletion, message waiting, data coding and class.
    [0x10, "00", "@"],
    [0x11, "40", "¡"],
    [0x14, ascii("plain"), "plain"],
    [0x18, ucs2("é"), "é"],
    [0x19, ucs2("вспышка"), "вспышка"],
    [0x48, ucs2("я"), "я"],
    [0xc8, "40", "¡"],
    [0xd8, "00", "@"],
    [0xe0, ucs2("голос"), "голос"],
    [0xf0, "1b65", "€"],
    [0xf1, "02", "$"],
    [0xf5, ascii("a@b"), "a@b"],
  ])("in data_coding %i is read as its alphabet: %s → %s", async (coding, hex, text) => {
    expect(await heardAs(coding, hex)).toBe(text);
  });

  it.each([
    ["octets that are no text", 0x04, "0605040b8423f0dead"],
    ["a reserved coding", 0x0c, "a1b2c3"],
    ["a compressed text", 0x20, "a1b2c3"],
    ["a coding group of the future", 0x95, "00ff1b"],
    ["Japanese that is none", 0x05, "ff"],
    ["a Korean half", 0x0e, "b0"],
  ])("that cannot be read is kept octet by octet: %s", async (_, coding, hex) => {
    const name = `0x${coding.toString(16).padStart(2, "0")}`;
    expect(await heardAs(coding, hex)).toBe(`[not readable: data_coding ${name}, octets ${hex}]`);
  });

  it("under data_coding 0 with octets that are not septets is read as what it can be, not cut to seven bits", async () => {
    expect(await heardAs(0, Buffer.from("caf\u00e9", "latin1").toString("hex"))).toBe("café");
    expect(await heardAs(0, Buffer.from("café ж").toString("hex"))).toBe("café ж");
  });

  it.each([
    ["gsm7", "¡¿§"],
    ["latin1", "@`_"],
    ["ascii", "@`_"],
  ])("under data_coding 0 is read in the alphabet of the settings: %s", async (alphabet, text) => {
    expect(await heardAs(0, "40605f", { alphabet })).toBe(text);
  });

  it.each([
    ["Turkish single shift", "03240101", "1b671b69", "ğı"],
    ["Turkish locking shift", "03250101", "401c60", "İŞç"],
    ["Spanish single shift", "03240102", "1b61", "á"],
    ["Portuguese both", "06240103250103", "5b1b0f", "Ãá"],
    ["Hindi, whose table is not here", "03250106", "4a", "[not readable: data_coding 0x00, octets 4a]"],
  ])("in a national table is read by it: %s", async (_, header, body, text) => {
    expect(await heardAs(0, header + body, {}, { esm_class: 0x40 })).toBe(text);
  });

  it("whose header is longer than the whole is kept octet by octet", async () => {
    expect(await heardAs(0, "050078", {}, { esm_class: 0x40 })).toBe("[not readable: data_coding 0x00, octets 050078]");
  });

  // Every coding there is: the result must be the word, or the octets, but never something else.
  it("STOP is understood in every data_coding that can write it", async () => {
    const { smsc, gateway, heard } = await bench();
    await sendOne(gateway, "hi");
    for (let coding = 0; coding < 256; coding += 1) {
      const isWide =
        coding === 0x08 || coding >> 4 === 0xe || (coding >= 0x10 && coding < 0x80 && (coding & 0x2c) === 0x08);
      const short_message = Buffer.from(isWide ? ucs2("STOP") : ascii("STOP"), "hex");
      await smsc.deliver({ ...person, data_coding: coding, short_message });
    }
    const missed = heard.inbound.flatMap(({ text }, coding) =>
      readKeyword(text)?.keyword === "stop" ? [] : [[coding, text]],
    );
    // A compressed text is none of these octets (GSM 03.38 §4): its content cannot be read.
    expect(missed.filter(([coding]) => ((coding as number) & 0xa0) !== 0x20)).toEqual([]);
    expect(heard.inbound).toHaveLength(256);
  });
});

describe("the number of an inbound message", () => {
  it.each([
    [1, "447700900999", "+447700900999"],
    [1, "00447700900999", "+447700900999"],
    [1, "+447700900999", "+447700900999"],
    [2, "07700900999", "07700900999"],
    [5, "ACME", "ACME"],
  ])("with type %i written %s is %s", async (source_addr_ton, source_addr, from) => {
    const { smsc, gateway, heard } = await bench();
    await sendOne(gateway, "hi");
    await smsc.deliver({ ...person, source_addr_ton, source_addr, data_coding: 0, short_message: Buffer.from("x") });
    expect(heard.inbound[0]!.from).toBe(from);
  });
});

describe("an outbound message", () => {
  it.each([
    [{ alphabet: "latin1" }, "é@[5]", 0, "e9405b355d"],
    [{ alphabet: "ascii" }, "a@[5]", 0, "61405b355d"],
    [{ coding: "latin1" }, "é@[5]", 3, "e9405b355d"],
    [{ coding: "ia5" }, "a@[5]", 1, "61405b355d"],
  ])("with %o is written %s in data_coding %i", async (settings, text, coding, hex) => {
    const { smsc, gateway } = await bench({}, settings);
    expect(await sendOne(gateway, text)).toMatchObject({ kind: "accepted", segments: 1 });
    const { pdu } = smsc.submitted[0]!;
    expect(pdu.data_coding).toBe(coding);
    // The library of the test SMSC reads 1 and 0 as GSM and 3 as Latin-1.
    const wire = coding === 3 ? Buffer.from(shown(smsc.submitted[0]!).text, "latin1").toString("hex") : null;
    expect(wire ?? hex).toBe(hex);
  });

  it.each([
    [{ alphabet: "latin1" }, "5 €"],
    [{ alphabet: "ascii" }, "é"],
    [{ coding: "latin1" }, "ΔΦ"],
    [{ coding: "latin1" }, "ж"],
  ])("with %o that lacks a character is sent in UCS-2: %s", async (settings, text) => {
    const { smsc, gateway } = await bench({}, settings);
    expect(await sendOne(gateway, text)).toMatchObject({ kind: "accepted", segments: 1 });
    expect(smsc.submitted[0]!.pdu.data_coding).toBe(8);
    expect(shown(smsc.submitted[0]!).text).toBe(text);
  });

  it("that is flash stays in the GSM alphabet, which its data_coding names", async () => {
    const { smsc, gateway } = await bench({}, { coding: "latin1" });
    await sendOne(gateway, "é@[5]", { flash: true });
    expect(smsc.submitted[0]!.pdu.data_coding).toBe(0x10);
    expect(shown(smsc.submitted[0]!).text).toBe("é@[5]");
  });

  it("that is long is cut where its septets end, whichever field carries it", async () => {
    const { smsc, gateway } = await bench({}, { coding: "latin1" });
    const text = `${"x".repeat(152)}[${"y".repeat(20)}`;
    expect(await sendOne(gateway, text)).toMatchObject({ segments: 2 });
    expect(smsc.submitted.map(({ pdu }) => pdu.data_coding)).toEqual([3, 3]);
    expect(smsc.submitted.map((one) => shown(one).text)).toEqual(["x".repeat(152), `[${"y".repeat(20)}`]);
  });
});
