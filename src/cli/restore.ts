import { restore as restoreBackup } from "#app/backup/backup";
import { readConfig } from "#app/config/config";
import { openTools } from "#app/service/open-tools";
import { activate } from "#app/service/standby";

import { readArguments, UsageError, words } from "./arguments.ts";
import type { Command } from "./command.ts";

const usage = [
  "tidings restore FILE [--json]     into an empty database, or an empty TIDINGS_DATA",
  "tidings restore --activate [--json]",
  "The restored database sends nothing until it is activated: messages queued in the backup may have been sent since.",
  "Activate it when the original is gone for good, and restart the service.",
];

const KEYS = {
  written: "The secret key was in the backup and is now in the data folder.",
  kept: "The secret key that was already here is kept.",
  missing:
    "The secret key was not in the backup: before you start, put it into the data folder as secret.key, or into TIDINGS_SECRET_KEY.",
};

/** Restores a database from a backup. */
export const restore: Command = {
  usage,
  async run(args, io) {
    const { values, positionals } = readArguments(args, {
      activate: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    });
    const config = readConfig(io.environment);
    if (values.activate) {
      words(positionals, []);
      const tools = await openTools(config, () => undefined);
      try {
        await activate(tools.store.db, config.dataDir);
      } finally {
        await tools.close();
      }
      io.out(values.json ? JSON.stringify({ activated: true }) : "It sends after its next start.");
      return 0;
    }
    const [file] = words(positionals, ["FILE"]);
    if (file === "") throw new UsageError("FILE missing");
    const made = await restoreBackup(config, file!, () => undefined);
    if (values.json) io.out(JSON.stringify({ ...made, standby: true }));
    else {
      io.out(`${made.where} has the data of ${made.at}.`);
      io.out(KEYS[made.key]);
      io.out("It is a standby and sends nothing. When the original is gone for good: tidings restore --activate");
    }
    return 0;
  },
};
