import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { backUp } from "#app/backup/backup";
import { readConfig } from "#app/config/config";
import { runChecks } from "#app/doctor/doctor";
import { consent } from "../../../src/cli/consent.ts";

import { eventually } from "../../support/engine/engine.ts";
import { tamper } from "../../support/people/consents.ts";
import { freshPhone } from "../../support/people/newsletter.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

const KEY = "a-secret-key-of-this-test-0123456789-0123456789";
let service: TestService;
let folder: string;
let environment: Record<string, string>;
beforeAll(async () => {
  service = await startTestService({ TIDINGS_SECRET_KEY: KEY });
  folder = await mkdtemp(join(tmpdir(), "tidings-consent-"));
  environment = {
    DATABASE_URL: service.url,
    TIDINGS_SECRET_KEY: KEY,
    TIDINGS_DATA: folder,
    TIDINGS_LISTEN: "127.0.0.1:0",
    TIDINGS_GATEWAY: "sandbox://default",
  };
});
afterAll(async () => {
  await service.end();
  await rm(folder, { recursive: true, force: true });
});

async function run(...args: string[]) {
  const lines: string[] = [];
  const out = (line: string): void => void lines.push(line);
  const code = await consent.run(args, { out, err: out, environment });
  return { code, text: lines.join("\n") };
}

const doctor = async () => (await runChecks(environment)).filter(({ about }) => about === "consent ledger");

test("the ledger is sealed by the running service, and its root is the same in log, backup, doctor and command", async () => {
  const joined = await service.call("POST", "/newsletter", { name: "Ada", mobile: freshPhone(), double_opt_in: false });
  expect(joined.status).toBe(200);
  await service.pool.query("update consent_sealings set due = now()");
  const line = await eventually(async () => service.logged.find(({ message }) => message === "consent ledger sealed"));
  expect(line).toEqual({
    level: "info",
    message: "consent ledger sealed",
    seal: 1,
    records: 1,
    root: expect.any(String),
  });
  const root = String(line!["root"]);

  expect(await run("verify")).toEqual({
    code: 0,
    text: `1 record in 1 seal: nothing was changed.\nNewest root, of seal 1: ${root}`,
  });
  expect((await run("verify", "--root", root)).code).toBe(0);
  expect(await doctor()).toEqual([
    { level: "ok", about: "consent ledger", text: `1 record in 1 seal: nothing was changed. Seal 1: ${root}.` },
  ]);
  const made = await backUp(readConfig(environment), join(folder, "a.backup"), { withKey: false }, () => undefined);
  expect(made.consentRoot).toBe(root);
});

test("a root that is not of this ledger fails", async () => {
  expect(await run("verify", "--root", "0".repeat(64))).toEqual({
    code: 1,
    text: "The given root is not one of this ledger.",
  });
  await expect(run("verify", "--root", "abc")).rejects.toThrow("64 hexadecimal digits");
  await expect(run("check")).rejects.toThrow('there is no action "check"');
});

test("a changed record is named by the command and by doctor", async () => {
  await tamper(service.pool, "update consent_records set kind = 'confirmed' where id = 1");
  const text = "Record 1 was changed, or is not in its place.";
  expect(await run("verify")).toEqual({ code: 1, text });
  expect(JSON.parse((await run("verify", "--json")).text).issue).toEqual({ kind: "changed", recordId: 1, text });
  expect(await doctor()).toEqual([
    { level: "error", about: "consent ledger", text: `${text} The ledger was changed outside of Tidings.` },
  ]);
});
