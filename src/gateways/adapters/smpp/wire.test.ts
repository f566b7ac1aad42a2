import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

import smpp from "smpp";
import { expect, it } from "vitest";

import type { SocketRules } from "#domain/gateways/gateway";

import { endpoint, smppSettings } from "./settings.ts";
import { openWire } from "./wire.ts";

/** A socket to an SMSC that reads only on command. */
async function wireTo(onFull: () => void) {
  const read = Promise.withResolvers<void>();
  const received: Buffer[] = [];
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    socket.on("error", () => undefined).on("data", (bytes: Buffer) => void received.push(bytes));
    socket.pause();
    void read.promise.then(() => socket.resume());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const wire = openWire(smppSettings.parse({ systemId: "a", host }), undefined, onFull);
  await once(wire.library, wire.ready);
  return {
    wire,
    read: read.resolve,
    received: () => Buffer.concat(received),
    end() {
      wire.library.destroy();
      server.close();
    },
  };
}

const pdu = (octets: number) => new smpp.PDU("data_sm", { data_coding: 4, message_payload: Buffer.alloc(octets) });
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

it("reports that the socket is full, and the socket reports when it is not", async () => {
  let isFull = false;
  const { wire, read, end } = await wireTo(() => (isFull = true));
  const drained = once(wire.library.socket, "drain");
  while (!isFull) {
    wire.write(pdu(16_000));
    await turn();
  }
  read();
  await drained;
  end();
});

it("checks what is written in one turn directly before the write, and writes nothing that may not leave", async () => {
  const { wire, read, received, end } = await wireTo(() => undefined);
  const held: string[] = [];
  const isAllowed = new Map([
    [1, true],
    [2, true],
    [3, true],
  ]);
  for (const number of isAllowed.keys()) {
    wire.write(pdu(number), { mayLeave: () => isAllowed.get(number)!, onHeld: (why) => held.push(`${number} ${why}`) });
  }
  // Set after the call and before the write, as by a STOP that another node received meanwhile.
  isAllowed.set(2, false);
  const plain = pdu(4);
  wire.write(plain);
  read();
  const expected = pdu(1).toBuffer().length + pdu(3).toBuffer().length + plain.toBuffer().length;
  while (received().length < expected) await turn();
  expect([held, received().length]).toEqual([["2 HELD_BACK"], expected]);
  expect(plain.sequence_number).toBe(4);
  end();
});

it("reports what waits when the socket ends as not written", async () => {
  const { wire, end } = await wireTo(() => undefined);
  const held: string[] = [];
  wire.write(pdu(1), { mayLeave: () => true, onHeld: (why) => held.push(why) });
  end();
  await turn();
  expect(held).toEqual(["link closed"]);
  expect(wire.write(pdu(1))).toBe(false);
});

it.each([
  ["smsc.example", false, { host: "smsc.example", port: 2775 }],
  ["smsc.example", true, { host: "smsc.example", port: 3550 }],
  ["10.0.0.1:4000", true, { host: "10.0.0.1", port: 4000 }],
  ["[::1]:2776", false, { host: "::1", port: 2776 }],
  ["[::1]", false, { host: "::1", port: 2775 }],
])("reads %s (TLS: %s)", (host, tls, expected) => {
  expect(endpoint({ host, tls })).toEqual(expected);
});

it("connects to no address that the rules for sockets refuse, whether literal or resolved", async () => {
  let connections = 0;
  const server = createServer(() => (connections += 1)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const refusing: SocketRules = {
    mayConnect: () => false,
    lookup: (_host, _options, callback) => callback(new Error("refused by the rules"), undefined as never),
  };
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
    const { library } = openWire(smppSettings.parse({ systemId: "a", host }), refusing, () => undefined);
    const [error] = (await once(library, "error")) as [Error];
    expect(error.message).toMatch(/private network|refused by the rules/);
  }
  expect(connections).toBe(0);
  server.close();
});
