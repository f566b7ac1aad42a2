import { describe, expect, it } from "vitest";

import { bench, sendOne } from "../../support/providers/smpp-gateway.ts";

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
    ["DELIVERED", "delivered"],
    ["Delivered", "delivered"],
    ["ACCEPTED", "sent"],
    ["SCHEDULED", "sent"],
    ["UNDELIVERABLE", "undelivered"],
    ["REJECTED", "failed"],
    ["FAILED", "failed"],
  ])("%s means %s", async (stat, state) => {
    const { smsc, gateway, heard } = await bench();
    await sendOne(gateway, "hi");
    expect(await smsc.receipt("1", stat)).toMatchObject({ command: "deliver_sm_resp", command_status: 0 });
    expect(heard.receipts).toEqual([{ providerId: "1", state, code: "000", detail: `stat:${stat.toUpperCase()}` }]);
  });

  it.each([0, 1, 2, 3, 4, 0xf0, 0xf4])("are read under data_coding %i", async (data_coding) => {
    const { smsc, gateway, heard } = await bench({ idInResponse: () => "A_b@1" });
    expect(await sendOne(gateway, "hi")).toMatchObject({ providerIds: ["A_b@1"] });
    await smsc.receipt("A_b@1", "DELIVRD", { data_coding });
    expect(heard.receipts).toMatchObject([{ providerId: "A_b@1", state: "delivered" }]);
  });

  it.each([
    ["id:1,sub:001,dlvrd:001,submit date:2611201200,done date:2611201201,stat:UNDELIV,err:034,text:hi", "undelivered"],
    ["id:1;sub:001;dlvrd:001;stat:DELIVRD;err:034;text:hi", "delivered"],
    ["id:1 sub:001 dlvrd:001 stat:EXPIRED err:034 text:id:2 stat:DELIVRD err:1", "undelivered"],
  ])("are read whatever stands between their fields: %s", async (body, state) => {
    const { smsc, gateway, heard } = await bench();
    await sendOne(gateway, "hi");
    await smsc.deliver({ esm_class: 4, data_coding: 0, short_message: Buffer.from(body) });
    expect(heard.receipts).toMatchObject([{ providerId: "1", state, code: "034" }]);
  });

  it("are read in UCS-2", async () => {
    const { smsc, gateway, heard } = await bench();
    await sendOne(gateway, "hi");
    const short_message = Buffer.from("id:1 stat:DELIVRD err:000", "utf16le").swap16();
    await smsc.deliver({ esm_class: 4, data_coding: 8, short_message });
    expect(heard.receipts).toMatchObject([{ providerId: "1", state: "delivered" }]);
  });

  it("are read from parameters", async () => {
    const { smsc, gateway, heard } = await bench();
    await sendOne(gateway, "hi");
    await smsc.deliver({ esm_class: 4, receipted_message_id: "00AB-7", message_state: 2 });
    await smsc.deliver({ receipted_message_id: "00AB-8", message_state: 5, network_error_code: Buffer.of(3, 1, 2) });
    expect(heard.receipts).toEqual([
      { providerId: "ab-7", state: "delivered" },
      { providerId: "ab-8", state: "undelivered", code: "258" },
    ]);
  });

  it("are read from parameters whose id lacks its closing zero, which makes the library read too far", async () => {
    const { smsc, gateway, heard } = await bench();
    await sendOne(gateway, "hi");
    const head = "00000034" + "00000005" + "00000000" + "00000063" + "00" + "000000" + "000000" + "04" + "00".repeat(9);
    const parameters = `001e0005${Buffer.from("00AB7").toString("hex")}` + "0427000102";
    const pdu = Buffer.from(head + parameters, "hex");
    pdu.writeUInt32BE(pdu.length, 0);
    for (const link of smsc.links) link.socket.write(pdu);
    await heard.until(() => heard.receipts.length === 1);
    expect(heard.receipts).toEqual([{ providerId: "ab7", state: "delivered" }]);
  });

  it.each([
    ["same", (id: number) => `00AF${id}`, "af1", "00AF1"],
    ["hex-dec", (id: number) => (id + 0xabcdef).toString(16).toUpperCase(), "11259376", "0011259376"],
    ["dec-hex", (id: number) => String(id + 0xabcdef), "11259376", "00ABCDF0"],
    ["same", (id: number) => `0x1A2B${id}`, "x1a2b1", "0x1a2b1"],
    ["same", () => "A_b@1", "A_b@1", "A_b@1"],
  ])("find their text when ids are written %s", async (messageId, idInResponse, id, idInReceipt) => {
    const { smsc, gateway, heard } = await bench({ idInResponse }, { messageId });
    expect(await sendOne(gateway, "hi")).toMatchObject({ providerIds: [id] });
    await smsc.receipt(idInReceipt);
    expect(heard.receipts).toMatchObject([{ providerId: id }]);
  });

  it("find the one of two texts whose ids differ only in the case of a letter", async () => {
    const { smsc, gateway, heard } = await bench({ idInResponse: (id) => (id === 1 ? "x1Q" : "x1q") });
    const sent = [await sendOne(gateway, "hi"), await sendOne(gateway, "hi")];
    expect(sent).toMatchObject([{ providerIds: ["x1Q"] }, { providerIds: ["x1q"] }]);
    await smsc.receipt("x1q", "UNDELIV");
    await smsc.receipt("x1Q");
    expect(heard.receipts).toMatchObject([
      { providerId: "x1q", state: "undelivered" },
      { providerId: "x1Q", state: "delivered" },
    ]);
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

  it("are requested again when they cannot be stored", async () => {
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

  it("beyond a thousand that wait to be stored are requested again", async () => {
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

  it("that name nothing are acknowledged and logged", async () => {
    const { smsc, gateway, heard } = await bench();
    await sendOne(gateway, "hi");
    const answer = await smsc.deliver({ esm_class: 4, data_coding: 0, short_message: Buffer.from("nonsense") });
    expect(answer.command_status).toBe(0);
    expect(heard.receipts).toEqual([]);
    expect(heard.log).toContain("warn: an SMPP receipt names no message or no known state");
  });

  it("cannot be forged by a person who sends one as a message", async () => {
    const { smsc, gateway, heard } = await bench();
    await sendOne(gateway, "hi");
    const body = "id:1 sub:001 dlvrd:001 submit date:2611201200 done date:2611201201 stat:DELIVRD err:000 text:";
    await smsc.deliver({ source_addr: "447700900999", data_coding: 0, short_message: Buffer.from(body) });
    expect(heard.receipts).toEqual([]);
    expect(heard.inbound).toMatchObject([{ from: "447700900999", text: body }]);
  });
});

describe("inbound messages", () => {
  const person = { source_addr: "447700900999", source_addr_ton: 1, destination_addr: "13013" };

  it("arrive in GSM, UCS-2 and Latin-1", async () => {
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

  it("in segments are joined, whatever the order, and whatever character is at a cut", async () => {
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

  it("in sar_* segments are joined, and a repeated segment counts once", async () => {
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

  it("whose last segment could not be stored are complete when it is repeated", async () => {
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

  it("that stay incomplete are reported as parts when the gateway closes", async () => {
    const { smsc, gateway, heard } = await bench();
    await sendOne(gateway, "hi");
    const short_message = Buffer.concat([Buffer.from("050003010302", "hex"), Buffer.from("middle")]);
    await smsc.deliver({ ...person, esm_class: 0x40, data_coding: 0, short_message });
    await gateway.close!();
    expect(heard.inbound).toMatchObject([{ text: "middle", part: { reference: "u1", total: 3, number: 2 } }]);
  });

  it("contain nothing that a database refuses", async () => {
    const { smsc, gateway, heard } = await bench();
    await sendOne(gateway, "hi");
    await smsc.deliver({ ...person, data_coding: 8, short_message: Buffer.from("00610000d83d", "hex") });
    expect(heard.inbound.map(({ text }) => text)).toEqual(["a\ufffd"]);
  });

  it("with a header that contradicts itself are treated as single messages", async () => {
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
