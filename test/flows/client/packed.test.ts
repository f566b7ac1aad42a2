import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, expect, test } from "vitest";

import { carriedOut, passOn } from "../../support/client/forward.ts";
import { startHostileServer, type HostileServer } from "../../support/client/hostile-server.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../../..");
/** Ours, and the version that most people have. */
const compilers = [join(root, "node_modules/.bin/tsc"), join(root, "test/client/node_modules/.bin/tsc")];

let service: TestService;
let server: HostileServer;
let folder: string;

beforeAll(async () => {
  service = await startTestService();
  server = await startHostileServer(async (response, request) => passOn(await carriedOut(service, request), response));
  folder = await mkdtemp(join(tmpdir(), "tidings-client-"));
  await run(process.execPath, [join(root, "scripts/build-client.ts")], { cwd: root, env: environment() });
  await run("npm", ["pack", "--pack-destination", folder], { cwd: join(root, "packages/client") });
  const [tarball] = (await readdir(folder)).filter((name) => name.endsWith(".tgz"));
  await cp(join(root, "test/support/client/project"), folder, { recursive: true });
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", join(folder, tarball!)], { cwd: folder });
});
afterAll(async () => {
  await server.end();
  await service.end();
  await rm(folder, { recursive: true, force: true });
});

const environment = () => ({ ...process.env, PATH: `${join(root, "node_modules/.bin")}:${process.env["PATH"]}` });

test("the package has JavaScript, types, the license and the README, and no dependency", async () => {
  const installed = join(folder, "node_modules/tidings-client");
  expect((await readdir(installed)).toSorted()).toEqual(["LICENSE", "README.md", "dist", "package.json"]);
  const modules = await readdir(join(folder, "node_modules"));
  expect(modules.filter((name) => !name.startsWith("."))).toEqual(["tidings-client"]);
});

test.each(compilers)("a program with it compiles under the strictest settings: %s", async (tsc) => {
  const said = await run(tsc, ["-p", folder, "--pretty", "false"]).then(
    ({ stdout }) => stdout,
    (error: { stdout: string; message: string }) => error.stdout || error.message,
  );
  expect(said).toBe("");
});

test.each(compilers)("the programs of its README compile in a strict project: %s", async (tsc) => {
  const readme = await readFile(join(root, "packages/client/README.md"), "utf8");
  const programs = [...readme.matchAll(/```ts\n([^]*?)```/g)].map(([, program]) => program!);
  expect(programs.length).toBeGreaterThan(2);
  // What the text around a program says is there.
  const given = `import { createClient } from "tidings-client";
    declare global {
      const tidings: ReturnType<typeof createClient>;
      const id: string;
      const rawBody: string;
      const request: import("node:http").IncomingMessage;
    }`;
  const files = programs.map((_, nth) => `readme-${nth}.ts`);
  await writeFile(join(folder, "given.ts"), given);
  for (const [nth, file] of files.entries()) await writeFile(join(folder, file), programs[nth]!);
  const compilerOptions = {
    types: ["node"],
    typeRoots: [join(root, "node_modules/@types")],
    skipLibCheck: true,
    noPropertyAccessFromIndexSignature: false,
  };
  const project = { extends: "./tsconfig.json", compilerOptions, files: ["given.ts", ...files] };
  await writeFile(join(folder, "readme.json"), JSON.stringify(project));
  const said = await run(tsc, ["-p", join(folder, "readme.json"), "--pretty", "false"]).then(
    ({ stdout }) => stdout,
    (error: { stdout: string; message: string }) => error.stdout || error.message,
  );
  expect(said).toBe("");
});

test("the program works with a running service", async () => {
  await run(compilers[0]!, ["-p", folder, "--noEmit", "false"]);
  const { user, password } = service.admin;
  const { stdout } = await run(process.execPath, [join(folder, "program.js")], {
    timeout: 120_000,
    env: { PATH: process.env["PATH"], TIDINGS_URL: server.url, TIDINGS_USER: user, TIDINGS_PASSWORD: password },
  });
  expect(JSON.parse(stdout)).toEqual({
    accepted: 3,
    last: "completed",
    recipients: ["+15005550000", "+15005551001", "+15005551002"],
    csvLines: 4,
    imported: "completed",
    refused: "invalid_parameter numbers[0]",
    missing: "not_found",
    replayed: true,
    unreachable: "TidingsConnectionError",
    forged: "WebhookVerificationError",
  });
});
