import { once } from "node:events";

import smpp, { type PduFields, type Session } from "smpp";
import { expect, it } from "vitest";

import { bench, sendOne } from "../../support/providers/smpp-gateway.ts";

/** Sends without end and reads nothing, until the link is gone. */
async function flood(link: Session, command: string, fields: PduFields): Promise<number> {
  link.socket.removeAllListeners("readable");
  link.socket.pause();
  const pdu = new smpp.PDU(command, fields);
  pdu.sequence_number = 5;
  const thousand = Buffer.concat(Array.from({ length: 1_000 }, () => pdu.toBuffer()));
  const gone = once(link, "close");
  let sent = 0;
  while (!link.socket.destroyed) {
    sent += 1_000;
    if (!link.socket.write(thousand)) await Promise.race([once(link.socket, "drain"), gone]);
  }
  return sent;
}

it.each([
  ["enquire_link", {}],
  ["deliver_sm", { source_addr: "447700900999", destination_addr: "13013", short_message: Buffer.from("hi") }],
])("an SMSC that sends %s without end and never reads loses the link", async (command, fields) => {
  const { smsc, gateway, heard } = await bench({}, { timeout: 300 });
  await sendOne(gateway, "bound");
  const [link] = smsc.links;
  const sent = await flood(link!, command, fields).catch((error: NodeJS.ErrnoException) => error.code);
  expect(sent).not.toBe(0);
  await heard.until(() => heard.log.includes("warn: SMPP link lost"));
  await smsc.until(() => smsc.binds.length === 2);
  expect(await sendOne(gateway, "bound again")).toMatchObject({ kind: "accepted" });
});

it("an SMSC that sends and never reads loses the link after the timeout, and what was not written is later", async () => {
  const { smsc, gateway } = await bench(
    { onSubmit: ({ bind }) => (bind > 1 ? {} : null) },
    { timeout: 1, window: 1_000, long: "payload", enquire: 0.2, misses: 1 },
  );
  await smsc.until(() => smsc.links.size === 1);
  const [link] = smsc.links;
  const alive = new smpp.PDU("alert_notification", { source_addr: "1", esme_addr: "2" }).toBuffer();
  const beat = setInterval(() => link!.socket.write(alive), 50);
  link!.on("close", () => clearInterval(beat));
  await smsc.until(() => smsc.binds.length === 1);
  link!.socket.removeAllListeners("readable");
  link!.socket.pause();
  const sending = Array.from({ length: 1_500 }, () => sendOne(gateway, "x".repeat(15_000)));
  const outcomes = Map.groupBy(await Promise.all(sending), ({ kind }) => kind);
  expect(outcomes.get("accepted")).toBeUndefined();
  expect(outcomes.get("unknown")!.length + outcomes.get("later")!.length).toBe(1_500);
  await smsc.until(() => smsc.binds.length === 2);
});
