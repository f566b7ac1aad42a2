/**
 * Who may import whom: the one table of import rules. `oxlint.config.ts` and `test/module-rules.test.ts` read it.
 *
 * - `imports`: the modules it may use.
 * - `packages`: npm packages and Node built-ins allowed in the module.
 *
 * Inside a module imports are relative; between modules they start with `#`. Why the rules are these:
 * ARCHITECTURE.md and docs/decisions/0033-import-rules.md.
 */
export type ModuleRules = {
  readonly imports: readonly string[];
  readonly packages: readonly string[];
};

export const modules = {
  lib: {
    imports: [],
    packages: [
      "csv-parse",
      "ipaddr.js",
      "p-limit",
      "node:async_hooks",
      "node:crypto",
      "node:net",
      "node:timers/promises",
    ],
  },
  contract: { imports: ["lib", "domain"], packages: ["zod"] },
  domain: {
    imports: ["lib"],
    packages: ["libphonenumber-js", "lru-cache", "temporal-polyfill", "node:crypto"],
  },
  engine: { imports: ["lib", "domain"], packages: ["node:timers/promises"] },
  store: {
    imports: ["lib", "domain"],
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
    imports: ["lib", "domain"],
    packages: [
      "@xmldom/xmldom",
      "jose",
      "lru-cache",
      "libphonenumber-js",
      "zod",
      "smpp",
      "node:crypto",
      "node:net",
      "node:tls",
      "node:timers/promises",
    ],
  },
  hosts: {
    imports: ["lib", "domain"],
    packages: ["@node-rs/argon2", "@simplewebauthn/server", "lru-cache", "otpauth", "p-limit", "node:crypto"],
  },
  commerce: { imports: ["lib", "domain"], packages: ["node:crypto"] },
  api: {
    imports: ["lib", "contract", "domain"],

    packages: [
      "hono",
      "zod",
      "csv-parse",
      "lru-cache",
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

    packages: ["node:util", "node:fs", "node:process", "node:timers/promises"],
  },
  app: {
    imports: ["lib", "contract", "domain", "engine", "store", "gateways", "hosts", "commerce", "api"],

    packages: [
      "@hono/node-server",
      "hono",
      "ipaddr.js",
      "nodemailer",
      "pino",
      "prom-client",
      "undici",
      "node:child_process",
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
      "node:util",
      "node:v8",
      "node:vm",
      "node:zlib",
      "zod",
    ],
  },
} as const satisfies Record<string, ModuleRules>;
