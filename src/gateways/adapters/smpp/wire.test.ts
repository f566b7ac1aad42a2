import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

import smpp from "smpp";
import { expect, it } from "vitest";

import { endpoint, smppSettings } from "./settings.ts";
import { openWire } from "./wire.ts";

it("says that the socket is full, and the socket says when it is not", async () => {
  const server = createServer((socket) => socket.resume()).listen(0, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const full = Promise.withResolvers<void>();
  const wire = openWire(smppSettings.parse({ systemId: "a", host }), full.resolve);
  await once(wire.library, wire.ready);
  const drained = once(wire.library.socket, "drain");
  for (let i = 0; i < 20; i += 1) {
    const message_payload = Buffer.alloc(16_000);
    wire.write(new smpp.PDU("data_sm", { data_coding: 4, message_payload }));
  }
  await full.promise;
  await drained;
  wire.library.destroy();
  server.close();
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
