import type { Settings } from "#app/config-file";

/** What a verb is given to speak with. */
export type Io = {
  /** A line for the person who asked. */
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  /** With what a settings file adds to it, once a verb runs. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where its settings come from, once a verb runs. */
  readonly settings?: Settings;
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
