import { execFile, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, readFile, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, expect, test } from "vitest";

import { clonedCommit } from "#app/version";
import { serverProcesses } from "#store/embedded/processes";

import { createDatabase, dropDatabase } from "../../support/database/database.ts";
import { compileSite } from "../../support/payload/compile.ts";
import { payloadMissing } from "../../support/payload/folder.ts";
import { installPackage, type Installed } from "../../support/package/installed.ts";
import type { Credentials } from "../../support/service/test-service.ts";
import { eventually, killHard } from "../../support/service/processes.ts";
import { callService, firstAdministrator } from "../../support/service/service.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../../..");

let installed: Installed;
beforeAll(async () => {
  installed = await installPackage();
  await run("npm", ["run", "build:payload"], { cwd: root });
  // A build and an install: 46 s with two cores nearly free, 178 s at a load of 40.
}, 600_000);
afterAll(() => installed?.remove());

/** Starts a program in the folder that has the package; its output is the text of both streams. */
function start(command: string, args: readonly string[], settings: Readonly<Record<string, string>>) {
  const child = spawn(command, args, {
    cwd: installed.folder,
    env: { ...installed.environment, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (data) => (output += String(data)));
  child.stderr.on("data", (data) => (output += String(data)));
  const exited = new Promise<number | NodeJS.Signals>((resolve) =>
    child.once("close", (code, signal) => resolve(signal ?? code ?? 0)),
  );
  return {
    child,
    exited,
    output: () => output,
    async until(said: RegExp): Promise<string> {
      await eventually(() => {
        if (child.exitCode !== null) throw new Error(output);
        return said.test(output);
      });
      return said.exec(output)![1]!;
    },
  };
}

async function isDelivered(service: { readonly url: string }, as: Credentials): Promise<boolean> {
  const { body } = await callService(service, as, "/outbox");
  return JSON.stringify(body).includes('"delivered"');
}

test("the tarball has the programs and the documents, and no sources, tests or local data", () => {
  const { files } = installed;
  for (const name of ["LICENSE", "README.md", "CHANGELOG.md", "openapi.json", "bin/tidings.js", "dist/index.d.ts"]) {
    expect(files).toContain(name);
  }
  expect(files).toContain("dist/tidings-wordpress.zip");
  expect(files.filter((name) => name.endsWith(".sql")).length).toBeGreaterThan(10);
  const sources = files.filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts"));
  expect(sources.filter((name) => !name.startsWith("examples/"))).toEqual([]);
  expect(files.filter((name) => /^(src|test|bench|scripts|data|node_modules|packages)\//.test(name))).toEqual([]);
  // Of the console, what the service serves.
  expect(files.filter((name) => name.startsWith("console/") && !name.startsWith("console/dist/"))).toEqual([]);
  expect(files.includes("console/dist/index.html")).toBe(
    existsSync(new URL("../../../console/index.html", import.meta.url)),
  );
});

test("the plugin for Payload compiles against the types of the package, and its tarball has what a site loads", async () => {
  const { stdout } = await run("npm", ["pack", "--dry-run", "--json", "./packages/payload"], { cwd: root });
  const files = [...stdout.matchAll(/"path": "([^"]+)"/g)].map(([, path]) => path!);
  const loaded = ["index.js", "index.d.ts", "client.js", "rsc.js"].map((name) => `dist/${name}`);
  expect(files).toEqual(expect.arrayContaining(["LICENSE", "README.md", ...loaded]));
  expect(files.filter((name) => name.endsWith(".tsx") || name.startsWith("src/"))).toEqual([]);
});

test.skipIf(payloadMissing)(
  "the files of the guide to Payload compile in a site, with its generated types",
  async () => {
    expect(await compileSite(installed.folder)).toBe("");
  },
  180_000,
);

test("npx tidings serve runs from it, with a PostgreSQL of its own, and sends", async () => {
  const { stdout } = await run("npx", ["tidings", "--version"], {
    cwd: installed.folder,
    env: installed.environment,
  });
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const commit = await clonedCommit();
  expect(stdout.trim()).toBe(commit === null ? version : `${version} (${commit})`);

  const data = join(installed.folder, "data");
  const service = start("npx", ["tidings", "serve"], { TIDINGS_DATA: data, TIDINGS_LISTEN: "127.0.0.1:0" });
  try {
    const url = await service.until(/ready at (http:\S+)[\s\S]*\n\n$/);
    const line = /^\{.*"starting".*$/m.exec(service.output())![0];
    expect(JSON.parse(line)).toMatchObject({ version, commit });
    const admin = firstAdministrator(service.output())!;
    const sent = await callService({ url }, admin, "/send", { numbers: ["+15005550000"], message: "Hello" });
    expect(sent.body).toMatchObject({ status: "success", data: { recipients: { accepted: 1 } } });
    await eventually(() => isDelivered({ url }, admin));
    // What is read from the package's own folders: documents, contract.
    for (const page of ["/docs/guide/first-message", "/openapi.json"]) {
      expect((await fetch(`${url}${page}`)).status, page).toBe(200);
    }
    // npx ends at once; the service ends when everything is shut down.
    service.child.kill("SIGTERM");
    await service.exited;
    await eventually(() => !existsSync(join(data, "tidings.pid")));
  } finally {
    const left = await realpath(data).then((folder) => serverProcesses(join(folder, "pg", "18", "data")));
    left.forEach(killHard);
  }
});

test("on a Node that is too old, the import of the library says which one it needs", async () => {
  // What the oldest Node that npm accepts lacks, and its version.
  const older = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })";
  const flags = ["--no-experimental-sqlite", "--import", `data:text/javascript,${encodeURIComponent(older)}`];
  for (const program of ['import("tidings")', 'require("tidings")']) {
    const { exited, output } = start(process.execPath, [...flags, "--input-type=commonjs", "--eval", program], {});
    expect(await exited).toBe(1);
    expect(output(), program).toMatch(/needs Node 24\.\d+ or newer; this is 20\.20\.2\. .+npx tidings serve/);
  }
});

test("the programs of the library page compile under strict against the package; the first runs, sends and stops", async () => {
  const page = await readFile(join(root, "docs/reference/library.md"), "utf8");
  const programs = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, program]) => program!);
  const files = ["program.ts", "own-users.ts"];
  expect(programs).toHaveLength(files.length);
  const folder = join(installed.folder, "library");
  await mkdir(folder);
  for (const [nth, file] of files.entries()) await writeFile(join(folder, file), programs[nth]!);
  const compilerOptions = {
    target: "es2023",
    module: "nodenext",
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noPropertyAccessFromIndexSignature: true,
    skipLibCheck: false,
    types: ["node"],
    typeRoots: [join(root, "node_modules/@types")],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  // Our own TypeScript version, and the one most people use.
  for (const compiler of ["node_modules/.bin/tsc", "test/client/node_modules/.bin/tsc"]) {
    const said = await run(join(root, compiler), ["-p", folder, "--pretty", "false"]).then(
      ({ stdout }) => stdout,
      (error: { stdout: string }) => error.stdout,
    );
    expect(said, compiler).toBe("");
  }

  const database = await createDatabase();
  const settings = { DATABASE_URL: database.url, TIDINGS_DATA: join(folder, "data") };
  const started = start(process.execPath, [join(folder, "program.js")], settings);
  try {
    const user = await started.until(/^(admin:.+)$/m);
    const port = await started.until(/port: (\d+)/);
    const [name = "", password = ""] = user.split(":");
    const api = { url: `http://127.0.0.1:${port}` };
    const as = { user: name, password };
    const { body } = await callService(api, as, "/send", { numbers: ["+15005550000"], message: "Hello" });
    expect(body).toMatchObject({ status: "success" });
    await eventually(() => isDelivered(api, as));
    started.child.kill("SIGTERM");
    expect(await started.exited, started.output()).toBe(0);
  } finally {
    started.child.kill("SIGKILL");
    await started.exited;
    await dropDatabase(database);
  }
});
