import { afterAll, beforeAll, expect, it } from "vitest";
import type pg from "pg";

import { createDatabase, dropDatabase, openPool } from "../../support/database/database.ts";
import { eventually } from "../../support/engine/engine.ts";
import { startSmsc, type Smsc } from "../../support/providers/smsc.ts";
import { startNodes, type NodeSet } from "../../support/service/node-set.ts";

let connection: { url: string };
let pool: pg.Pool;
let nodes: NodeSet;
let smsc: Smsc;

beforeAll(async () => {
  smsc = await startSmsc();
  connection = await createDatabase();
  pool = openPool(connection);
  nodes = await startNodes({
    databaseUrl: connection.url,
    gateway: `smpp://tidings:secret@127.0.0.1:${smsc.port}?name=main`,
    roles: ["all", "all"],
  });
  await smsc.until(() => smsc.links.size === 2);
});
afterAll(async () => {
  await nodes.stop();
  await pool.end();
  await dropDatabase(connection);
  await smsc.close();
});

let people = 0;
const person = (): string => `44770090${String((people += 1)).padStart(4, "0")}`;

/** A part of a message of two, by one of the links. */
async function deliver(from: string, number: 1 | 2, octets: Buffer, link: number): Promise<void> {
  const answer = await smsc.deliver(
    {
      source_addr: from,
      source_addr_ton: 1,
      destination_addr: "13013",
      esm_class: 0x40,
      data_coding: 0,
      short_message: Buffer.concat([Buffer.of(5, 0, 3, 7, 2, number), octets]),
    },
    [...smsc.links][link],
  );
  expect(answer.command_status).toBe(0);
}

const stored = async (from: string): Promise<string[]> =>
  (await pool.query("select body from inbox where sender = $1 order by id", [`+${from}`])).rows.map(({ body }) => body);
const isSuppressed = async (from: string): Promise<boolean> =>
  (await pool.query("select from suppressions where phone = $1", [`+${from}`])).rowCount === 1;

it("the parts of a message that an SMSC delivers to two nodes are one message, and a STOP in it counts", async () => {
  const [one, other] = [person(), person()];
  await deliver(one, 1, Buffer.from("A beginning, "), 0);
  await deliver(one, 2, Buffer.from("and an end"), 1);
  await deliver(other, 2, Buffer.from("P"), 0);
  await deliver(other, 1, Buffer.from("STO"), 1);
  await eventually(async () => (await stored(one)).length > 0 && (await stored(other)).length > 0);
  expect([await stored(one), await stored(other)]).toEqual([["A beginning, and an end"], ["STOP"]]);
  expect([await isSuppressed(one), await isSuppressed(other)]).toEqual([false, true]);
});

it("a message whose parts arrive before and after a restart of the node is whole", async () => {
  const from = person();
  await deliver(from, 1, Buffer.from("before, "), 0);
  await Promise.all(nodes.seats.map((seat) => seat.end("SIGTERM")));
  await smsc.until(() => smsc.links.size === 0);
  await Promise.all(nodes.seats.map((seat) => seat.start()));
  await smsc.until(() => smsc.links.size === 2);
  await deliver(from, 2, Buffer.from("after"), 0);
  await eventually(async () => (await stored(from)).length > 0);
  expect(await stored(from)).toEqual(["before, after"]);
});
