import { availableParallelism } from "node:os";

import { defineConfig } from "vitest/config";

import { LongFirst } from "./test/support/long-first.ts";

const shared = {
  setupFiles: [
    "test/support/contract/check-replies.ts",
    "test/support/database/record-statements.ts",
    "test/support/database/drop-left.ts",
  ],
  // These are for what hangs, not for what is slow: other work may leave a test a twentieth of a core.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // A second, as it would be, is not enough on a busy machine.
  expect: { poll: { timeout: 60_000 } },
  pool: "forks" as const,
  // As the service runs. The contract tests took 40.4 s of CPU in place of 41.5, side by side.
  execArgv: ["--max-semi-space-size=32"],
  // A worker loads a module once and not once for each of 230 files: 73 s in place of 106. Tests keep no state.
  isolate: false,
};

const cores = Math.max(2, availableParallelism());

/** `quick` is what `npm run check` runs; `flows` are whole stories with processes, peers and browsers. */
export default defineConfig({
  test: {
    globalSetup: ["test/support/database/global-setup.ts"],
    // Concurrent tests wait for timeouts, which costs nothing.
    maxConcurrency: 40,
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          ...shared,
          name: "quick",
          // Contract tests wait for the database: 104 s with one more than there are cores, 121 s without.
          maxWorkers: cores + 1,
          sequence: { groupOrder: 0 },
          include: [
            "src/**/*.test.ts",
            "test/*.test.ts",
            "test/contract/**/*.test.ts",
            // Not by `exclude`: that of a project would make `--exclude` on the command line mean nothing.
            "test/conformance/**/!(*-prism).test.ts",
          ],
        },
      },
      {
        test: {
          ...shared,
          name: "flows",
          // Much of their time they wait, for leases, retries and processes. On two idle cores without Debian's
          // programs, 491 s with four times the cores, which used 94 % of them, and 516 s with three. More than 24
          // would need more memory than a workstation has.
          maxWorkers: Math.min(4 * cores, 24),
          sequence: { groupOrder: 1 },
          include: ["test/flows/**/*.test.ts", "test/conformance/**/*-prism.test.ts"],
        },
      },
    ],
  },
});
