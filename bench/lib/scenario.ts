export type Settings = {
  readonly rounds: number;
  /** Measured seconds of each run, after the warm-up. */
  readonly seconds: number;
  readonly connections: number | null;
  /** Measure only subjects whose name contains this. */
  readonly only: string | null;
  /** A number of the scenario's own options. */
  readonly number: (name: string) => number;
  /** A text of the scenario's own options. */
  readonly text: (name: string) => string;
  /** Prints a progress line. */
  readonly say: (line: string) => void;
};

/** The final result of a scenario. `failed`: a promise was broken, which is worse than being slow. */
export type Report = string | { readonly report: string; readonly failed: boolean };

/** One measurement: `npm run bench -- NAME`. */
export type Scenario = {
  readonly name: string;
  readonly about: string;
  /** Options besides the common ones: default and meaning. */
  readonly options?: Readonly<Record<string, readonly [string, string]>>;
  /** @returns the report, in Markdown */
  run(settings: Settings): Promise<Report>;
};

/** The result of one run of one subject. */
export type Sample = {
  /** Messages (or numbers) acknowledged per second. */
  readonly rate: number;
  /** Milliseconds from request to response, as the load generator saw them; null if nothing waits for a response. */
  readonly p50: number | null;
  readonly p99: number | null;
  /** Responses that were no acknowledgement, and sockets that failed. */
  readonly refused: number;
  /** Acknowledged and not found afterwards: in the ledger, or at the gateway's stub if it counts. */
  readonly lost: number;
  /** Found more than once. */
  readonly doubled: number;
  /** CPU time of the subject's own processes, microseconds per message. */
  readonly cpu: Readonly<Record<string, number>>;
};

/** A subject that accepts the same load: started fresh for every run, so that no backlog of one slows the next. */
export type Subject = {
  readonly name: string;
  readonly durability: string;
  run(settings: Settings): Promise<Sample>;
};
