import type { Pdu } from "smpp";
import { expect, it } from "vitest";

import { MAX_UNFINISHED } from "./inbound.ts";
import { openReceiver } from "./receiver.ts";

const firstPart = (from: string): Pdu =>
  ({
    source_addr: from,
    destination_addr: "13013",
    esm_class: 0x40,
    data_coding: 0,
    short_message: Buffer.concat([Buffer.of(5, 0, 3, 1, 2, 1), Buffer.from("half")]),
  }) as unknown as Pdu;

it("reports the oldest incomplete message when there is no space, and again at the end if it was not stored", async () => {
  let away = true;
  const reported: string[] = [];
  const receiver = openReceiver(
    { messageId: "same", alphabet: "gsm7" },
    { clock: { now: () => 0 }, log: () => {} },
    async (item) => {
      if ("inbound" in item) reported.push(`${item.inbound.from} ${away ? "refused" : "stored"}`);
      if (away) throw new Error("database is away");
    },
  );
  for (let i = 0; i <= MAX_UNFINISHED; i += 1) await receiver.receive(firstPart(String(i)));
  expect(reported).toEqual(["0 refused"]);
  away = false;
  await receiver.close();
  expect(reported.slice(1, 3)).toEqual(["0 stored", "1 stored"]);
  expect(reported).toHaveLength(MAX_UNFINISHED + 2);
});

it("acknowledges no part that pushes another message out before that one is stored", async () => {
  const stored = Promise.withResolvers<void>();
  const { receive, close } = openReceiver(
    { messageId: "same", alphabet: "gsm7" },
    { clock: { now: () => 0 }, log: () => {} },
    () => stored.promise,
  );
  for (let i = 0; i < MAX_UNFINISHED; i += 1) await receive(firstPart(String(i)));
  let isAcknowledged = false;
  const pushing = receive(firstPart("one more")).then(() => (isAcknowledged = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isAcknowledged).toBe(false);
  stored.resolve();
  await pushing;
  await close();
});

it("requests parts again when as many messages as it keeps could not be stored", async () => {
  let away = true;
  const senders = new Set<string>();
  const { receive, close } = openReceiver(
    { messageId: "same", alphabet: "gsm7" },
    { clock: { now: () => 0 }, log: () => {} },
    async (item) => {
      if (away) throw new Error("database is away");
      if ("inbound" in item) senders.add(item.inbound.from);
    },
  );
  for (let i = 0; i < 2 * MAX_UNFINISHED; i += 1) await receive(firstPart(String(i)));
  await expect(receive(firstPart("refused"))).rejects.toThrow("not stored yet");
  away = false;
  await close();
  expect(senders.size).toBe(2 * MAX_UNFINISHED);
});
