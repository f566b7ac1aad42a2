import { execFile } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, expect, test } from "vitest";

import { writeIssuer, writeToken, type License } from "#domain/license/license";
import { day } from "#lib/time";
import { main } from "../../support/service/main.ts";
import { runLicense } from "../../../src/cli/license.ts";

import { createDatabase, dropDatabase } from "../../support/database/database.ts";
import { eventually } from "../../support/engine/engine.ts";
import { startTestService, type Answer, type TestService } from "../../support/service/test-service.ts";
import { callService, startServiceProcess } from "../../support/service/service.ts";
import {
  DAILY,
  NEXT_YEAR,
  overdue,
  readSchedule,
  runsOf,
  scheduleCall,
  scheduleIdOf,
  trial,
} from "../../support/engine/schedules.ts";
import { bareEnvironment } from "../../support/service/processes.ts";

let service: TestService;
const stranger = generateKeyPairSync("ed25519");
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

const NOW = Date.now();
const tokenOf = (more: Partial<License> = {}): string =>
  writeToken(
    { licensee: "X", features: ["scheduling", "recurring"], issuedAt: NOW, expiresAt: NOW + day, ...more },
    stranger.privateKey,
  );
const refusal = ({ status, body }: Answer): readonly unknown[] => [status, body.code, body.data.license];
const install = async (at: TestService, token: string): Promise<void> => {
  await at.pool.query(
    "insert into settings (name, value) values ('license', to_jsonb($1::text)) on conflict (name) do update set value = excluded.value",
    [token],
  );
};
/** A node caches what it has read for two seconds. */
const becomes = (at: TestService, state: string): Promise<boolean> =>
  eventually(async () => (await at.licenses.report()).state === state);

