import type { Log } from "#api/services";
import { openBells } from "#store/bells";

import type { Config } from "./config.ts";

type Bells = Readonly<Record<string, () => void>>;

export type Line = { ring(bell: string): void; close(): Promise<void> };

/**
 * The line to other nodes. An embedded database is this node's alone: then there is nobody to tell.
 *
 * @param parts.own bells of machines that run only where the node works
 * @param parts.everywhere bells that every node hears
 */
export function openLine(
  config: Config,
  parts: {
    readonly self: string;
    readonly works: boolean;
    readonly own: Bells;
    readonly everywhere: Bells;
    readonly log: Log;
    readonly random: () => number;
  },
): Line {
  const { self, works, own, log, random } = parts;
  if (!config.databaseUrl) return { ring: () => undefined, close: async () => undefined };
  const mine: Bells = { ...(works && own), ...parts.everywhere };
  const line = openBells(
    { url: config.databaseUrl.reveal() },
    { self, works, bells: Object.keys(mine), heard: (bell) => mine[bell]?.(), log, random },
  );
  return {
    ring: line.ring,
    async close() {
      // What this node gave back, the others look for at once.
      if (works) Object.keys(own).forEach(line.ring);
      await line.close();
    },
  };
}
