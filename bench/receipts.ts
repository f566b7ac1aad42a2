import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { numbers } from "../test/support/engine/engine.ts";
import { compare } from "./lib/report.ts";
import { openHarness, settled, taken, until, type Harness } from "./lib/harness.ts";
import type { Sample, Scenario, Settings, Subject } from "./lib/scenario.ts";
import { wrk } from "./lib/wrk.ts";

const WORDS =
  "&receipt_state=state&receipt_sent=ACCEPTD&receipt_delivered=DELIVRD&receipt_undelivered=UNDELIV&receipt_failed=REJECTD";
const THREADS = 2;
/** Receipts of other messages before those that are measured: see dispatch.ts. */
const WARM = 50_000;
const MAX_WARM_UPS = 6;
const FLOOR = "floor: POST to an address that is not there";

export const receipts: Scenario = {
  name: "receipts",
  about: "delivery receipts, one per call: stored and answered; then applied to the last one",
  options: { messages: ["150000", "messages; once each has its receipt, receipts are repeated"] },
  run: (settings) =>
    compare([subject("Tidings", settings), subject(FLOOR, settings)], settings, {
      anchor: FLOOR,
      unit: "receipt",
      method: `Receipts for ${settings.number("messages")} texts, ${settings.seconds} s, 50 connections. "applied" in the progress lines: until the ledger had them all. The floor is HTTP and routing, with nothing done.`,
    }),
};

function subject(name: string, settings: Settings): Subject {
  return {
    name,
    durability: name === FLOOR ? "none" : "committed and flushed before the answer",
    async run() {
      const harness = await openHarness({
        stub: { kind: "http", latencyMs: 0 },
        gateway: `&window=100${WORDS}`,
        fields: { receipt: "{receipt_url}" },
      });
      const folder = await mkdtemp(join(tmpdir(), "tidings-receipts-"));
      try {
        return await run(harness, join(folder, "paths"), name === FLOOR, settings);
      } finally {
        await harness.close();
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

async function run(harness: Harness, file: string, floor: boolean, settings: Settings): Promise<Sample> {
  const people = numbers(settings.number("messages"));
  await harness.accept(people);
  await taken(harness.stub, people.length, settings.say);
  await settled(harness.pool);
  const paths = (await harness.stub.receipts()).map(({ url }) => {
    const { pathname, search } = new URL(url);
    return floor ? `/svc/v1/no-such-route${search}` : pathname + search;
  });
  const delivered = async (): Promise<number> => {
    const { rows } = await harness.pool.query(
      "select count(*)::int as n from deliveries where state = 'delivered' and not exists (select from receipts where due <= now())",
    );
    return rows[0].n;
  };
  const drive = () =>
    wrk(harness.nodes.urls()[0]!, {
      script: "receipts",
      args: [file, String(THREADS)],
      connections: 50,
      seconds: settings.seconds,
    });
  await writeFile(file, paths.slice(0, WARM).join("\n"));
  let warmed = 0;
  for (let run = 1; run <= MAX_WARM_UPS && warmed < WARM; run += 1) {
    const { acknowledged, refused } = await drive();
    warmed += acknowledged + refused;
  }
  await writeFile(file, paths.slice(WARM).join("\n"));
  let already = 0;
  // None are counted while some are still to be applied.
  if (!floor)
    await until(async () => (already = await delivered()) > 0, { what: "the warm-up's receipts are applied" });

  const before = harness.cpu();
  const began = performance.now();
  const result = await drive();
  // Each delivery has one receipt until the file begins anew.
  const wanted = already + Math.min(people.length - WARM, result.acknowledged);
  let found = 0;
  if (!floor) {
    await until(async () => (found = await delivered()) >= wanted, {
      what: "all delivered",
      everyMs: 100,
      patienceMs: 60_000,
    }).catch(() => undefined);
    settings.say(`applied after ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  }
  const after = harness.cpu();
  const { rows } = await harness.pool.query(
    "select count(*)::int - count(distinct (message_id, phone))::int as n from events where kind = 'message.delivered'",
  );
  const answered = floor ? result.refused : result.acknowledged;
  return {
    // In the baseline every response is a 404, which the script counts as refused.
    rate: floor ? result.refused / settings.seconds : result.perSecond,
    p50: result.p50,
    p99: result.p99,
    refused: floor ? 0 : result.refused,
    lost: floor ? 0 : Math.max(0, wanted - found),
    doubled: rows[0].n,
    cpu: {
      node: (after.node - before.node) / answered,
      postgres: (after.postgres - before.postgres) / answered,
    },
  };
}