test("without a license, with garbage and with another's: 403 that says which, and nothing is stored", async () => {
  expect(refusal(await scheduleCall(service))).toEqual([403, "addon_required", "absent"]);
  await install(service, "not a license");
  await becomes(service, "malformed");
  expect(refusal(await scheduleCall(service))).toEqual([403, "addon_required", "malformed"]);
  await install(service, tokenOf());
  await becomes(service, "forged");
  const forged = await scheduleCall(service);
  expect(refusal(forged)).toEqual([403, "addon_required", "forged"]);
  expect(forged.body.message).toMatch(/not signed with the issuer's key/);
  const { rows } = await service.pool.query("select 1 from schedules");
  expect(rows).toEqual([]);
});

test("invalid dates are reported before the license", async () => {
  const answer = await scheduleCall(service, { schedule: `${NEXT_YEAR}-02-30T12:00:00` });
  expect([answer.status, answer.body.data.details[0].field]).toEqual([400, "schedule"]);
});

test("a refusal for lack of a license is not stored under the key: with one, the same call works", async () => {
  const headers = { "idempotency-key": "later" };
  const call = { schedule: `${NEXT_YEAR}-06-01T12:00:00` };
  await service.pool.query("delete from settings where name = 'license'");
  await becomes(service, "absent");
  expect((await scheduleCall(service, call, headers)).status).toBe(403);
  await trial(service);
  expect((await scheduleCall(service, call, headers)).status).toBe(200);
});

test("each feature is checked on its own", async () => {
  await trial(service, ["scheduling"]);
  expect((await scheduleCall(service)).status).toBe(200);
  const answer = await scheduleCall(service, { repeat: DAILY });
  expect(answer.body.message).toMatch(/does not include recurring messages/);
  await trial(service, ["recurring"]);
  expect((await scheduleCall(service, { repeat: DAILY })).status).toBe(200);
  expect((await scheduleCall(service)).status).toBe(403);
});

test("a schedule that is due without a license waits, visibly, and can be read and ended; a license lets it continue", async () => {
  await trial(service);
  const [one, two] = [await scheduleCall(service), await scheduleCall(service, { if_late: "send" })];
  const [first, second] = [scheduleIdOf(one), scheduleIdOf(two)];
  await service.pool.query("delete from settings where name = 'license'");
  await becomes(service, "absent");
  await overdue(service, first, 1);
  await overdue(service, second, 5_000);
  await eventually(async () => (await readSchedule(service, second))["state"] === "waiting_license");
  await eventually(async () => (await readSchedule(service, first))["state"] === "waiting_license");
  const logged = (): number =>
    service.logged
      .filter(({ message }) => message === "schedules that are due wait for a license")
      .reduce((sum, { count }) => sum + Number(count), 0);
  await eventually(async () => logged() === 2);
  expect((await readSchedule(service, first))["reason"]).toMatch(/No license is installed/);
  expect((await service.call("GET", "/schedules?state=waiting_license")).body.data.items).toHaveLength(2);
  expect((await service.call("GET", `/schedules/${first}`)).body.message).toBe(
    "The schedule is waiting for a license.",
  );
  const refused = await service.call("POST", `/schedules/${first}/run`);
  expect(refusal(refused)).toEqual([403, "addon_required", "absent"]);
  expect((await service.call("PATCH", `/schedules/${first}`, { message: "x" })).status).toBe(403);
  expect((await service.call("DELETE", `/schedules/${first}`)).status).toBe(200);
  await trial(service);
  await eventually(async () => (await readSchedule(service, second))["state"] === "completed");
  expect(await runsOf(service, second)).toMatchObject([{ outcome: "sent" }]);
  expect((await readSchedule(service, first))["state"]).toBe("canceled");
});

test("skipping the next run of a waiting schedule skips what a license would have sent first", async () => {
  await trial(service);
  const [soon, late] = [
    scheduleIdOf(await scheduleCall(service, { repeat: DAILY })),
    scheduleIdOf(await scheduleCall(service, { repeat: DAILY })),
  ];
  await service.pool.query("delete from settings where name = 'license'");
  await becomes(service, "absent");
  // Two days and a minute ago: the last missed run may still be sent. Two days and an hour ago: it is too late.
  await overdue(service, soon, 2 * 86_400 + 60);
  await overdue(service, late, 2 * 86_400 + 3_600);
  for (const id of [soon, late]) {
    await eventually(async () => (await readSchedule(service, id))["state"] === "waiting_license");
    expect((await service.call("POST", `/schedules/${id}/skip`)).status).toBe(200);
  }
  await trial(service);
  for (const [id, missed] of [
    [soon, 2],
    [late, 3],
  ] as const) {
    await eventually(async () => (await readSchedule(service, id))["state"] === "active");
    const { next_run: next } = await readSchedule(service, id);
    expect(Date.parse(next)).toBeGreaterThan(service.store.db.now());
    const runs = await runsOf(service, id);
    expect(runs).toMatchObject([{ outcome: "skipped", reason: "by_request", missed }]);
    expect(Date.parse(next) - Date.parse(runs[0]!.run_at)).toBe(day);
  }
});

test("the command issues a trial that a running service accepts, and describes it", async () => {
  const said: string[] = [];
  const io = { out: (line: string) => said.push(line) };
  const shown = async (...args: string[]): Promise<any> => {
    said.length = 0;
    await runLicense([...args, "--json"], io, service.licenses);
    return JSON.parse(said.join(""));
  };
  const issued = await shown("issue", "--to", "Ada GmbH", "--feature", "scheduling", "--days", "7");
  expect(issued).toMatchObject({ state: "valid", licensee: "Ada GmbH", features: ["scheduling"], source: "settings" });
  expect(Date.parse(issued.expires_at) - Date.parse(issued.issued_at)).toBe(7 * day);
  expect(await shown("show")).toMatchObject({ state: "valid", licensee: "Ada GmbH" });
  said.length = 0;
  expect(await runLicense(["show"], io, service.licenses)).toBe(0);
  expect(said.join("\n")).toMatch(/Licensee +Ada GmbH/);
  for (const args of [["issue", "--days", "0"], ["issue", "--feature", "all"], ["issue", "x"], [], ["revoke"]]) {
    await expect(runLicense(args, io, service.licenses), args.join(" ")).rejects.toThrow();
  }
});

test("if no license is installed the command says so, and not where it would come from", async () => {
  await service.pool.query("delete from settings where name = 'license'");
  await becomes(service, "absent");
  const said: string[] = [];
  const io = { out: (line: string) => said.push(line) };
  expect(await runLicense(["show"], io, service.licenses)).toBe(1);
  expect(said[0]).toBe("State      none installed");
  expect(said.join("\n")).not.toMatch(/Source/);
  expect(said.join("\n")).toMatch(/tidings license issue.*creates a trial license/);
  said.length = 0;
  await runLicense(["show", "--json"], io, service.licenses);
  expect(JSON.parse(said.join(""))).toMatchObject({ state: "absent", source: null });
});

test("a trial issued beside a running service is effective there within seconds, without a restart", async () => {
  const connection = await createDatabase();
  const folder = await mkdtemp(join(tmpdir(), "tidings-license-"));
  const settings = { DATABASE_URL: connection.url, TIDINGS_DATA: folder };
  const running = await startServiceProcess(settings);
  try {
    const call = { message: "x", numbers: ["+15005550000"], schedule: `${NEXT_YEAR}-06-01T12:00:00` };
    const send = (): ReturnType<typeof callService> => callService(running, running.admin!, "/send", call);
    expect((await send()).body.code).toBe("addon_required");
    const run = (...args: string[]): Promise<{ stdout: string }> =>
      promisify(execFile)(process.execPath, [main, "license", ...args], {
        env: { ...bareEnvironment, ...settings },
      });
    const { stdout } = await run("issue", "--to", "Ada", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ state: "valid", licensee: "Ada" });
    await eventually(async () => (await send()).status === 200);
    expect((await run("show")).stdout).toMatch(/State +valid/);
  } finally {
    await running.kill("SIGKILL");
    await dropDatabase(connection);
    await rm(folder, { recursive: true, force: true });
  }
});

