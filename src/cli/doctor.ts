import { parseArgs } from "node:util";

import { examine } from "#app/doctor";

import type { Verb } from "./verb.ts";

const SIGNS = { ok: "ok     ", warning: "warning", fault: "FAULT  " } as const;

export const doctor: Verb = {
  name: "doctor",
  summary: "Look at settings, database and gateways, and say what is wrong.",
  usage: ["tidings doctor [--json]", "Exit code 1 where something keeps the service from starting."],
  async run(args, io) {
    const { values } = parseArgs({ args: [...args], options: { json: { type: "boolean", default: false } } });
    const findings = await examine(io.environment, io.settings);
    if (values.json) io.out(JSON.stringify(findings, null, 2));
    else for (const finding of findings) io.out(`${SIGNS[finding.level]}  ${finding.about}: ${finding.text}`);
    return findings.some((finding) => finding.level === "fault") ? 1 : 0;
  },
};
