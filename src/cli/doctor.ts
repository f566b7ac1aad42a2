import { examine } from "#app/doctor";

import { readArguments, words } from "./arguments.ts";
import type { Command } from "./command.ts";

const SIGNS = { ok: "ok     ", warning: "warning", fault: "FAULT  " } as const;

export const doctor: Command = {
  usage: [
    "tidings doctor [--json]",
    "Looks at settings, data folder, database, clock, licence, platform and shop, and asks gateways for their credit.",
    "It sends nothing. Exit code 1 where something keeps the service from starting.",
  ],
  async run(args, io) {
    const { values, positionals } = readArguments(args, { json: { type: "boolean", default: false } });
    words(positionals, []);
    const findings = await examine(io.environment, io.settings);
    if (values.json) io.out(JSON.stringify(findings, null, 2));
    else for (const finding of findings) io.out(`${SIGNS[finding.level]}  ${finding.about}: ${finding.text}`);
    return findings.some((finding) => finding.level === "fault") ? 1 : 0;
  },
};
