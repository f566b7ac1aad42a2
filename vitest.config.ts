import { defineConfig } from "vitest/config";

const shared = {
  globalSetup: ["test/support/database/global-setup.ts"],
  setupFiles: ["test/support/contract/check-replies.ts"],
  // These are for what hangs, not for what is slow: other work may leave a test a tenth of a core.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // A second, as it would be, is not enough on a busy machine.
  expect: { poll: { timeout: 15_000 } },
  pool: "forks" as const,
};

/** `quick` is what `npm run check` runs; `flows` are whole stories with processes, peers and browsers. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    // Concurrent tests wait for time-outs, which costs nothing.
    maxConcurrency: 40,
    projects: [
      {
        test: {
          ...shared,
          name: "quick",
          // A worker loads a module once and not once for each of 230 files: 73 s in place of 106. Tests keep no state.
          isolate: false,
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
        test: { ...shared, name: "flows", include: ["test/flows/**/*.test.ts", "test/conformance/**/*-prism.test.ts"] },
      },
    ],
  },
});
