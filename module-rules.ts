/**
 * Who may import whom: the one table of the house. `oxlint.config.ts` and `test/module-rules.test.ts` read it.
 *
 * - `imports`: rooms whose values may be used.
 * - `types`: rooms of which only types may be used.
 * - `packages`: npm packages and Node built-ins allowed in the room.
 *
 * Inside a room imports are relative; between rooms they start with `#`. ARCHITECTURE.md tells why.
 */
export type ModuleRules = {
  readonly imports: readonly string[];
  readonly types: readonly string[];
  readonly packages: readonly string[];
};

export const modules = {
  lib: { imports: [], types: [], packages: ["node:async_hooks", "node:crypto", "node:timers/promises"] },
  contract: { imports: ["lib"], types: [], packages: ["zod"] },
  domain: {
    imports: ["lib"],
    types: [],
    packages: ["libphonenumber-js", "temporal-polyfill", "node:crypto"],
  },
  engine: { imports: ["lib", "domain"], types: [], packages: ["node:timers/promises"] },
  store: {
    imports: ["lib", "domain"],
    types: [],
    packages: [
      "pg",
      "node:async_hooks",
      "node:child_process",
      "node:crypto",
      "node:fs",
      "node:fs/promises",
      "node:module",
      "node:net",
      "node:os",
      "node:path",
      "node:sqlite",
      "node:stream",
      "node:timers/promises",
      "node:url",
    ],
  },
  gateways: {
    imports: ["lib"],
    types: ["domain"],
    packages: [
      "@xmldom/xmldom",
      "libphonenumber-js",
      "zod",
      "smpp",
      "node:crypto",
      "node:net",
      "node:tls",
      "node:timers/promises",
    ],
  },
  hosts: { imports: ["lib"], types: ["domain"], packages: ["node:crypto", "@node-rs/argon2"] },
  commerce: { imports: ["lib"], types: ["domain"], packages: ["node:crypto"] },
  api: {
    imports: ["lib", "contract", "domain"],
    types: [],
    packages: [
      "hono",
      "zod",
      "csv-parse",
      "marked",
      "minisearch",
      "node:crypto",
      "node:fs",
      "node:path",
      "node:util",
      "node:zlib",
    ],
  },
  cli: {
    imports: ["lib", "app"],
    types: [],
    packages: ["node:util", "node:fs", "node:process", "node:timers/promises"],
  },
  app: {
    imports: ["lib", "contract", "domain", "engine", "store", "gateways", "hosts", "commerce", "api"],
    types: [],
    packages: [
      "@hono/node-server",
      "hono",
      "pino",
      "prom-client",
      "undici",
      "node:crypto",
      "node:dns",
      "node:dns/promises",
      "node:events",
      "node:fs",
      "node:fs/promises",
      "node:http",
      "node:net",
      "node:os",
      "node:path",
      "node:process",
      "node:stream",
      "node:stream/promises",
      "node:url",
      "node:v8",
      "node:vm",
      "node:zlib",
      "zod",
    ],
  },
} as const satisfies Record<string, ModuleRules>;
