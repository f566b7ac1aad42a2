import { readConfig } from "#app/config/config";
import type { IndexOutcome } from "#app/service/open-store";
import { openTools } from "#app/service/open-tools";

import { readArguments, words } from "./arguments.ts";
import type { Command } from "./command.ts";

export const migrate: Command = {
  usage: [
    "tidings migrate [--json]",
    "`tidings serve` does the same at startup, and builds missing indexes while it runs.",
  ],
  async run(args, io) {
    const { values, positionals } = readArguments(args, { json: { type: "boolean", default: false } });
    words(positionals, []);
    const tools = await openTools(readConfig(io.environment), () => undefined, { creates: true, withoutKey: true });
    const { where } = tools.store;
    try {
      const indexes = await tools.store.buildIndexes(new AbortController().signal);
      if (values.json) {
        const outcomes = Object.fromEntries(indexes.map(({ index, outcome }) => [index.name, outcome]));
        io.out(JSON.stringify({ database: where, migrated: true, indexes: outcomes }));
        return 0;
      }
      io.out(`The schema is up to date in ${where}.`);
      for (const line of indexes.flatMap(linesOf)) io.out(line);
      return 0;
    } finally {
      await tools.close();
    }
  },
};

function linesOf({ index, outcome, reason }: IndexOutcome): string[] {
  if (outcome === "present") return [];
  if (outcome === "built") return [`The index ${index.name} was built.`];
  return [`The index ${index.name} was not built: ${reason}. Without it, ${index.without}.`];
}
