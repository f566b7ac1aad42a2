import { readConfig } from "#app/config/config";
import { verifyWholeLedger } from "#app/consent/verify-consents";
import { openLog } from "#app/logger";
import { counted } from "#lib/counted";

import { actionNamed, readArguments, UsageError, words } from "./arguments.ts";
import type { Command } from "./command.ts";

/** The consent ledger. */
export const consent: Command = {
  usage: [
    "tidings consent verify [--root HEX] [--json]",
    "Verifies every record and every seal of the consent ledger, and decrypts the records. It changes nothing.",
    "--root: a root from the log or from a backup, which must be one of this ledger's. Exit code 1 if something does not fit.",
  ],
  async run(args, io) {
    const { values, positionals } = readArguments(args, {
      root: { type: "string" },
      json: { type: "boolean", default: false },
    });
    actionNamed(positionals, ["verify"]);
    words(positionals.slice(1), []);
    if (values.root !== undefined && !/^[0-9a-f]{64}$/.test(values.root)) {
      throw new UsageError("--root must be 64 hexadecimal digits");
    }
    const report = await verifyWholeLedger(readConfig(io.environment), openLog("warn"), values.root);
    if (values.json) io.out(JSON.stringify(report));
    else if (report.issue) io.err(report.issue.text);
    else {
      io.out(`${counted(report.records, "record")} in ${counted(report.seals, "seal")}: nothing was changed.`);
      if (report.newest) io.out(`Newest root, of seal ${report.newest.number}: ${report.newest.root}`);
    }
    return report.issue ? 1 : 0;
  },
};
