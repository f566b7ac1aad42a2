import { describe, expect, it } from "vitest";

import { bench, sendOne } from "../../support/providers/smpp-gateway.ts";

const word = (value: number): string => (value >>> 0).toString(16).padStart(8, "0");
const text = (value: string): string => Buffer.from(value).toString("hex");

/** A PDU from its fields and the octets of its body, in hex; its length may be wrong. */
function octets(command: number, sequence: number, body = "", length = 16 + body.length / 2): Buffer {
  return Buffer.from(word(length) + word(command) + word(0) + word(sequence) + body, "hex");
}

const SUBMIT_RESPONSE = 0x8000_0004;

describe("what answers a submit", () => {
  it.each([
    ["deliver_sm_resp", 0x8000_0005],
    ["enquire_link_resp", 0x8000_0015],
    ["submit_multi_resp", 0x8000_0021],
    ["an unknown response", 0x8000_0999],
  ])("with its number and another command is no answer: %s", async (_, command) => {
    const { smsc, gateway } = await bench(
      {
        onSubmit({ pdu }, link) {
          link.socket.write(octets(command, pdu.sequence_number, "00"));
          return null;
        },
      },
      { timeout: 0.5 },
    );
    expect(await sendOne(gateway, "text")).toEqual({ kind: "unknown", reason: "no response in time" });
    expect(smsc.binds).toHaveLength(1);
  });

  it("after a response of another command with its number still counts, and only once", async () => {
    const { gateway } = await bench({
      onSubmit({ pdu, id }, link) {
        link.socket.write(octets(0x8000_0015, pdu.sequence_number));
        for (const answer of [id, "again"]) {
          link.socket.write(octets(SUBMIT_RESPONSE, pdu.sequence_number, `${text(answer)}00`));
        }
        return null;
      },
    });
    expect(await sendOne(gateway, "one")).toMatchObject({ kind: "accepted", providerIds: ["1"] });
    expect(await sendOne(gateway, "two")).toMatchObject({ kind: "accepted", providerIds: ["2"] });
  });

  it.each([3, 10, 16, 18, 20, 21, 22])(
    "is no answer if it is cut after %i of 23 octets: half an id is another message's",
    async (length) => {
      const { smsc, gateway } = await bench({
        onSubmit({ pdu, bind }, link) {
          if (bind > 1) return {};
          link.socket.end(octets(SUBMIT_RESPONSE, pdu.sequence_number, `${text("123456")}00`).subarray(0, length));
          return null;
        },
      });
      expect(await sendOne(gateway, "cut")).toMatchObject({ kind: "unknown" });
      await smsc.until(() => smsc.binds.length === 2);
      expect(smsc.submitted).toHaveLength(1);
    },
  );

  it.each([
    ["is too short", "04270000"],
    ["claims more than there is", "001effff41"],
  ])("counts although its last parameter %s", async (_, parameter) => {
    const { smsc, gateway } = await bench({
      onSubmit({ pdu }, link) {
        link.socket.write(octets(SUBMIT_RESPONSE, pdu.sequence_number, `${text("ab")}00${parameter}`));
        return null;
      },
    });
    expect(await sendOne(gateway, "text")).toMatchObject({ kind: "accepted", providerIds: ["ab"] });
    expect(smsc.binds).toHaveLength(1);
  });
});

it.each([0, 1, 4, 15, 0xffff_ffff])("a PDU with a length of %i ends the link at once", async (length) => {
  const { smsc, gateway } = await bench(
    {
      onSubmit({ pdu, bind }, link) {
        if (bind > 1) return {};
        link.socket.write(octets(SUBMIT_RESPONSE, pdu.sequence_number, `${text("1")}00`, length));
        return null;
      },
    },
    { timeout: 60 },
  );
  expect(await sendOne(gateway, "first")).toMatchObject({ kind: "unknown", reason: expect.stringContaining("PDU") });
  await smsc.until(() => smsc.binds.length === 2);
  expect(await sendOne(gateway, "second")).toMatchObject({ kind: "accepted" });
});

it("a message from a person is kept and acknowledged although its last parameter cannot be read", async () => {
  const { smsc, gateway, heard } = await bench();
  await sendOne(gateway, "bound");
  const [link] = smsc.links;
  const head = `000101${text("447700900999")}000000${text("13013")}00000000000000000000`;
  const acknowledged = Promise.withResolvers<unknown>();
  link!.on("pdu", (pdu) => pdu.sequence_number === 77 && acknowledged.resolve(pdu));
  link!.socket.write(octets(5, 77, `${head}04${text("STOP")}0204000131`));
  expect(await acknowledged.promise).toMatchObject({ command: "deliver_sm_resp", command_status: 0 });
  expect(heard.inbound).toMatchObject([{ from: "+447700900999", to: "13013", text: "STOP" }]);
  expect(smsc.binds).toHaveLength(1);
});
