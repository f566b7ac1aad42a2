import { spawnSync } from "node:child_process";

import { needs, optional } from "./testing/needs.ts";
import { runVitest, type TestFile } from "./testing/run-vitest.ts";

/**
 * `npm test`: every test. Tests that need a missing Debian package are skipped and listed at the end, with how to
 * install it; under CI_FULL=1 a skipped test is a failure. Under TIDINGS_TEST_RETRY=1 files that failed are run once
 * more, alone and from their start: what passes then is listed as flaky. Arguments are passed to vitest: a path,
 * `--shard=1/2`.
 */
const full = process.env["CI_FULL"] === "1";
const retries = process.env["TIDINGS_TEST_RETRY"] === "1";
/** With more failures, the cause is not a busy machine. */
const MAX_RETRIED = 12;

// Once and first: a build replaces the files that a running service loads.
spawnSync("node", ["scripts/build-console.ts", "--if-outdated"], { stdio: "inherit" });
const first = await runVitest(process.argv.slice(2));
const failing = (first.files ?? []).filter(hasFailed);
let { code } = first;
let files = first.files ?? [];
if (retries && failing.length > 0 && failing.length <= MAX_RETRIED) {
  console.log(`\nOnce more: ${failing.map(({ file }) => file).join(", ")}`);
  // One file at a time: a failure may have been due to a busy processor.
  const second = await runVitest(["--maxWorkers=1", ...failing.map(({ file }) => file)]);
  ({ code } = second);
  files = files.map((one) => second.files?.find(({ file }) => file === one.file) ?? one);
}

const leftOut = files.flatMap(({ file, skipped }) => skipped.map((test) => ({ file, test })));
for (const need of needs) {
  const count = leftOut.filter(({ file }) => need.files.test(file)).length;
  if (count > 0 && !need.present()) console.log(`Left out: ${count} tests that need ${need.what}.\n  ${need.remedy}`);
}
const unexplained = leftOut.filter(({ file }) => !optional.test(file));
if (full) for (const { file, test } of unexplained) console.log(`Left out in CI: ${file}: ${test}`);
for (const { file, seconds } of slowest(files)) console.log(`Slow: ${seconds.toFixed(1)} s in ${file}`);
for (const { file, failures } of failing) {
  if (files.some((one) => one.file === file && hasFailed(one))) continue;
  for (const { test, messages } of failures) {
    console.log(`Flaky, passed only at the second attempt: ${file}: ${test}\n${messages.join("\n")}`);
  }
}
const passed = files.reduce((sum, file) => sum + file.passed.length, 0);
const failed = files.reduce((sum, file) => sum + file.failures.length, 0);
const ended = first.files ? "" : ", and vitest ended without a report";
console.log(`\n${passed} passed, ${failed} failed, ${leftOut.length} skipped${ended}`);
process.exitCode = code !== 0 || failed > 0 || !first.files || (full && unexplained.length > 0) ? 1 : 0;

function hasFailed({ failures }: TestFile): boolean {
  return failures.length > 0;
}

/** The ten slowest files, if that many ran. */
function slowest(results: readonly TestFile[]): readonly TestFile[] {
  if (results.length < 50) return [];
  return results.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10);
}
