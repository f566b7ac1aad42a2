/** Ours is accepted in a moment, a peer's backlog builds up while it is sent: the rate counts once all is queued. */
const FROM = 0.5;
const TO = 0.95;

/** Messages a second over the part of the arrivals in which only sending was going on. */
export function steadyRate(arrivals: readonly number[]): number {
  const [from, to] = [Math.floor(arrivals.length * FROM), Math.floor(arrivals.length * TO) - 1];
  const millis = (arrivals[to] ?? 0) - (arrivals[from] ?? 0);
  return millis > 0 ? ((to - from) * 1_000) / millis : 0;
}

/** Describes the share that is left out, for the line above a table. */
export const STEADY = `Rate: arrivals at the stub from ${FROM * 100} % to ${TO * 100} % of all.`;

/** The most messages in any second of the clock. */
export function busiestClockSecond(arrivals: readonly number[]): number {
  const seconds = Map.groupBy(arrivals, (at) => Math.floor(at / 1_000));
  return Math.max(0, ...[...seconds.values()].map((all) => all.length));
}

/** The most messages in any second, wherever it begins. */
export function busiestSecond(arrivals: readonly number[]): number {
  let most = 0;
  for (let from = 0, to = 0; to < arrivals.length; to += 1) {
    while (arrivals[to]! - arrivals[from]! >= 1_000) from += 1;
    most = Math.max(most, to - from + 1);
  }
  return most;
}
