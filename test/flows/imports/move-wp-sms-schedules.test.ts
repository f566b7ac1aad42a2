import { afterAll, beforeAll, expect, test } from "vitest";

import { day, hour } from "#lib/time";

import { eventsOf, readSchedule, runsOf, trial } from "../../support/engine/schedules.ts";
import { openMove, REPEATING_TABLE, SCHEDULED_TABLE } from "../../support/service/move-command.ts";

type Opened = Awaited<ReturnType<typeof openMove>>;
let opened: Opened;
beforeAll(async () => {
  opened = await openMove();
});
afterAll(() => opened.end());

const now = Date.now();
/** As MySQL stores it, in UTC. */
const date = (at: number): string => new Date(at).toISOString().slice(0, 19).replace("T", " ");
const seconds = (at: number): number => Math.floor(at / 1_000);
const NUMBERS = 'a:2:{i:0;s:14:"+4915112345601";i:1;s:12:"015112345602";}';

const DUMP = `${SCHEDULED_TABLE}INSERT INTO \`wp_sms_scheduled\` VALUES
(1,'${date(now + 2 * day)}','Acme','To come','+4915112345601,015112345602','a:0:{}',1),
(2,'${date(now - day)}','Acme','Sent','+4915112345601','a:0:{}',2),
(3,'${date(now - hour)}','Acme','Overdue','+4915112345601','a:0:{}',1),
(4,'${date(now + day)}','Acme','Nobody','12','a:0:{}',1),
(5,'${date(now + day)}','A sender too long','Sender','+4915112345601','a:0:{}',1),
(6,NULL,'Acme','No date','+4915112345601','a:0:{}',1);
${REPEATING_TABLE}INSERT INTO \`wp_sms_repeating\` VALUES
(1,'Acme','Each week','${NUMBERS}','a:0:{}',${seconds(now - 10 * day)},1,'week',NULL),
(2,'Acme','Over','${NUMBERS}','a:0:{}',${seconds(now - 10 * day)},1,'day',${seconds(now - day)}),
(3,'Acme','Odd','${NUMBERS}','a:0:{}',${seconds(now + day)},1,'fortnight',NULL),
(4,'Acme','Until','${NUMBERS}','a:0:{}',${seconds(now + day)},2,'days',${seconds(now + 30 * day)});
`;

const schedules = async (): Promise<readonly Record<string, any>[]> =>
  (await opened.service.call("GET", "/schedules?per_page=100")).body.data.items;

test("without a license nothing is created, and every schedule to come says so", async () => {
  const said = await opened.move(DUMP);
  expect(said).toMatchObject({ code: 0, err: "" });
  expect(["rows", "moved", "already", "past", "left out"].map((name) => said.count(`schedules, ${name}`))).toEqual([
    10, 0, 0, 3, 7,
  ]);
  expect(said.out).toContain("schedules, left out because of license: 3 (scheduled 1, repeating 1, repeating 4)");
  expect(await schedules()).toEqual([]);
});

test("a schedule with more numbers than one message may name is left out, and those beside it are not", async () => {
  const numbers = Array.from({ length: 10_001 }, (_, nth) => `+49151${20_000_000 + nth}`).join(",");
  const to = (date: string, status: number) => `'${date}','Acme','To a group','${numbers}','a:0:{}',${status}`;
  const dump = `${SCHEDULED_TABLE}INSERT INTO \`wp_sms_scheduled\` VALUES
(1,${to(date(now + day), 1)}),(2,${to(date(now - day), 2)}),(3,'${date(now + day)}','Acme','To one','+4915112345601','a:0:{}',1);
`;
  const other = await openMove({}, { workerLoops: false });
  try {
    await trial(other.service);
    const said = await other.move(dump);
    expect(said).toMatchObject({ code: 0, err: "" });
    expect(["rows", "moved", "past", "left out"].map((name) => said.count(`schedules, ${name}`))).toEqual([3, 1, 1, 1]);
    expect(said.out).toContain("schedules, left out because of recipients: 1 (scheduled 1)");
  } finally {
    await other.end();
  }
});

