import { readConfig } from "#app/config/config";
import { openTools } from "#app/service/open-tools";

import { readArguments, words } from "./arguments.ts";
import type { Command } from "./command.ts";

export const migrate: Command = {
  usage: ["tidings migrate [--json]", "`tidings serve` does the same at startup."],
  async run(args, io) {
    const { values, positionals } = readArguments(args, { json: { type: "boolean", default: false } });
    words(positionals, []);
    const tools = await openTools(readConfig(io.environment), () => undefined, { keyless: true });
    const { where } = tools.store;
    await tools.close();
    io.out(values.json ? JSON.stringify({ database: where, migrated: true }) : `The schema is up to date in ${where}.`);
    return 0;
  },
};
