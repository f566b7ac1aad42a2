import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

/** What is read of vitest's JSON report. */
type Report = {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    /** Milliseconds since 1970. */
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
};

export type TestFile = {
  /** Relative to the working directory. */
  readonly file: string;
  readonly seconds: number;
  /** One for each failed test, or for a file that could not be run. */
  readonly failures: readonly { readonly test: string; readonly messages: readonly string[] }[];
  /** Names. */
  readonly passed: readonly string[];
  readonly skipped: readonly string[];
};

const SKIPPED = new Set(["pending", "skipped", "todo", "disabled"]);

/**
 * Runs vitest with its usual output.
 *
 * @returns `files`: null if it ended without a report
 */
export async function runVitest(args: readonly string[]): Promise<{ code: number; files: readonly TestFile[] | null }> {
  const folder = await mkdtemp(join(tmpdir(), "tidings-report-"));
  const file = join(folder, "report.json");
  const flags = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const child = spawn("vitest", ["run", ...flags, ...args], { stdio: "inherit" });
  const code = await new Promise<number>((resolve) => child.on("close", (status) => resolve(status ?? 1)));
  const report = JSON.parse(await readFile(file, "utf8").catch(() => "null")) as Report | null;
  await rm(folder, { recursive: true, force: true });
  return { code, files: report && report.testResults.map(readFileResult) };
}

function readFileResult(result: Report["testResults"][number]): TestFile {
  const tests = result.assertionResults;
  const failures = tests
    .filter(({ status }) => status === "failed")
    .map(({ fullName: test, failureMessages: messages }) => ({ test, messages }));
  const isBroken = result.status === "failed" && failures.length === 0;
  return {
    file: relative(".", result.name),
    seconds: (result.endTime - result.startTime) / 1000,
    failures: isBroken ? [{ test: "(the whole file)", messages: [result.message] }] : failures,
    passed: tests.filter(({ status }) => status === "passed").map(({ fullName }) => fullName),
    skipped: tests.filter(({ status }) => SKIPPED.has(status)).map(({ fullName }) => fullName),
  };
}
