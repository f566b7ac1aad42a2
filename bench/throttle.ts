import { numbers } from "../test/support/engine/engine.ts";
import { median } from "./lib/report.ts";
import { openHarness, taken } from "./lib/harness.ts";
import type { Scenario, Settings } from "./lib/scenario.ts";
import { busiestClockSecond, busiestSecond } from "./lib/steady-rate.ts";

type Result = {
  readonly share: number;
  readonly worst: number;
  readonly clock: number;
  readonly lost: number;
  readonly doubled: number;
};

/**
 * The time in which the nodes learn each other's share, and that of the last few messages: neither shows the steady
 * limit.
 */
const SETTLING_MS = 1_000;

export const throttle: Scenario = {
  name: "throttle",
  about: "what two nodes together give a gateway with a limit, and the busiest second, wherever it begins",
  options: {
    rates: ["100,1000", "limits of the gateway, messages a second"],
    nodes: ["2", "how many share it"],
  },
  async run(settings) {
    const rows: string[] = [];
    for (const rate of settings.text("rates").split(",").map(Number)) {
      const results: Result[] = [];
      for (let round = 1; round <= settings.rounds; round += 1) {
        results.push(await once(rate, settings));
        const { share, worst } = results.at(-1)!;
        settings.say(`round ${round}  ${rate}/s: ${share.toFixed(1)} %, busiest second ${worst.toFixed(1)} %`);
      }
      rows.push(
        `| ${[
          `${rate}/s`,
          `${median(results.map((one) => one.share)).toFixed(1)} % (${Math.min(...results.map((one) => one.share)).toFixed(1)})`,
          `${Math.max(...results.map((one) => one.clock)).toFixed(1)} %`,
          `${Math.max(...results.map((one) => one.worst)).toFixed(1)} %`,
          results.reduce((sum, one) => sum + one.lost, 0),
          results.reduce((sum, one) => sum + one.doubled, 0),
        ].join(" | ")} |`,
      );
    }
    return [
      `${settings.number("nodes")} nodes, ${settings.seconds} s at the limit, ${settings.rounds} rounds. Without the first second. Target: 99-100 % of the limit, no second above 105 %.`,
      "",
      "| limit | share of it used, median (worst) | busiest second of the clock | busiest second, wherever it begins | lost | doubled |",
      "| --- | --- | --- | --- | --- | --- |",
      ...rows,
    ].join("\n");
  },
};

async function once(rate: number, settings: Settings): Promise<Result> {
  const harness = await openHarness({
    stub: { kind: "http", latencyMs: 5 },
    gateway: `&window=100&rate=${rate}`,
    roles: Array.from({ length: settings.number("nodes") }, () => "all"),
  });
  try {
    const people = numbers(rate * settings.seconds);
    // Each node accepts a part, so that neither is idle beside a queue that only the other knows.
    await harness.accept(people);
    await taken(harness.stub, people.length, settings.say);
    const arrivals = await harness.stub.arrivals();
    const counts = await harness.stub.counts();
    const steady = arrivals.filter((at) => at >= arrivals[0]! + SETTLING_MS);
    const seconds = (steady.at(-1)! - steady[0]!) / 1_000;
    return {
      share: (100 * (steady.length - 1)) / seconds / rate,
      worst: (100 * busiestSecond(steady)) / rate,
      clock: (100 * busiestClockSecond(steady)) / rate,
      lost: Math.max(0, people.length - counts.numbers),
      doubled: counts.doubled,
    };
  } finally {
    await harness.close();
  }
}
