import type { Settings } from "#app/config/config-file";

/** What a command is given to speak with. */
export type Io = {
  /** A line for the person who asked. */
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  /** Whether a person reads what `out` says; else it may be a log. */
  readonly isTerminal?: boolean;
  /** With what a settings file adds to it, once a command runs. */
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
