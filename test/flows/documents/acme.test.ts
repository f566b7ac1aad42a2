import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, expect, inject, test } from "vitest";

import { main } from "../../support/service/main.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../../..");

/** What is read of vitest's report. */
type Report = {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly testResults: readonly { readonly status: string }[];
};

let copy: string;
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), "tidings-acme-"));
  const { stdout } = await run("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root });
  for (const file of stdout.split("\n").filter(Boolean)) {
    await mkdir(join(copy, dirname(file)), { recursive: true });
    await cp(join(root, file), join(copy, file)).catch((error: NodeJS.ErrnoException) => {
      // Removed in the work tree, and still in the index.
      if (error.code !== "ENOENT") throw error;
    });
  }
  await symlink(join(root, "node_modules"), join(copy, "node_modules"));
});
afterAll(() => rm(copy, { recursive: true, force: true }));

const inCopy = (command: string, ...args: string[]) =>
  run(command, args, {
    cwd: copy,
    env: {
      PATH: `${join(root, "node_modules/.bin")}:${process.env["PATH"]}`,
      // A run of the suite would make its own, which takes 4 s of CPU.
      TEST_DATABASE_URL: inject("postgres"),
      TIDINGS_TEST_MAIN: main,
    },
  });

test("the gateway in the guide on writing one is complete: generated, typed, and accepted by the suite", async () => {
  const page = await readFile(join(root, "docs/guide/write-a-gateway.md"), "utf8");
  const [gateway, expected] = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map((match) => match[1]!);
  await writeFile(join(copy, "src/gateways/adapters/acme.ts"), gateway!);
  // The page's 0.4 s are for a suite that runs alone; beside other tests an answer took longer than that.
  const patient = expected!.replace("timeout=0.4", "timeout=3");
  expect(patient).not.toBe(expected);
  await writeFile(join(copy, "test/conformance/gateways/acme.ts"), patient);
  await inCopy("node", "scripts/generate.ts");
  expect(await readFile(join(copy, "docs/reference/gateways/acme.md"), "utf8")).toContain("acme://");
  // What the page adds, what it imports, and the index that was generated: `npm run check` has the types of the rest.
  const include = [
    "src/gateways/**/*.d.ts",
    "src/gateways/index.ts",
    "src/gateways/adapters/acme.ts",
    "test/conformance/gateways/acme.ts",
  ];
  const settings = { extends: "./tsconfig.json", include };
  await writeFile(join(copy, "tsconfig.acme.json"), JSON.stringify(settings));
  await inCopy("tsc", "--project", "tsconfig.acme.json");
  const file = join(copy, "report.json");
  const report = ["--reporter=json", `--outputFile.json=${file}`];
  // A failed run says in its report what failed, and on standard error why there is none.
  const { stderr } = await inCopy("vitest", "run", ...report, "test/conformance/gateways", "-t", "acme").catch(
    (error: { readonly stderr: string }) => error,
  );
  const text = await readFile(file, "utf8").catch(() => "{}");
  const { success, numPassedTests, testResults = [] } = JSON.parse(text) as Partial<Report>;
  expect(
    testResults.filter(({ status }) => status === "failed"),
    stderr,
  ).toEqual([]);
  expect(success, stderr).toBe(true);
  expect(numPassedTests).toBeGreaterThan(40);
});
