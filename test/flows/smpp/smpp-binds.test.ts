import { expect, it } from "vitest";

import { bench, sendOne } from "../../support/providers/smpp-gateway.ts";

const person = { source_addr: "447700900999", source_addr_ton: 1, destination_addr: "13013" };

it("binds separately if the settings say so: messages by the transmitter, receipts and replies by the receiver", async () => {
  const { smsc, gateway, heard } = await bench({}, { bind: "separate" });
  await smsc.until(() => smsc.binds.length === 2);
  expect(smsc.binds.map(({ command }) => command).toSorted()).toEqual(["bind_receiver", "bind_transmitter"]);
  expect(await sendOne(gateway, "hi")).toMatchObject({ kind: "accepted" });
  const sentBy = smsc.binds[smsc.submitted[0]!.bind - 1]!;
  expect(sentBy.command).toBe("bind_transmitter");
  const receiver = [...smsc.links][smsc.binds.findIndex(({ command }) => command === "bind_receiver")]!;
  await smsc.deliver({ ...person, data_coding: 0, short_message: Buffer.from("STOP") }, receiver);
  expect(heard.inbound).toMatchObject([{ from: "+447700900999", text: "STOP" }]);
  await gateway.close!();
  expect(smsc.unbinds).toHaveLength(2);
});

it("binds only a transmitter if the settings say so", async () => {
  const { smsc, gateway } = await bench({}, { bind: "transmitter" });
  expect(await sendOne(gateway, "hi")).toMatchObject({ kind: "accepted" });
  expect(smsc.binds.map(({ command }) => command)).toEqual(["bind_transmitter"]);
});

it.each([0x03, 0x04])(
  "an SMSC that refuses bind_transceiver with %i stops the gateway with the remedy",
  async (status) => {
    const { smsc, gateway } = await bench({
      onBind: (pdu) => (pdu.command === "bind_transceiver" ? { status } : {}),
    });
    expect(await sendOne(gateway, "hi")).toMatchObject({
      kind: "stop",
      reason: "the SMSC does not accept bind_transceiver: set bind=separate",
    });
    expect(smsc.binds).toHaveLength(1);
    expect(smsc.submitted).toHaveLength(0);
  },
);

it("an SMSC that answers bind_transceiver with a generic_nack stops the gateway with the same message", async () => {
  const { gateway } = await bench({
    onBind(pdu, _bind, link) {
      const sequence = pdu.sequence_number.toString(16).padStart(8, "0");
      link.socket.write(Buffer.from(`000000108000000000000003${sequence}`, "hex"));
      return null;
    },
  });
  expect(await sendOne(gateway, "hi")).toMatchObject({
    kind: "stop",
    reason: expect.stringContaining("bind=separate"),
  });
});

it("a receiver that is refused stops sending as well: nobody could reply STOP", async () => {
  const { smsc, gateway, heard } = await bench(
    { onBind: (pdu) => (pdu.command === "bind_receiver" ? { status: 0x0e } : {}) },
    { bind: "separate" },
  );
  await heard.until(() => heard.log.includes("error: SMPP bind refused"));
  expect(await sendOne(gateway, "hi")).toMatchObject({ kind: "stop", reason: "invalid password" });
  expect(smsc.submitted).toHaveLength(0);
});

it("a receiver that is down for a while does not delay sending", async () => {
  const { smsc, gateway } = await bench(
    { onBind: (pdu) => (pdu.command === "bind_receiver" ? { status: 0x08 } : {}) },
    { bind: "separate" },
  );
  await smsc.until(() => smsc.binds.length === 2);
  expect(await sendOne(gateway, "hi")).toMatchObject({ kind: "accepted" });
});
