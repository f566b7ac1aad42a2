import { restore as restoreBackup } from "#app/backup/backup";
import { readConfig } from "#app/config/config";
import { openTools } from "#app/service/open-tools";
import { activate, type Activation, type QueuedChoice } from "#app/service/standby";

import { readArguments, UsageError, words } from "./arguments.ts";
import type { Command } from "./command.ts";

const usage = [
  "tidings restore FILE [--json]     into an empty database, or an empty TIDINGS_DATA",
  "tidings restore --activate [--queued send|cancel] [--json]",
  "The restored database sends nothing until it is activated. Activate it when the original is gone for good, and restart",
  "the service. Messages that were queued in the backup have probably been sent since: --queued says whether to send or cancel them.",
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
      queued: { type: "string" },
      json: { type: "boolean", default: false },
    });
    const config = readConfig(io.environment);
    if (values.activate) {
      words(positionals, []);
      const choice = choiceOf(values.queued);
      const tools = await openTools(config, () => undefined, { migrates: true });
      let done: Activation;
      try {
        done = await activate(tools.store.db, config.dataDir, choice);
      } finally {
        await tools.close();
      }
      if (values.json) io.out(JSON.stringify(done));
      else for (const line of linesOf(done)) (done.activated ? io.out : io.err)(line);
      return done.activated ? 0 : 1;
    }
    if (values.queued !== undefined) throw new UsageError("--queued requires --activate");
    const [file] = words(positionals, ["FILE"]);
    if (file === "") throw new UsageError("FILE is missing");
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

/** @throws UsageError */
function choiceOf(text: string | undefined): QueuedChoice | null {
  if (text === undefined || text === "send" || text === "cancel") return text ?? null;
  throw new UsageError("--queued must be send or cancel");
}

function linesOf(done: Activation): readonly string[] {
  if (!done.activated)
    return [
      `Not activated. Messages that were still being sent when the backup was made: ${done.messages}; their deliveries: ${done.deliveries}.`,
      "The original has probably sent them since, and nothing here can show whether it has. Choose:",
      "  tidings restore --activate --queued cancel     none of them is sent",
      "  tidings restore --activate --queued send       all of them are sent, perhaps for the second time",
      "To choose for each: tidings messages list, and tidings messages cancel ID.",
    ];
  const { already, backupOf, canceled, skippedRuns } = done;
  if (already)
    return [
      "There was nothing to do: this database is no standby. A service that has run since it was one sends after its next start.",
    ];
  return [
    ...(canceled > 0 ? [`Messages canceled: ${canceled}.`] : []),
    ...(skippedRuns > 0
      ? [
          `Schedules that were due since the backup: ${skippedRuns}. The original may have sent them, so this run is skipped.`,
        ]
      : []),
    ...(backupOf === null
      ? []
      : [`Opt-outs since ${backupOf} are not in it. Add those that your provider has: tidings suppressions add.`]),
    "It sends after its next start.",
  ];
}
