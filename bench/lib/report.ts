import type { Sample, Settings, Subject } from "./scenario.ts";

/**
 * Runs every subject once a round, one after the other, so that a noisy minute hurts all of them; the table has
 * medians and, behind them, the worst round.
 *
 * @param anchor name of the subject that the ratios refer to
 */
export async function compare(
  subjects: readonly Subject[],
  settings: Settings,
  options: { readonly anchor: string; readonly unit: string; readonly warmUpSeconds: number },
): Promise<string> {
  const samples = new Map<Subject, Sample[]>(subjects.map((subject) => [subject, []]));
  for (let round = 1; round <= settings.rounds; round += 1) {
    for (const subject of subjects) {
      const sample = await subject.run(settings);
      samples.get(subject)!.push(sample);
      settings.say(
        `round ${round}  ${subject.name.padEnd(34)} ${Math.round(sample.rate)} ${options.unit}/s  p50 ${sample.p50.toFixed(1)} ms  p99 ${sample.p99.toFixed(1)} ms  ${cpuText(sample)}`,
      );
    }
  }
  const anchor = subjects.find((subject) => subject.name === options.anchor);
  const anchorRate = anchor && median(samples.get(anchor)!.map((sample) => sample.rate));
  const rows = subjects.map((subject) => row(subject, samples.get(subject)!, anchorRate ?? null));
  return [
    `${settings.rounds} rounds of ${settings.seconds} s after ${options.warmUpSeconds} s of warm-up, interleaved; median (worst).`,
    "",
    `| subject | ${options.unit}/s | to anchor | p50 ms | p99 ms | CPU µs per ${options.unit} | refused | lost | doubled | durability |`,
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}

function row(subject: Subject, samples: readonly Sample[], anchor: number | null): string {
  const rates = samples.map((sample) => sample.rate);
  const p99 = samples.map((sample) => sample.p99);
  const sum = (pick: (sample: Sample) => number): number => samples.reduce((total, sample) => total + pick(sample), 0);
  const middle = samples.toSorted((a, b) => a.rate - b.rate)[Math.floor(samples.length / 2)]!;
  return `| ${[
    subject.name,
    `${thousands(median(rates))} (${thousands(Math.min(...rates))})`,
    anchor === null ? "" : `${(median(rates) / anchor).toFixed(2)}×`,
    median(samples.map((sample) => sample.p50)).toFixed(1),
    `${median(p99).toFixed(1)} (${Math.max(...p99).toFixed(1)})`,
    cpuText(middle),
    sum((sample) => sample.refused),
    sum((sample) => sample.lost),
    sum((sample) => sample.doubled),
    subject.durability,
  ].join(" | ")} |`;
}

function cpuText(sample: Sample): string {
  return Object.entries(sample.cpu)
    .map(([name, micros]) => `${name} ${micros < 10 ? micros.toFixed(1) : Math.round(micros)}`)
    .join(" + ");
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

function thousands(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}
