import { setTimeout as pause } from "node:timers/promises";

import { median, quantile } from "../lib/report.ts";
import type { Settings } from "../lib/scenario.ts";
import type { Call, Parts, Harness } from "./harness.ts";

/** Past the site, so that a fresh service has compiled its hot code; and through it. */
const WARM_UP = { service: 2_000, site: 30 } as const;
/**
 * How long CPU is counted for a call after its response: its message has left by then. The same for all, so that what
 * an idle service does by itself is in each of them, and in no difference.
 */
const AFTERWARDS_MS = 150;

type Measured = { readonly wall: number } & Parts;

/** The calls in turn, one at a time, so that a noisy second affects all of them. */
export async function compareCalls(harness: Harness, role: "api" | "all", settings: Settings): Promise<string> {
  const samples = new Map<Call, Measured[]>(harness.calls.map((call) => [call, []]));
  let refused = 0;
  await warmUp(harness);
  if (role === "all") await arrived(harness);
  const end = performance.now() + settings.rounds * settings.seconds * 1_000;
  while (performance.now() < end) {
    for (const call of harness.calls) {
      const before = harness.cpu();
      const began = performance.now();
      const response = await call.make();
      await response.arrayBuffer();
      const wall = performance.now() - began;
      if (response.status !== call.status) refused += 1;
      await pause(AFTERWARDS_MS);
      samples.get(call)!.push({ wall, ...difference(harness.cpu(), before) });
    }
  }
  const [alone, , through] = harness.calls.map((call) => samples.get(call)!) as [Measured[], Measured[], Measured[]];
  const adds = (of: (one: Measured) => number): string =>
    median(through.map((one, index) => of(one) - of(alone[index]!))).toFixed(2);
  const title = { api: "A node that only answers", all: "A node that answers and sends" }[role];
  settings.say(`${title}: ${alone.length} of each, adds ${adds(({ wall }) => wall)} ms, CPU ${adds(total)} ms`);
  return [
    `**${title}**, one call at a time, ${alone.length} of each in turn${refused > 0 ? `; ${refused} were answered otherwise` : ""}. CPU until ${AFTERWARDS_MS} ms after the reply${role === "all" ? ", the text's way to the gateway included" : ""}.`,
    "",
    "| call | wall ms p50 | p99 | CPU ms p50 | p99 | of it site | service | database |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ...harness.calls.map((call) => row(call, samples.get(call)!)),
    "",
    `c − a, in the middle of the pairs: **${adds(({ wall }) => wall)} ms** of wall time, **${adds(total)} ms** of CPU (site ${adds(({ site }) => site)}, service ${adds(({ service }) => service)}, database ${adds(({ database }) => database)}).`,
  ].join("\n");
}

async function warmUp({ calls }: Harness): Promise<void> {
  const direct = calls.at(-1)!;
  for (let done = 0; done < WARM_UP.service; done += 10) {
    await Promise.all(Array.from({ length: 10 }, async () => (await direct.make()).arrayBuffer()));
  }
  for (let turn = 0; turn < WARM_UP.site; turn += 1) for (const call of calls) await (await call.make()).arrayBuffer();
}

/** Until the gateway has everything that was accepted: there are few, and none is refused. */
async function arrived(harness: Harness): Promise<void> {
  let last = -1;
  for (;;) {
    const { taken } = await harness.stub.counts();
    if (taken === last) return;
    last = taken;
    await pause(AFTERWARDS_MS);
  }
}

function row({ name }: Call, samples: readonly Measured[]): string {
  const cells = [({ wall }: Measured) => wall, total].flatMap((of) =>
    [0.5, 0.99].map((share) => quantile(samples.map(of), share).toFixed(2)),
  );
  const parts = (["site", "service", "database"] as const).map((part) =>
    median(samples.map((one) => one[part])).toFixed(2),
  );
  return `| ${[name, ...cells, ...parts].join(" | ")} |`;
}

/** Milliseconds. */
function difference(after: Parts, before: Parts): Parts {
  return {
    site: (after.site - before.site) / 1_000,
    service: (after.service - before.service) / 1_000,
    database: (after.database - before.database) / 1_000,
  };
}

const total = ({ site, service, database }: Parts): number => site + service + database;
