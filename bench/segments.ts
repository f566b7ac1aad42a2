import { split } from "split-sms";

import { segmentsOf } from "#domain/messages/segments";
import { median, thousands } from "./lib/report.ts";
import type { Scenario } from "./lib/scenario.ts";

const texts: readonly (readonly [string, string])[] = [
  ["GSM, 172 characters", "The quick brown fox jumps over [the] lazy dog for 5 €. ".repeat(4).slice(0, 172)],
  ["UCS-2, 172 characters", "Съешь ещё этих мягких французских булок 😀, да выпей чаю. ".repeat(4).slice(0, 172)],
];
/** Calls between two readings of the clock. */
const CALLS = 500;

const counters: readonly (readonly [string, (text: string) => number])[] = [
  ["ours", (text) => segmentsOf(text).segments],
  ["split-sms", (text) => split(text, { summary: true }).parts.length],
];

export const segments: Scenario = {
  name: "segments",
  about: "counting the segments of a text in one process, compared with split-sms",
  run(settings) {
    const rows = texts.map(([name, text]) => {
      const micros = new Map<string, number[]>(counters.map(([counter]) => [counter, []]));
      // The round before the first one compiles the code.
      for (let round = 0; round <= settings.rounds; round += 1) {
        for (const [counter, count] of counters) {
          const each = microsEach(() => count(text), settings.seconds);
          if (round > 0) micros.get(counter)!.push(each);
          if (round > 0) settings.say(`round ${round}  ${name}  ${counter.padEnd(9)} ${each.toFixed(2)} µs`);
        }
      }
      const [ours, theirs] = counters.map(([counter]) => micros.get(counter)!) as [number[], number[]];
      const ratio = median(ours.map((time, round) => time / theirs[round]!));
      return `| ${[name, timeOf(ours), timeOf(theirs), `${ratio.toFixed(2)}×`].join(" | ")} |`;
    });
    return Promise.resolve(
      [
        `${settings.rounds} rounds of ${settings.seconds} s, interleaved; median (worst).`,
        "",
        "| text | ours, µs | split-sms, µs | ratio |",
        "| --- | --- | --- | --- |",
        ...rows,
      ].join("\n"),
    );
  },
};

/** Microseconds of one call, measured over this many seconds. */
function microsEach(call: () => number, seconds: number): number {
  const began = performance.now();
  let calls = 0;
  let found = 0;
  while (performance.now() - began < seconds * 1_000) {
    for (let index = 0; index < CALLS; index += 1) found += call();
    calls += CALLS;
  }
  // Code whose result is not used may be optimized away.
  if (found < calls) throw new Error(`a text without a segment, in ${thousands(calls)} calls`);
  return (1_000 * (performance.now() - began)) / calls;
}

const timeOf = (values: readonly number[]): string =>
  `${median(values).toFixed(2)} (${Math.max(...values).toFixed(2)})`;
