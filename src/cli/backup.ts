import { backUp } from "#app/backup/backup";
import { readConfig } from "#app/config/config";

import { readArguments, UsageError, words } from "./arguments.ts";
import type { Command } from "./command.ts";

const usage = [
  "tidings backup FILE [--with-key] [--json]",
  "Copies the whole database as of one instant, also while the service runs. FILE must not exist yet.",
  "--with-key puts the secret key into it: the file is then as secret as everything in it. Otherwise store the key yourself.",
];

/** An interrupted backup deletes what it has written; a second signal ends it at once. */
const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** The database in one file. */
export const backup: Command = {
  usage,
  async run(args, io) {
    const { values, positionals } = readArguments(args, {
      "with-key": { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    });
    const [file] = words(positionals, ["FILE"]);
    if (file === "") throw new UsageError("FILE is missing");
    const stopping = new AbortController();
    const stop = (): void => stopping.abort();
    for (const signal of SIGNALS) process.once(signal, stop);
    const options = { withKey: values["with-key"], stopping: stopping.signal };
    const made = await backUp(readConfig(io.environment), file!, options, () => undefined).finally(() => {
      for (const signal of SIGNALS) process.off(signal, stop);
    });
    if (values.json) io.out(JSON.stringify(made));
    else {
      io.out(`${made.file} has the database as of ${made.at}.`);
      if (made.consentRoot !== null) io.out(`The newest root of the consent ledger in it: ${made.consentRoot}`);
      if (!made.withKey) io.out("The secret key is not in it: the backup cannot be used without that key.");
    }
    return 0;
  },
};
