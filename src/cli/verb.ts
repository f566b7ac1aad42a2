/** What a verb is given to speak with. */
export type Io = {
  /** A line for the person who asked. */
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  readonly environment: Readonly<Record<string, string | undefined>>;
};

/** One command of the CLI: `tidings NAME …`. One file each. */
export type Verb = {
  readonly name: string;
  readonly summary: string;
  /** Lines that `tidings help NAME` shows. */
  readonly usage: readonly string[];
  /** @returns the exit code: 0 done, 1 refused or failed, 2 wrong usage */
  readonly run: (args: readonly string[], io: Io) => Promise<number>;
};
