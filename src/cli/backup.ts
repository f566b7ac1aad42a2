import { backUp } from "#app/backup/backup";
import { readConfig } from "#app/config/config";

import { readArguments, UsageError, words } from "./arguments.ts";
import type { Command } from "./command.ts";

const usage = [
  "tidings backup FILE [--with-key] [--json]",
  "Copies the whole database as it is at one instant, beside a running service. FILE must not be there yet.",
  "--with-key puts the secret key into it: such a file is as secret as everything in it. Else keep the key yourself.",
];

/** The database in one file. */
export const backup: Command = {
  usage,
  async run(args, io) {
    const { values, positionals } = readArguments(args, {
      "with-key": { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    });
    const [file] = words(positionals, ["FILE"]);
    if (file === "") throw new UsageError("FILE missing");
    const made = await backUp(readConfig(io.environment), file!, values["with-key"], () => undefined);
    if (values.json) io.out(JSON.stringify(made));
    else {
      io.out(`${made.file} has the database as of ${made.at}.`);
      if (!made.withKey) io.out("The secret key is not in it: without that key nobody can use the backup.");
    }
    return 0;
  },
};
