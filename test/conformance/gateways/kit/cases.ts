import { readdir } from "node:fs/promises";
import { join } from "node:path";

import type { GatewayDeps } from "#domain/gateways/gateway";

import { quietTools } from "./base.ts";
import type { GatewayCase } from "./case.ts";

/** These do not speak HTTP to a provider; their own test files check them against the same port. */
export const OTHER_WIRES = new Set(["sandbox", "smpp"]);

const folder = join(import.meta.dirname, "..");

/** The data files of this folder. */
export const files = (await readdir(folder)).filter(
  (file) => file.endsWith(".ts") && !OTHER_WIRES.has(file.slice(0, -3)),
);

/** Every case of every data file. */
export const cases = (
  await Promise.all(
    files.map(async (file) => ((await import(join(folder, file))) as { cases: readonly GatewayCase[] }).cases),
  )
).flat();

/** The dependencies with which a case's gateway is opened. `say` receives every line of its log. */
export const toolsOf = (one: GatewayCase, say: (line: string) => void): GatewayDeps =>
  quietTools({
    fetch: async (input, init) => {
      const page = one.elsewhere?.[input as string];
      return page === undefined ? fetch(input, init) : new Response(page);
    },
    clock: { now: () => (one.now === undefined ? Date.now() : Date.parse(one.now)) },
    random: Math.random,
    log: (...line) => say(JSON.stringify(line)),
  });
