/**
 * Milliseconds of this computer's monotonic clock: the same in every process on it, whatever was done to the time of
 * day.
 */
export const machineMs = (): number => Number(process.hrtime.bigint()) / 1e6;

/** What one gateway stub received, as it reports it. Numbers are digits without the plus. */
export type StubCounts = {
  /** Requests that were accepted: each of them is a message on a phone. */
  readonly taken: number;
  /** Different numbers among them. */
  readonly numbers: number;
  /** Messages beyond the first: to the same number, or under the same reference. */
  readonly doubled: number;
  /** Requests under a known reference that a de-duplicating gateway answered without sending again. */
  readonly merged: number;
  /** Requests that got an error and sent no message. */
  readonly refused: number;
  /** Messages that were accepted and never answered: their sender cannot know. */
  readonly unanswered: number;
  /** Requests that are being answered at this moment. */
  readonly open: number;
  /** The most that were open at once. */
  readonly mostOpen: number;
  /** When the first and the last message were accepted, by {@link machineMs}; null before. */
  readonly first: number | null;
  readonly last: number | null;
};

/** Counts what a gateway accepts: by number, by reference, and when. */
export function gatewayTally(options: { readonly dedupe: boolean }) {
  const firsts = new Map<string, number>();
  const repeats = new Map<string, number>();
  const references = new Map<string, string>();
  let arrivals: number[] = [];
  const extra = { doubled: 0, merged: 0, refused: 0, unanswered: 0, open: 0, mostOpen: 0 };

  return {
    /** @returns the id under which the gateway knows the message */
    take(to: string, reference: string | undefined): string {
      const digits = to.replace(/^\+/, "");
      const known = reference === undefined ? undefined : references.get(reference);
      if (known !== undefined && options.dedupe) {
        extra.merged += 1;
        return known;
      }
      const now = machineMs();
      arrivals.push(now);
      const id = `p${arrivals.length}`;
      if (firsts.has(digits) || known !== undefined) {
        extra.doubled += 1;
        repeats.set(digits, (repeats.get(digits) ?? 1) + 1);
      }
      if (!firsts.has(digits)) firsts.set(digits, now);
      if (reference !== undefined) references.set(reference, id);
      return id;
    },
    refuse: () => void (extra.refused += 1),
    leaveUnanswered: () => void (extra.unanswered += 1),
    opened() {
      extra.open += 1;
      extra.mostOpen = Math.max(extra.mostOpen, extra.open);
    },
    closed: () => void (extra.open -= 1),
    counts: (): StubCounts => ({
      taken: arrivals.length,
      numbers: firsts.size,
      ...extra,
      first: arrivals[0] ?? null,
      last: arrivals.at(-1) ?? null,
    }),
    /** A line for each number: digits, first arrival, how often. */
    *seen(): Generator<string> {
      for (const [digits, at] of firsts) yield `${digits} ${at.toFixed(3)} ${repeats.get(digits) ?? 1}\n`;
    },
    *arrivals(): Generator<string> {
      for (const at of arrivals) yield `${at.toFixed(3)}\n`;
    },
    clear() {
      for (const map of [firsts, repeats, references]) map.clear();
      arrivals = [];
      Object.assign(extra, { doubled: 0, merged: 0, refused: 0, unanswered: 0, mostOpen: extra.open });
    },
  };
}

export type GatewayTally = ReturnType<typeof gatewayTally>;
