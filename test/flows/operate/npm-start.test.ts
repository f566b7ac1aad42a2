import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, cp, mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { afterAll, beforeAll, expect, test } from "vitest";

import { serverProcesses } from "#store/embedded/processes";

import { machinePath } from "../../support/package/machine-path.ts";
import { callService, firstAdministrator } from "../../support/service/service.ts";
import { eventually, killHard } from "../../support/service/processes.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const run = promisify(execFile);

let folder: string;
/** Of the tests that only stop a service: its database is created once. */
let data: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tidings-npm-"));
  // Otherwise the server's user could not reach its data, and the database would be created elsewhere.
  await chmod(folder, 0o755);
  data = join(folder, "data");
});
afterAll(async () => {
  // What a failed test left running.
  for (const left of [data, join(folder, "clone", "data")]) {
    const file = join(left, "tidings.pid");
    if (existsSync(file)) killHard((JSON.parse(await readFile(file, "utf8")) as { pid: number }).pid);
    for (const pid of await databaseOf(left)) killHard(pid);
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const databaseOf = async (inData: string): Promise<number[]> =>
  existsSync(inData) ? serverProcesses(join(await realpath(inData), "pg", "18", "data")) : [];

/** Starts the service as the guide says, and waits for its banner. */
async function start(command: string, args: readonly string[], cwd: string, inData = data) {
  const child = spawn(command, args, {
    cwd,
    env: {
      PATH: machinePath,
      HOME: process.env["HOME"],
      TIDINGS_DATA: inData,
      TIDINGS_LISTEN: "127.0.0.1:0",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let ended = false;
  child.stdout.on("data", (chunk) => (output += String(chunk)));
  child.stderr.on("data", (chunk) => (output += String(chunk)));
  const exited = new Promise<void>((resolve) =>
    child.once("close", () => {
      ended = true;
      resolve();
    }),
  );
  await eventually(() => {
    if (ended) throw new Error(output);
    return /ready at http:\S+/.test(output) && output.endsWith("\n\n");
  });
  return { child, url: /ready at (http:\S+)/.exec(output)![1]!, exited, output: () => output };
}

const isGone = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`).then(
    () => false,
    () => true,
  );

test.each([
  { command: "npm", args: ["start"], waits: true, ending: "and it ends when everything is shut down, not before" },
  { command: "npx", args: ["tidings", "serve"], waits: false, ending: "which may be after npx has ended" },
])(
  "SIGTERM to `$command $args` stops the service, and its database with it, $ending",
  async ({ command, args, waits }) => {
    const service = await start(command, args, root);
    const database = await databaseOf(data);
    expect(database).not.toEqual([]);
    try {
      service.child.kill("SIGTERM");
      await service.exited;
      if (waits) {
        expect(existsSync(join(data, "tidings.pid"))).toBe(false);
        expect(await isGone(service.url)).toBe(true);
      } else await eventually(() => isGone(service.url));
      await eventually(() => database.every((pid) => !existsSync(`/proc/${pid}`)));
    } finally {
      database.filter((pid) => existsSync(`/proc/${pid}`)).forEach(killHard);
    }
  },
);

test("a clone installed without any script starts and sends, on the Node and the PostgreSQL of the lock file", async () => {
  const clone = join(folder, "clone");
  const { stdout } = await run(
    "git",
    ["ls-files", "-z", "--", "bin", "src", "package.json", "package-lock.json", "openapi.json"],
    {
      cwd: root,
      maxBuffer: 1e8,
    },
  );
  for (const file of stdout.split("\0").filter(Boolean)) {
    if (existsSync(join(root, file))) await cp(join(root, file), join(clone, file));
  }
  await run("npm", ["ci", "--ignore-scripts", "--omit=dev", "--prefer-offline", "--no-audit", "--no-fund"], {
    cwd: clone,
    env: { PATH: machinePath, HOME: process.env["HOME"] },
    maxBuffer: 1e8,
  });
  const service = await start("npm", ["start"], clone, join(clone, "data"));
  try {
    const admin = firstAdministrator(service.output())!;
    const { body } = await callService(service, admin, "/send", {
      numbers: ["+15005550000"],
      message: "Hello",
    });
    expect(body).toMatchObject({ status: "success", data: { recipients: { accepted: 1 } } });
  } finally {
    service.child.kill("SIGTERM");
    await service.exited;
  }
  // An install and a first start from the sources: 187 s at a load of 48.
}, 600_000);
