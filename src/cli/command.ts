import type { Settings } from "#app/config/config-file";

/** The input and output of a command. */
export type Io = {
  /** A line for the person who ran the command. */
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  /** Whether a person reads what `out` prints; else it may be a log. */
  readonly isTerminal?: boolean;
  /** Including the settings file, once a command runs. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where its settings come from, once a command runs. */
  readonly settings?: Settings;
};

/** One command of the CLI: `tidings NAME …`. One file each. */
export type Command = {
  /** Lines that `tidings help NAME` shows. */
  readonly usage: readonly string[];
  /** @returns the exit code: 0 done, 1 refused or failed, 2 wrong usage */
  readonly run: (args: readonly string[], io: Io) => Promise<number>;
};
