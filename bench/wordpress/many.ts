import { spread, thousands } from "../lib/report.ts";
import type { Settings } from "../lib/scenario.ts";
import { CLIENTS, type Call, type Harness } from "./harness.ts";

const WARM_UP_MS = 1_000;

/** As fast as two clients can, which matches two PHP workers. */
export async function manyAtOnce(harness: Harness, settings: Settings): Promise<string> {
  const rows: string[] = [];
  for (let round = 1; round <= settings.rounds; round += 1)
    for (const call of harness.calls) rows.push(await measured(call, harness, settings));
  return [
    `**${CLIENTS} clients without a pause**, ${settings.rounds} rounds, interleaved. CPU in ms a call.`,
    "",
    "| call | calls/s | latency | site, ms | service, ms | database, ms | refused |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}

/** @returns a row of the table */
async function measured(call: Call, harness: Harness, settings: Settings): Promise<string> {
  await repeat(call, WARM_UP_MS);
  const before = harness.cpu();
  const began = performance.now();
  const { times, refused } = await repeat(call, settings.seconds * 1_000);
  const seconds = (performance.now() - began) / 1_000;
  const after = harness.cpu();
  const cpu = (["site", "service", "database"] as const).map((part) =>
    ((after[part] - before[part]) / 1_000 / times.length).toFixed(2),
  );
  settings.say(`${call.name}: ${thousands(times.length / seconds)}/s, CPU ms ${cpu.join(" + ")}`);
  return `| ${[call.name, thousands(times.length / seconds), spread(times), ...cpu, refused].join(" | ")} |`;
}

async function repeat(call: Call, forMs: number): Promise<{ times: number[]; refused: number }> {
  const times: number[] = [];
  let refused = 0;
  const end = performance.now() + forMs;
  const one = async (): Promise<void> => {
    while (performance.now() < end) {
      const began = performance.now();
      const response = await call.make();
      await response.arrayBuffer();
      times.push(performance.now() - began);
      if (response.status !== call.status) refused += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, one));
  return { times, refused };
}
