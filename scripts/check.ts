import { spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";

/**
 * `npm run check`: everything that is fast enough to run before each commit. The steps run in parallel, two at a time;
 * the output of a failing step is shown in full. `--without-tests`: skips the tests, for when they run next.
 */
const steps: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ["generated files", "node", "scripts/generate.ts", "--check"],
  ["format", "oxfmt", "--check", "."],
  ["lint", "oxlint", "--type-aware", "--deny-warnings"],
  ["types", ...typesOf(".")],
  ["types of the console", ...typesOf("console")],
  ["types of the client", ...typesOf("packages/client")],
  ["dead code", "knip"],
  ["unit and contract tests", "vitest", "run", "--project", "quick"],
];

/**
 * One thread: several threads infer the same types, in 20 s of CPU instead of 13 on two cores. Files that have not
 * changed since the last run are not checked again: 16 s the first time, 3 s without changes.
 */
function typesOf(project: string): readonly [command: string, ...args: string[]] {
  const known = `node_modules/.cache/types/${project.replaceAll(/[^a-z]/g, "")}.tsbuildinfo`;
  return ["tsc", "-p", project, "--singleThreaded", "--incremental", "--tsBuildInfoFile", known];
}

/** What an incremental step remembers between two runs; null: nothing yet. */
function memoryOf(args: readonly string[]): string | null {
  const file = args.find((arg) => arg.endsWith(".tsbuildinfo"));
  return file !== undefined && existsSync(file) ? file : null;
}

function run([name, command, ...args]: (typeof steps)[number]): Promise<boolean> {
  const started = performance.now();
  const memory = memoryOf(args);
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
    const output: Buffer[] = [];
    child.stdout.on("data", (data: Buffer) => output.push(data));
    child.stderr.on("data", (data: Buffer) => output.push(data));
    child.on("error", (error) => output.push(Buffer.from(`${error.message}\n`)));
    child.on("close", (code) => {
      // It keeps errors of files that depend on global types, also when the import that changed those types is gone.
      if (code !== 0 && memory !== null) {
        rmSync(memory);
        resolve(run([name, command, ...args]));
        return;
      }
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`${code === 0 ? "ok  " : "FAIL"} ${name} (${seconds} s)`);
      if (code !== 0) process.stdout.write(Buffer.concat(output));
      resolve(code === 0);
    });
  });
}

const queue = steps.filter(([, command]) => command !== "vitest" || !process.argv.includes("--without-tests"));
let good = true;
async function worker(): Promise<void> {
  for (let step = queue.shift(); step; step = queue.shift()) good = (await run(step)) && good;
}
await Promise.all([worker(), worker()]);
process.exitCode = good ? 0 : 1;
