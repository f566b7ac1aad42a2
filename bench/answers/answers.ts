import { openHarness } from "../lib/harness.ts";
import { median, quantile } from "../lib/report.ts";
import type { Scenario } from "../lib/scenario.ts";
import { groupsOf, type Kind } from "./people.ts";
import { questionsOf } from "./questions.ts";
import { shuffled, slowerThan } from "./roc-area.ts";

/** Calls of each kind before the measurement: the first ones plan statements and open connections. */
const WARM_UP = 3;

export const answers: Scenario = {
  name: "answers",
  about:
    "how long public answers take for numbers that are unknown, subscribed, opted out; they must not be distinguishable",
  options: { people: ["60", "numbers of each kind; each is asked about once a round"] },
  async run(settings) {
    const harness = await openHarness({ stub: { kind: "http", latencyMs: 0 }, roles: ["api"] });
    try {
      const groups = await groupsOf(harness, settings.number("people"));
      const rows: string[] = [];
      for (const question of await questionsOf(harness, groups)) {
        if (settings.only !== null && !question.name.includes(settings.only)) continue;
        const times = new Map<Kind, number[]>(question.kinds.map((kind) => [kind, []]));
        for (let round = 0; round <= settings.rounds; round += 1) {
          await question.prepare();
          // In random order, so that other work of this machine affects all kinds alike.
          const calls = question.kinds.flatMap((kind) => groups[kind].map((phone) => ({ kind, phone })));
          for (const { kind, phone } of shuffled(round === 0 ? calls.slice(0, WARM_UP * 20) : calls)) {
            const began = performance.now();
            await question.ask(phone);
            if (round > 0) times.get(kind)!.push(performance.now() - began);
            await question.forget?.();
          }
        }
        const unknown = times.get("unknown")!;
        for (const [kind, taken] of times) {
          rows.push(
            `| ${[
              question.name,
              kind,
              quantile(taken, 0.1).toFixed(2),
              median(taken).toFixed(2),
              quantile(taken, 0.9).toFixed(2),
              `${(median(taken) / median(unknown)).toFixed(3)}×`,
              kind === "unknown" ? "" : slowerThan(taken, unknown).toFixed(3),
            ].join(" | ")} |`,
          );
          settings.say(rows.at(-1)!);
        }
      }
      return [
        `${settings.rounds} rounds of ${settings.number("people")} numbers of each kind, one call at a time, in random order.`,
        `"Slower": share of pairs in which the call took longer than one about an unknown number; 0.5 is a coin. "Also unknown" is the noise.`,
        "",
        "| answer | number | p10 ms | p50 ms | p90 ms | p50 to unknown | slower |",
        "| --- | --- | --- | --- | --- | --- | --- |",
        ...rows,
      ].join("\n");
    } finally {
      await harness.close();
    }
  },
};
