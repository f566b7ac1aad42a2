import { parseArgs } from "node:util";

import { readConfig } from "#app/config";
import { openTools } from "#app/open-tools";

import type { Verb } from "./verb.ts";

export const migrate: Verb = {
  name: "migrate",
  summary: "Bring the database's schema forward without starting the service.",
  usage: ["tidings migrate [--json]", "`tidings serve` does the same at its start."],
  async run(args, io) {
    const { values } = parseArgs({ args: [...args], options: { json: { type: "boolean", default: false } } });
    const tools = await openTools(readConfig(io.environment), () => undefined);
    const { where } = tools.store;
    await tools.close();
    io.out(values.json ? JSON.stringify({ database: where, migrated: true }) : `The schema is up to date in ${where}.`);
    return 0;
  },
};
