import type { Pdu } from "smpp";
import { expect, it } from "vitest";

import { MOST_UNFINISHED } from "./inbound.ts";
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
  for (let i = 0; i <= MOST_UNFINISHED; i += 1) await receiver.receive(firstPart(String(i)));
  expect(reported).toEqual(["0 refused"]);
  away = false;
  await receiver.close();
  expect(reported.slice(1, 3)).toEqual(["0 stored", "1 stored"]);
  expect(reported).toHaveLength(MOST_UNFINISHED + 2);
});