test("with a license for a part, that part is moved", async () => {
  const other = await openMove({}, { workerLoops: false });
  try {
    await trial(other.service, ["scheduling"]);
    const said = await other.move(DUMP);
    expect(said.count("schedules, moved")).toBe(1);
    expect(said.out).toContain("schedules, left out because of license: 2 (repeating 1, repeating 4)");
  } finally {
    await other.end();
  }
});

test("future schedules are created, paused; past ones are counted, and impossible ones are named", async () => {
  await trial(opened.service);
  const dry = await opened.move(DUMP, "--dry-run");
  expect([dry.count("schedules, moved"), await schedules()]).toEqual([3, []]);
  const said = await opened.move(DUMP);
  expect(said).toMatchObject({ code: 0, err: "" });
  expect(["rows", "moved", "already", "past", "left out"].map((name) => said.count(`schedules, ${name}`))).toEqual([
    10, 3, 0, 3, 4,
  ]);
  expect(said.out).toContain("schedules, left out because of recipients: 1 (scheduled 4)");
  expect(said.out).toContain("schedules, left out because of sender: 1 (scheduled 5)");
  expect(said.out).toContain("schedules, left out because of date: 1 (scheduled 6)");
  expect(said.out).toContain("schedules, left out because of repeat: 1 (repeating 3)");
  const made = await schedules();
  expect(made.map(({ message, state, next_run }) => [message, state, next_run])).toEqual([
    ["Until", "paused", null],
    ["Each week", "paused", null],
    ["To come", "paused", null],
  ]);
  const [until, weekly, once] = made;
  expect(once).toMatchObject({
    sender: "Acme",
    category: "transactional",
    recipients: { numbers: 2 },
    schedule: new Date(seconds(now + 2 * day) * 1_000).toISOString(),
    repeat: null,
  });
  expect(weekly!["repeat"]).toEqual({ interval: { value: 1, unit: "week" }, end_at: null });
  expect(weekly!["schedule"]).toBe(new Date(seconds(now - 10 * day) * 1_000).toISOString());
  expect(until!["repeat"].end_at).toBe(new Date(seconds(now + 30 * day) * 1_000).toISOString());
});

test("a second run duplicates nothing, not even schedules that were canceled since", async () => {
  const [until] = await schedules();
  await opened.service.call("DELETE", `/schedules/${until!["schedule_id"]}`);
  const said = await opened.move(DUMP);
  expect(["moved", "already"].map((name) => said.count(`schedules, ${name}`))).toEqual([0, 3]);
  const [one, other] = await Promise.all([opened.move(DUMP), opened.move(DUMP)]);
  expect([one.count("schedules, moved"), other.count("schedules, moved")]).toEqual([0, 0]);
  expect((await schedules()).map(({ state }) => state)).toEqual(["canceled", "paused", "paused"]);
});

test("nothing runs until a user resumes it, and then it continues with its next run", async () => {
  const { service } = opened;
  const weekly = (await schedules()).find(({ message }) => message === "Each week")!;
  const id = weekly["schedule_id"] as string;
  // Were it not paused, it would be due.
  await service.pool.query(
    "update schedules set due = now() - interval '1 hour', next_run = now() - interval '1 hour'",
  );
  await service.pool.query("select pg_notify('tidings', 'test schedules')");
  await service.call("POST", "/send", { message: "Beside it", numbers: ["+4915112345699"] });
  await expect.poll(async () => (await service.call("GET", "/sandbox/messages")).body.data.items.length).toBe(1);
  expect([await runsOf(service, id), await eventsOf(service, id)]).toEqual([[], ["schedule.created"]]);
  await service.pool.query(
    "update schedules set due = now() + interval '1 day', next_run = now() + interval '1 day' where state = 'paused'",
  );
  expect((await service.call("POST", `/schedules/${id}/resume`)).status).toBe(200);
  expect(await readSchedule(service, id)).toMatchObject({ state: "active", next_run: expect.any(String) });
});
