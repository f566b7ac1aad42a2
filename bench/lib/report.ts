import type { Sample, Settings, Subject } from "./scenario.ts";

/**
 * Runs every subject once a round, one after the other, so that a noisy minute affects all of them; the table has
 * medians and, after them, the worst round.
 *
 * @param anchor name of the subject that the ratios refer to
 */
export async function compare(
  subjects: readonly Subject[],
  settings: Settings,
  options: { readonly anchor: string; readonly unit: string; readonly method: string },
): Promise<string> {
  const samples = new Map<Subject, Sample[]>(subjects.map((subject) => [subject, []]));
  for (let round = 1; round <= settings.rounds; round += 1) {
    for (const subject of subjects) {
      const sample = await subject.run(settings);
      samples.get(subject)!.push(sample);
      settings.say(
        `round ${round}  ${subject.name.padEnd(34)} ${Math.round(sample.rate)} ${options.unit}/s  p50 ${millis(sample.p50)}  p99 ${millis(sample.p99)}  ${cpuText(sample)}  lost ${sample.lost}  doubled ${sample.doubled}`,
      );
    }
  }
  const anchor = subjects.find((subject) => subject.name === options.anchor);
  const anchorRate = anchor && median(samples.get(anchor)!.map((sample) => sample.rate));
  const rows = subjects.map((subject) => row(subject, samples.get(subject)!, anchorRate ?? null));
  return [
    `${settings.rounds} rounds, interleaved; median (worst). ${options.method}`,
    "",
    `| subject | ${options.unit}/s | to anchor | p50 ms | p99 ms | CPU µs per ${options.unit} | refused | lost | doubled | durability |`,
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}

function row(subject: Subject, samples: readonly Sample[], anchor: number | null): string {
  const rates = samples.map((sample) => sample.rate);
  const known = (pick: (sample: Sample) => number | null): number[] => samples.flatMap((sample) => pick(sample) ?? []);
  const [p50, p99] = [known((sample) => sample.p50), known((sample) => sample.p99)];
  const sum = (pick: (sample: Sample) => number): number => samples.reduce((total, sample) => total + pick(sample), 0);
  const middle = samples.toSorted((a, b) => a.rate - b.rate)[Math.floor(samples.length / 2)]!;
  return `| ${[
    subject.name,
    `${thousands(median(rates))} (${thousands(Math.min(...rates))})`,
    anchor === null ? "" : `${(median(rates) / anchor).toFixed(2)}×`,
    p50.length === 0 ? "" : median(p50).toFixed(1),
    p99.length === 0 ? "" : `${median(p99).toFixed(1)} (${Math.max(...p99).toFixed(1)})`,
    cpuText(middle),
    sum((sample) => sample.refused),
    sum((sample) => sample.lost),
    sum((sample) => sample.doubled),
    subject.durability,
  ].join(" | ")} |`;
}

const millis = (value: number | null): string => (value === null ? "-" : `${value.toFixed(1)} ms`);

function cpuText(sample: Sample): string {
  return Object.entries(sample.cpu)
    .map(([name, micros]) => `${name} ${micros < 10 ? micros.toFixed(1) : Math.round(micros)}`)
    .join(" + ");
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The value below which this share (0-1) of all lies; NaN if there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).toSorted();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** p50, p99 and the worst of some milliseconds, in words. */
export function spread(values: readonly number[]): string {
  const [p50, p99, worst] = [0.5, 0.99, 1].map((share) => quantile(values, share).toFixed(1));
  return `p50 ${p50} ms, p99 ${p99} ms, worst ${worst} ms (${values.length})`;
}

export function thousands(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}
