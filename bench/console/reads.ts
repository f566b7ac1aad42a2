import { quantile, thousands } from "../lib/report.ts";
import type { Scenario } from "../lib/scenario.ts";
import { consoleCalls } from "./calls.ts";
import { filledOptions, openFilled } from "./open-filled.ts";
import { takeSample } from "./sample.ts";

/** Measured calls of each kind, after those that compile code and plan statements. */
const CALLS = 50;
const WARM_UP = 5;
/** The time for one kind of read. Once it has passed, ten calls are enough. */
const LONGEST_MS = 20_000;
const LEAST = 10;
const MAX_MS = 300;

export const consoleReads: Scenario = {
  name: "console",
  about: "every read that a screen of the console makes, at a million subscribers, slowest first",
  options: filledOptions,
  async run(settings) {
    const filled = await openFilled(settings);
    try {
      const [size] = (
        await filled.pool.query<{ people: string; entries: string }>(
          "select (select count(*) from subscribers) as people, (select count(*) from deliveries) as entries",
        )
      ).rows;
      const calls = consoleCalls(filled.api, await takeSample(filled.pool));
      const results: { readonly name: string; readonly times: readonly number[] }[] = [];
      for (const { screen, what, call } of calls) {
        const name = `${screen}: ${what}`;
        if (settings.only !== null && !name.includes(settings.only)) continue;
        const times: number[] = [];
        const end = performance.now() + LONGEST_MS;
        for (let nth = -WARM_UP; nth < CALLS && (nth < LEAST || performance.now() < end); nth += 1) {
          const began = performance.now();
          await call();
          if (nth >= 0) times.push(performance.now() - began);
        }
        results.push({ name, times });
        settings.say(`${quantile(times, 0.95).toFixed(0).padStart(6)} ms  ${name}`);
      }
      const p95 = (times: readonly number[]): number => quantile(times, 0.95);
      const sorted = results.toSorted((a, b) => p95(b.times) - p95(a.times));
      const missed = sorted.filter(({ times }) => p95(times) > MAX_MS).length;
      return [
        `${thousands(Number(size!.people))} subscribers, ${thousands(Number(size!.entries))} entries; up to ${CALLS} calls of each in ${LONGEST_MS / 1_000} s, one after the other; ${missed} of ${sorted.length} with a p95 above ${MAX_MS} ms.`,
        "",
        "| screen: read | p50 ms | p95 ms | worst ms |",
        "| --- | --- | --- | --- |",
        ...sorted.map(
          ({ name, times }) =>
            `| ${name} | ${[0.5, 0.95, 1].map((share) => quantile(times, share).toFixed(0)).join(" | ")} |`,
        ),
      ].join("\n");
    } finally {
      await filled.close();
    }
  },
};