test("a license from the environment has precedence, is checked with the issuer's key, and shows its grace period everywhere", async () => {
  const other = await startTestService({
    TIDINGS_LICENSE: tokenOf({ issuedAt: NOW - 40 * day, expiresAt: NOW - 3 * day }),
    TIDINGS_LICENSE_ISSUER: writeIssuer(stranger.publicKey),
  });
  try {
    const answer = await scheduleCall(other);
    expect(answer.status).toBe(200);
    expect(answer.body.data.warnings).toEqual([expect.stringMatching(/^The license expired on .*renew it/)]);
    const ready = await other.app.request("http://127.0.0.1/readyz");
    const { checks } = (await ready.json()) as { checks: { name: string; warning?: string }[] };
    expect(checks.find(({ name }) => name === "license")?.warning).toMatch(/expired/);
    const io = { out: () => undefined };
    await expect(runLicense(["issue"], io, other.licenses)).rejects.toThrow(/TIDINGS_LICENSE_ISSUER/);
  } finally {
    await other.end();
  }
});

test("an expired license is refused, with its date", async () => {
  const other = await startTestService(
    {
      TIDINGS_LICENSE: tokenOf({ issuedAt: NOW - 90 * day, expiresAt: NOW - 30 * day }),
      TIDINGS_LICENSE_ISSUER: writeIssuer(stranger.publicKey),
    },
    { workerLoops: false },
  );
  try {
    const answer = await scheduleCall(other);
    expect(refusal(answer)).toEqual([403, "addon_required", "expired"]);
    expect(answer.body.message).toContain(new Date(NOW - 30 * day).toISOString().slice(0, 10));
  } finally {
    await other.end();
  }
});
