import { runChecks } from "#app/doctor/doctor";

import { readArguments, words } from "./arguments.ts";
import type { Command } from "./command.ts";

const SIGNS = { ok: "ok     ", warning: "warning", error: "ERROR  " } as const;

export const doctor: Command = {
  usage: [
    "tidings doctor [--json]",
    "Checks settings, ports, data folder, database, clock, license, platform, shop and mail server, and queries the credit of the gateways.",
    "It sends nothing. Exit code 1 if something keeps the service from starting.",
  ],
  async run(args, io) {
    const { values, positionals } = readArguments(args, { json: { type: "boolean", default: false } });
    words(positionals, []);
    const checkResults = await runChecks(io.environment, io.settings);
    if (values.json) io.out(JSON.stringify(checkResults, null, 2));
    else
      for (const checkResult of checkResults)
        io.out(`${SIGNS[checkResult.level]}  ${checkResult.about}: ${checkResult.text}`);
    return checkResults.some((checkResult) => checkResult.level === "error") ? 1 : 0;
  },
};
