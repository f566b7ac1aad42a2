#!/usr/bin/env node
// The machine's own Node may be too old to run TypeScript: the one that npm installed beside us is not.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));
const node = join(
  dirname(require.resolve("node/package.json")),
  "bin",
  process.platform === "win32" ? "node.exe" : "node",
);
const { status, signal, error } = spawnSync(node, ["--max-semi-space-size=32", main, ...process.argv.slice(2)], {
  stdio: "inherit",
});
if (error) throw error;
if (signal) process.kill(process.pid, signal);
process.exitCode = status ?? 1;
