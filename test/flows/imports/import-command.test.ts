import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { runCli } from "../../../src/cli/main.ts";
import { startPgProxy } from "../../support/database/pg-proxy.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

const key = { TIDINGS_SECRET_KEY: "k".repeat(40) };
let service: TestService;
let folder: string;
beforeAll(async () => {
  service = await startTestService(key);
  folder = await mkdtemp(join(tmpdir(), "tidings-import-"));
});
afterAll(async () => {
  await service.end();
  await rm(folder, { recursive: true, force: true });
});

/** A command beside the running service, with its settings. */
const tidings = (...args: string[]) => tidingsOn(service.url, ...args);

async function tidingsOn(database: string, ...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const environment = { ...key, DATABASE_URL: database, TIDINGS_GATEWAY: "sandbox://default" };
  const io = { out: (line: string) => out.push(line), err: (line: string) => err.push(line), environment };
  const code = await runCli(["import", ...args], io);
  return { code, out: out.join("\n"), err: err.join("\n") };
}

async function fileOf(text: string): Promise<string> {
  const file = join(folder, "people.csv");
  await writeFile(file, text);
  return file;
}

const manyPeople = `Name,Mobile\n${Array.from({ length: 20_000 }, (_, nth) => `P${nth},+49151${20_000_000 + nth}\n`).join("")}`;

test("a file is tried, imported and waited for on the command line", async () => {
  const { body } = await service.call("POST", "/groups", { name: "Guests" });
  const group = String(body.data.id);
  const file = await fileOf("Who;Where;How\nAda;Köln;0151 12345678\nBen;Ulm;12\n");
  const args = [
    file,
    "--group",
    group,
    "--map",
    "Who=name",
    "--map",
    "Where=field:city",
    "--map",
    "How=phone",
    "--country",
    "DE",
  ];
  const tried = await tidings(...args, "--dry-run", "--wait");
  expect(tried).toMatchObject({ code: 0, err: "" });
  expect(tried.out).toMatch(/^Who: name\nWhere: field:city\nHow: phone\nJob job_\S+\n[\s\S]*created: 1\n/);
  const [job] = /job_\S+/.exec(tried.out)!;
  expect(tried.out).toContain(
    `\nWhich rows were left out, and why: GET /svc/v1/imports/${job}/errors, or the console.`,
  );
  expect((await service.call("GET", "/subscribers")).body.data.items).toEqual([]);

  const done = await tidings(...args, "--source", "counter", "--wait", "--json");
  expect(done).toMatchObject({ code: 0, err: "" });
  expect(JSON.parse(done.out)).toMatchObject({
    state: "completed",
    created_by: "operator",
    result: { created: 1, invalid: 1 },
  });
  const { items } = (await service.call("GET", `/subscribers?group_id=${group}`)).body.data;
  expect(items).toMatchObject([{ name: "Ada", mobile: "+4915112345678", custom_fields: { city: "Köln" } }]);
});

test("groups that rows name are created on the command line on request, and listed", async () => {
  const file = await fileOf('Mobile,Tags\n+4915112345690,"Red, Blue"\n+4915112345691,Red\n');
  const without = await tidings(file, "--wait");
  expect(without.out).toMatch(/^invalid: 2$/m);
  expect(without.out).not.toContain("new group");
  const tried = await tidings(file, "--create-groups", "--dry-run", "--wait");
  expect(tried).toMatchObject({ code: 0, err: "" });
  expect(tried.out).toMatch(/^dry run: true$/m);
  expect(tried.out).toMatch(/\nnew group Red: 2 people\nnew group Blue: 1 person\n?$/);
  expect((await service.call("GET", "/groups?search=Red")).body.data.items).toEqual([]);
  const done = await tidings(file, "--create-groups", "--wait");
  expect(done.out).toMatch(/^created: 2$[^]*^new group Red: 2 people\nnew group Blue: 1 person$/m);
});

test("an import that fails ends with its reason", async () => {
  const file = await fileOf('Name,Mobile\n"Ada,+4915112345678\n');
  expect(await tidings(file, "--wait")).toMatchObject({ code: 1, err: expect.stringContaining("never closed") });
});

test("an import that is canceled while the command waits ends with a sentence", async () => {
  const waiting = tidings(await fileOf(manyPeople), "--wait");
  const id = await expect
    .poll(async () => (await service.call("GET", "/jobs?kind=import")).body.data.items[0])
    .toMatchObject({ finished_at: null })
    .then(async () => (await service.call("GET", "/jobs?kind=import")).body.data.items[0].id);
  expect((await service.call("POST", `/jobs/${id}/cancel`)).status).toBe(200);
  expect(await waiting).toMatchObject({ code: 1, err: "tidings: the import was canceled" });
});

test("a database that is away while the command waits is waited for", async () => {
  const proxy = await startPgProxy(service.url);
  try {
    const cut = proxy.breakAt({ statement: "from jobs where id = $1", how: "cut" });
    const waiting = tidingsOn(proxy.url, await fileOf("Name,Mobile\nAda,+4915112345670\n"), "--wait");
    await cut;
    const done = await waiting;
    expect(done).toMatchObject({ code: 0, err: "" });
    expect(done.out).toMatch(/^created: 1$/m);
  } finally {
    await proxy.close();
  }
});

test("a refusal names the options", async () => {
  const file = await fileOf("Name,Mobile\nAda,+4915112345678\n");
  expect(await tidings(file, "--group", "999")).toMatchObject({
    code: 1,
    err: "tidings: --group is not the id of a group",
  });
  expect(await tidings(file, "--map", "Nobody=name")).toMatchObject({
    code: 1,
    err: expect.stringContaining("--map names 1 column"),
  });
});

test("wrong usage is reported before anything is opened", async () => {
  expect((await tidings()).code).toBe(2);
  expect(await tidings("people.csv", "--map", "Name")).toMatchObject({
    code: 2,
    err: expect.stringContaining("HEADING=TARGET"),
  });
  expect(await tidings(join(folder, "none.csv"))).toMatchObject({
    code: 2,
    err: expect.stringContaining("does not exist"),
  });
  expect(await tidings(folder)).toMatchObject({ code: 2, err: expect.stringContaining("is a folder") });
  expect(await tidings("/dev/null")).toMatchObject({ code: 2, err: expect.stringContaining("is not a regular file") });
});
