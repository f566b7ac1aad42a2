import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, describe, expect, it } from "vitest";

import { openSmpp, sendOne } from "../support/smpp-gateway.ts";
import { shown, type SmscOptions, startSmsc } from "../support/smsc.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function bench(options: SmscOptions = {}, settings: Record<string, unknown> = {}, store?: () => Promise<void>) {
  const smsc = await startSmsc(options);
  ends.push(() => smsc.close());
  const opened = openSmpp(smsc.port, { timeout: 2, ...settings }, store);
  ends.push(() => opened.gateway.close!());
  return { smsc, ...opened };
}

describe("what is submitted", () => {
  it("binds as the operator said", async () => {
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
  ])("%j with %o travels under the right data_coding", async (text, more, coding) => {
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

  it("takes the sender and the types of number of the settings where they say so", async () => {
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

  it.each([
    ["relative", 259_200, "000003000000000R"],
    ["relative", 90_061, "000001010101000R"],
    ["relative", 86_400 * 400, "000029235959000R"],
    ["relative", 0, "000000000001000R"],
    ["none", 600, ""],
  ])("a %s validity of %i seconds is written %s", async (validity, validFor, written) => {
    const { smsc, gateway } = await bench({}, { validity });
    await sendOne(gateway, "hi", { validFor });
    // The library turns the field into a Date, so the bytes are looked for in the PDU as we would write it.
    const { submitFields } = await import("#gateways/smpp/submit");
    const { smppSettings } = await import("#gateways/smpp/settings");
    const settings = smppSettings.parse({ systemId: "a", host: "b", validity });
    const text = {
      ref: "r",
      to: "+447700900000" as never,
      text: "hi",
      encoding: "gsm7",
      segments: 1,
      flash: false,
      media: [],
      validFor,
    } as const;
    expect(submitFields(text, settings, 0, 0)[0]!["validity_period"] ?? "").toBe(written);
    expect(smsc.submitted).toHaveLength(1);
  });
});

describe("long texts", () => {
  const long = `${"a".repeat(152)}€${"b".repeat(100)}`;

  it("go out in parts with user data headers, the receipt asked of the last one, whose id is reported", async () => {
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

  it("use another reference for the next text", async () => {
    const { smsc, gateway } = await bench();
    await sendOne(gateway, long);
    await sendOne(gateway, long);
    const headers = smsc.submitted.map((one) => shown(one).header!.slice(0, 6));
    expect(new Set(headers).size).toBe(2);
  });

  it("ask every part for a receipt of its failure where the settings say so, and report all ids", async () => {
    const { smsc, gateway } = await bench({}, { partReceipts: "failures" });
    expect(await sendOne(gateway, long)).toMatchObject({ providerIds: ["1", "2"] });
    expect(smsc.submitted.map(({ pdu }) => pdu.registered_delivery)).toEqual([2, 1]);
  });

  it("go out with sar_* parameters where the settings say so", async () => {
    const { smsc, gateway } = await bench({}, { long: "sar" });
    await sendOne(gateway, long);
    expect(smsc.submitted.map(({ pdu }) => [pdu.esm_class, pdu.sar_total_segments, pdu.sar_segment_seqnum])).toEqual([
      [0, 2, 1],
      [0, 2, 2],
    ]);
    expect(smsc.submitted.map((one) => shown(one).text).join("")).toBe(long);
  });

  it("go out as one message_payload where the settings say so", async () => {
    const { smsc, gateway } = await bench({}, { long: "payload" });
    expect(await sendOne(gateway, long)).toEqual({ kind: "accepted", providerIds: ["1"], segments: 2 });
    expect(shown(smsc.submitted[0]!).text).toBe(long);
  });

  it("retry only the part that was throttled, so that nobody gets a part twice", async () => {
    let seen = 0;
    const { smsc, gateway } = await bench({ onSubmit: () => (++seen === 2 ? { status: 0x58 } : {}) }, { timeout: 5 });
    expect(await sendOne(gateway, long)).toMatchObject({ kind: "accepted", segments: 2 });
    expect(smsc.submitted.map((one) => shown(one).header!.slice(-2))).toEqual(["01", "02", "02"]);
  });

  it("are rejected when one part is refused for good, and when a part stays refused beyond the time-out", async () => {
    let seen = 0;
    const refused = await bench({ onSubmit: () => (++seen === 2 ? { status: 0x0b } : {}) });
    expect(await sendOne(refused.gateway, long)).toMatchObject({ kind: "rejected", code: "0x0000000b" });
    let calls = 0;
    const stuck = await bench({ onSubmit: () => (++calls > 1 ? { status: 0x08 } : {}) }, { timeout: 0.3 });
    expect(await sendOne(stuck.gateway, long)).toMatchObject({ kind: "rejected", code: "partial" });
  });

  it("are unknown when one part never gets its answer", async () => {
    let seen = 0;
    const { gateway } = await bench({ onSubmit: () => (++seen === 2 ? null : {}) }, { timeout: 0.2 });
    expect(await sendOne(gateway, long)).toMatchObject({ kind: "unknown" });
  });
});

describe("receipts", () => {
  it.each([
    ["DELIVRD", "delivered"],
    ["ENROUTE", "sent"],
    ["ACCEPTD", "sent"],
    ["UNDELIV", "undelivered"],
    ["EXPIRED", "undelivered"],
    ["UNKNOWN", "undelivered"],
    ["REJECTD", "failed"],
    ["DELETED", "failed"],
  ])("%s means %s", async (stat, state) => {
    const { smsc, gateway, heard } = await bench();
    await sendOne(gateway, "hi");
    expect(await smsc.receipt("1", stat)).toMatchObject({ command: "deliver_sm_resp", command_status: 0 });
    expect(heard.receipts).toEqual([{ providerId: "1", state, code: "000", detail: `stat:${stat}` }]);
  });

  it("are read from parameters, also when the id lacks its closing zero", async () => {
    const { smsc, gateway, heard } = await bench();
    await sendOne(gateway, "hi");
    await smsc.deliver({ esm_class: 4, receipted_message_id: "00AB-7", message_state: 2 });
    await smsc.deliver({ receipted_message_id: "00AB-8", message_state: 5, network_error_code: Buffer.of(3, 1, 2) });
    expect(heard.receipts).toEqual([
      { providerId: "ab-7", state: "delivered" },
      { providerId: "ab-8", state: "undelivered", code: "258" },
    ]);
  });

  it.each([
    ["same", (id: number) => `00AF${id}`, "af1", "00AF1"],
    ["hex-dec", (id: number) => (id + 0xabcdef).toString(16).toUpperCase(), "11259376", "0011259376"],
    ["dec-hex", (id: number) => String(id + 0xabcdef), "11259376", "00ABCDF0"],
    ["same", () => "A_b@1", "a_b@1", "A_b@1"],
  ])("find their text when ids are written %s", async (messageId, idInResponse, id, idInReceipt) => {
    const { smsc, gateway, heard } = await bench({ idInResponse }, { messageId });
    expect(await sendOne(gateway, "hi")).toMatchObject({ providerIds: [id] });
    await smsc.receipt(idInReceipt);
    expect(heard.receipts).toMatchObject([{ providerId: id }]);
  });

  it("are acknowledged only after they are stored", async () => {
    const stored = Promise.withResolvers<void>();
    const { smsc, gateway } = await bench({}, {}, () => stored.promise);
    await sendOne(gateway, "hi");
    let acknowledged = false;
    const answer = smsc.receipt("1").then((pdu) => {
      acknowledged = true;
      return pdu;
    });
    // The link is alive and in order: an enquire_link after the receipt is answered before it.
    await smsc.deliver({}, undefined, "enquire_link");
    expect(acknowledged).toBe(false);
    stored.resolve();
    expect(await answer).toMatchObject({ command_status: 0 });
  });

  it("are asked for again when they cannot be stored", async () => {
    const { smsc, gateway } = await bench({}, {}, () => Promise.reject(new Error("database is away")));
    await sendOne(gateway, "hi");
    expect(await smsc.receipt("1")).toMatchObject({ command: "deliver_sm_resp", command_status: 0x64 });
  });

  it("are acknowledged by data_sm too, with the text in message_payload", async () => {
    const { smsc, gateway, heard } = await bench();
    await sendOne(gateway, "hi");
    const message_payload = Buffer.from("id:1 sub:001 dlvrd:001 stat:DELIVRD err:000");
    const answer = await smsc.deliver({ esm_class: 4, data_coding: 0, message_payload }, undefined, "data_sm");
    expect(answer).toMatchObject({ command: "data_sm_resp", command_status: 0 });
    expect(heard.receipts).toMatchObject([{ providerId: "1", state: "delivered" }]);
  });

  it("beyond a thousand that wait to be stored are asked for again", async () => {
    const stored = Promise.withResolvers<void>();
    const { smsc, gateway } = await bench({}, {}, () => stored.promise);
    await sendOne(gateway, "hi");
    const answers = Array.from({ length: 1_001 }, (_, i) => smsc.receipt(String(i)));
    expect(await answers[1_000]!).toMatchObject({ command_status: 0x64 });
    stored.resolve();
    const rest = await Promise.all(answers.slice(0, 1_000));
    expect(new Set(rest.map(({ command_status }) => command_status))).toEqual(new Set([0]));
  });

  it("that are stored after their link was cut do no harm to the next one", async () => {
    const stored = Promise.withResolvers<void>();
    const { smsc, gateway, heard } = await bench({}, {}, () => stored.promise);
    await sendOne(gateway, "hi");
    const answer = smsc.receipt("1").catch((error: Error) => error.message);
    await smsc.deliver({}, undefined, "enquire_link");
    smsc.cut();
    expect(await answer).toBe("the link closed before the answer");
    stored.resolve();
    await heard.until(() => heard.receipts.length === 1);
    await smsc.until(() => smsc.binds.length === 2);
    expect(await sendOne(gateway, "hi again")).toMatchObject({ kind: "accepted" });
  });

  it("that name nothing are acknowledged and noted", async () => {
    const { smsc, gateway, heard } = await bench();
    await sendOne(gateway, "hi");
    const answer = await smsc.deliver({ esm_class: 4, data_coding: 0, short_message: Buffer.from("nonsense") });
    expect(answer.command_status).toBe(0);
    expect(heard.receipts).toEqual([]);
    expect(heard.log).toContain("warn: an SMPP receipt names no message or no known state");
  });

  it("cannot be forged by a person who texts one", async () => {
    const { smsc, gateway, heard } = await bench();
    await sendOne(gateway, "hi");
    const body = "id:1 sub:001 dlvrd:001 submit date:2611201200 done date:2611201201 stat:DELIVRD err:000 text:";
    await smsc.deliver({ source_addr: "447700900999", data_coding: 0, short_message: Buffer.from(body) });
    expect(heard.receipts).toEqual([]);
    expect(heard.inbound).toMatchObject([{ from: "447700900999", text: body }]);
  });
});

describe("inbound texts", () => {
  const person = { source_addr: "447700900999", source_addr_ton: 1, destination_addr: "13013" };

  it("come in GSM, UCS-2 and Latin-1", async () => {
    const { smsc, gateway, heard } = await bench();
    await sendOne(gateway, "hi");
    await smsc.deliver({
      ...person,
      data_coding: 0,
      short_message: Buffer.from("1b28 1b65 1b29 00".replaceAll(" ", ""), "hex"),
    });
    await smsc.deliver({ ...person, data_coding: 8, short_message: Buffer.from("0436d83dde00", "hex") });
    await smsc.deliver({ ...person, data_coding: 3, short_message: Buffer.from("é", "latin1") });
    expect(heard.inbound).toEqual(
      ["{€}@", "ж😀", "é"].map((text) => ({ from: "+447700900999", to: "13013", text, media: [] })),
    );
  });

  it("in parts are put together, whatever the order, and whatever stands at a cut", async () => {
    const { smsc, gateway, heard } = await bench();
    await sendOne(gateway, "hi");
    const part = (header: string, body: string, data_coding: number) =>
      smsc.deliver({ ...person, esm_class: 0x40, data_coding, short_message: Buffer.from(header + body, "hex") });
    await part("050003070302", "65", 0);
    await part("050003070303", "62", 0);
    await part("050003070301", "611b", 0);
    await part("06080412340202", "de00", 8);
    await part("06080412340201", "0436d83d", 8);
    expect(heard.inbound.map(({ text }) => text)).toEqual(["a€b", "ж😀"]);
  });

  it("in sar_* parts are put together, and a part that comes twice counts once", async () => {
    const { smsc, gateway, heard } = await bench();
    await sendOne(gateway, "hi");
    const part = (sar_segment_seqnum: number, text: string) =>
      smsc.deliver({
        ...person,
        data_coding: 0,
        short_message: Buffer.from(text),
        sar_msg_ref_num: 9,
        sar_total_segments: 2,
        sar_segment_seqnum,
      });
    await part(1, "left ");
    await part(1, "left ");
    await part(2, "right");
    expect(heard.inbound.map(({ text }) => text)).toEqual(["left right"]);
  });

  it("whose last part could not be stored are whole when that part comes again", async () => {
    let away = true;
    const { smsc, gateway, heard } = await bench({}, {}, () =>
      away ? Promise.reject(new Error("away")) : Promise.resolve(),
    );
    await sendOne(gateway, "hi");
    const part = (header: string, text: string) =>
      smsc.deliver({
        ...person,
        esm_class: 0x40,
        data_coding: 0,
        short_message: Buffer.concat([Buffer.from(header, "hex"), Buffer.from(text)]),
      });
    expect((await part("050003010201", "one ")).command_status).toBe(0);
    expect((await part("050003010202", "two")).command_status).toBe(0x64);
    away = false;
    expect((await part("050003010202", "two")).command_status).toBe(0);
    expect(heard.inbound.map(({ text }) => text)).toEqual(["one two"]);
  });

  it("that stay unfinished are handed over with a mark when the gateway closes", async () => {
    const { smsc, gateway, heard } = await bench();
    await sendOne(gateway, "hi");
    const short_message = Buffer.concat([Buffer.from("050003010302", "hex"), Buffer.from("middle")]);
    await smsc.deliver({ ...person, esm_class: 0x40, data_coding: 0, short_message });
    await gateway.close!();
    expect(heard.inbound.map(({ text }) => text)).toEqual(["…middle…"]);
  });

  it("carry nothing that a database refuses", async () => {
    const { smsc, gateway, heard } = await bench();
    await sendOne(gateway, "hi");
    await smsc.deliver({ ...person, data_coding: 8, short_message: Buffer.from("00610000d83d", "hex") });
    expect(heard.inbound.map(({ text }) => text)).toEqual(["a\ufffd"]);
  });

  it("with a header that contradicts itself stand alone", async () => {
    const { smsc, gateway, heard } = await bench();
    await sendOne(gateway, "hi");
    for (const header of ["050003010205", "050003010000", "0500"]) {
      const short_message = Buffer.concat([Buffer.from(header, "hex"), Buffer.from("x")]);
      expect((await smsc.deliver({ ...person, esm_class: 0x40, data_coding: 0, short_message })).command_status).toBe(
        0,
      );
    }
    expect(heard.inbound).toHaveLength(3);
  });
});

describe("TLS", () => {
  const folder = mkdtempSync(join(tmpdir(), "smpp-tls-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const made = makeCertificate(key, cert);
  const pems = made ? { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") } : { key: "", cert: "" };
  rmSync(folder, { recursive: true });
  if (!made) process.stdout.write("skipped: SMPP over TLS (no openssl to make a certificate)\n");

  it.skipIf(!made)("carries texts when the certificate is trusted", async () => {
    const { smsc, gateway } = await bench(pems, { tls: true, tlsCa: pems.cert, tlsName: "smsc.test" });
    expect(await sendOne(gateway, "secret")).toMatchObject({ kind: "accepted" });
    expect(smsc.submitted).toHaveLength(1);
  });

  it.skipIf(!made)("sends no password to a certificate nobody vouches for, or for another name", async () => {
    const untrusted = await bench(pems, { tls: true, tlsName: "smsc.test" });
    expect(await sendOne(untrusted.gateway, "secret")).toMatchObject({ kind: "later" });
    const misnamed = await bench(pems, { tls: true, tlsCa: pems.cert, tlsName: "other.test" });
    expect(await sendOne(misnamed.gateway, "secret")).toMatchObject({ kind: "later" });
    expect([...untrusted.smsc.binds, ...misnamed.smsc.binds]).toEqual([]);
  });
});

function makeCertificate(key: string, cert: string): boolean {
  const subject = ["-subj", "/CN=smsc.test", "-addext", "subjectAltName=DNS:smsc.test"];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"];
  try {
    execFileSync("openssl", ["req", "-x509", ...curve, ...subject, "-keyout", key, "-out", cert], { stdio: "ignore" });
    return true;
  } catch (error) {
    if (process.env["CI_FULL"] === "1") throw error;
    return false;
  }
}
