export type Settings = {
  readonly rounds: number;
  /** Measured seconds of each run, after the warm-up. */
  readonly seconds: number;
  readonly connections: number | null;
  /** Measure only subjects whose name contains this. */
  readonly only: string | null;
  /** A line for whoever waits. */
  readonly say: (line: string) => void;
};

/** One thing that is measured: `npm run bench -- NAME`. */
export type Scenario = {
  readonly name: string;
  readonly about: string;
  /** @returns the report, in Markdown */
  run(settings: Settings): Promise<string>;
};

/** What one run of one subject showed. */
export type Sample = {
  /** Messages (or numbers) acknowledged per second. */
  readonly rate: number;
  /** Milliseconds from request to reply, as the load generator saw them. */
  readonly p50: number;
  readonly p99: number;
  /** Replies that were no acknowledgement, and sockets that failed. */
  readonly refused: number;
  /** Acknowledged and not found afterwards. */
  readonly lost: number;
  /** Found more than once. */
  readonly doubled: number;
  /** CPU time of the subject's own processes, microseconds per message. */
  readonly cpu: Readonly<Record<string, number>>;
  readonly note?: string;
};

/** Somebody who takes the same load: started fresh for every run, so that no backlog of one slows the next. */
export type Subject = {
  readonly name: string;
  readonly durability: string;
  run(settings: Settings): Promise<Sample>;
};
