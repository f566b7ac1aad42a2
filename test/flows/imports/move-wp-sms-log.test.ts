import { afterAll, beforeAll, expect, test } from "vitest";

import { allowWithoutRecord } from "../../support/people/consents.ts";
import { LOG_TABLE, openMove, OPTIONS_TABLE } from "../../support/service/move-command.ts";

type Opened = Awaited<ReturnType<typeof openMove>>;
let opened: Opened;
beforeAll(async () => {
  opened = await openMove({ TIDINGS_KEEP_LOG_DAYS: "0", TIDINGS_COMPAT: "wpsms" });
  await allowWithoutRecord(opened.service.pool);
});
afterAll(() => opened.end());

const FUTURE = "2099-01-01 00:00:00";
const DUMP = `${LOG_TABLE}INSERT INTO \`wp_sms_send\` VALUES
(1,'2024-01-15 10:00:00','Acme','It\\'s for two','+4915112345601,015112345602,+49 151 12345602','a:0:{}','array (\\n  \\'key\\' => \\'s3cret\\',\\n)','success'),
(2,'2024-07-15 10:00:00','Acme','Refused 😀','+4915112345603','a:1:{i:0;s:21:"https://x.test/a.jpeg";}','NULL','error'),
(3,NULL,'Acme','No date','+4915112345601',NULL,'','success'),
(4,'${FUTURE}','Acme','Later','+4915112345601',NULL,'','success'),
(5,'2024-03-01 10:00:00','Acme','Nobody','12,abc',NULL,'','success'),
(6,'2024-03-01 10:00:00','','','+4915112345601',NULL,'',''),
(7,'2024-03-01 10:00:00','','Half readable','+4915112345601,12',NULL,'','');
${OPTIONS_TABLE}INSERT INTO \`wp_options\` VALUES (1,'siteurl','x','yes'),(2,'timezone_string','Europe/Berlin','yes');
`;

const stored = async () => {
  const { rows } = await opened.service.pool.query(
    `select d.phone, d.state, d.failure, d.gateway, d.sent_at, m.body, m.sender, m.media, m.created_by, m.state as message
     from deliveries d join messages m on m.id = d.message_id order by m.id, d.phone`,
  );
  return rows;
};

test("a dry run counts every row and stores nothing", async () => {
  const said = await opened.move(DUMP, "--dry-run");
  expect(said).toMatchObject({ code: 0, err: "" });
  expect(["rows", "moved", "already", "left out"].map((name) => said.count(`log, ${name}`))).toEqual([7, 3, 0, 4]);
  expect(await stored()).toEqual([]);
});

test("the log becomes history: who got what, when and whether it failed; every row is counted, with the reason", async () => {
  const said = await opened.move(DUMP);
  expect(said).toMatchObject({ code: 0, err: "" });
  expect(["rows", "moved", "already", "left out"].map((name) => said.count(`log, ${name}`))).toEqual([7, 3, 0, 4]);
  expect(["moved", "duplicates", "unreadable"].map((name) => said.count(`log, recipients ${name}`))).toEqual([4, 1, 1]);
  expect(said.out).toContain("log, left out because of date: 1 (3)");
  expect(said.out).toContain("log, left out because of in the future: 1 (4)");
  expect(said.out).toContain("log, left out because of recipients: 1 (5)");
  expect(said.out).toContain("log, left out because of text: 1 (6)");
  const two = {
    state: "sent",
    failure: null,
    gateway: null,
    // Berlin's winter.
    sent_at: new Date("2024-01-15T09:00:00Z"),
    body: "It's for two",
    sender: "Acme",
    media: [],
    created_by: "moved:wp-sms",
    message: "completed",
  };
  expect(await stored()).toEqual([
    { ...two, phone: "+4915112345601" },
    { ...two, phone: "+4915112345602" },
    {
      ...two,
      phone: "+4915112345601",
      sent_at: new Date("2024-03-01T09:00:00Z"),
      body: "Half readable",
      sender: null,
    },
    {
      ...two,
      phone: "+4915112345603",
      state: "failed",
      failure: "failed_elsewhere",
      sent_at: null,
      body: "Refused 😀",
      media: ["https://x.test/a.jpeg"],
    },
  ]);
});

test("a second run doubles nothing, with another time zone and country neither, and brings back no entry that was deleted", async () => {
  const before = await stored();
  const { body } = await opened.service.call("GET", "/outbox?search=Half");
  const { admin, app } = opened.service;
  const authorization = `Basic ${Buffer.from(`${admin.user}:${admin.password}`).toString("base64")}`;
  const entry = `http://127.0.0.1/wpsms/v1/outbox/${body.data.items[0].id}`;
  expect((await app.request(entry, { method: "DELETE", headers: { authorization } })).status).toBe(200);
  for (const args of [[], ["--time-zone", "Asia/Tokyo", "--country", "AT"]]) {
    const said = await opened.move(DUMP, ...args);
    expect(said.code).toBe(0);
    expect(["moved", "already", "left out"].map((name) => said.count(`log, ${name}`))).toEqual([0, 3, 4]);
  }
  expect(await stored()).toEqual(before.filter((row) => row.body !== "Half readable"));
});

test("two runs at the same time move every row once", async () => {
  const rows = Array.from({ length: 700 }, (_, at) => {
    const phone = `+49151123${String(40_000 + at)}`;
    return `(${1000 + at},'2025-02-01 10:00:00','Acme','Row ${at}','${phone}',NULL,'','success')`;
  });
  const dump = `${LOG_TABLE}INSERT INTO \`wp_sms_send\` VALUES ${rows.join(",")};\n`;
  const [one, other] = await Promise.all([opened.move(dump), opened.move(dump)]);
  expect([one.code, other.code]).toEqual([0, 0]);
  expect(one.count("log, moved")! + other.count("log, moved")!).toBe(700);
  expect(one.count("log, already")! + other.count("log, already")!).toBe(700);
  const { rows: counted } = await opened.service.pool.query(
    "select count(*)::int as n, count(distinct phone)::int as phones from deliveries d join messages m on m.id = d.message_id where m.body like 'Row %'",
  );
  expect(counted).toEqual([{ n: 700, phones: 700 }]);
});

test("history is in the log and its totals, says where it comes from, and is not in the statistics", async () => {
  const { service } = opened;
  const { data } = (await service.call("GET", "/outbox?date_from=2024-01-01&date_to=2024-12-31")).body;
  expect(data.items.map((one: { message: string }) => one.message)).toEqual([
    "Refused 😀",
    "It's for two",
    "It's for two",
  ]);
  expect(data.stats).toEqual({ total: 3, success: 2, failed: 1 });
  const failed = (await service.call("GET", `/outbox/${data.items[0].id}`)).body.data;
  expect(failed.timeline[0].text).toMatch(/^Moved here from the log of wp-sms, which sent it/);
  // If it is resent, the stricter rules apply.
  expect(failed.category).toBe("marketing");
  expect(failed.reason).toMatchObject({ code: "failed_elsewhere" });
  expect((await service.pool.query("select 1 from stat_days")).rows).toEqual([]);
  expect((await service.pool.query("select 1 from stat_deltas")).rows).toEqual([]);
  expect((await service.pool.query("select 1 from events where kind like 'message.%'")).rows).toEqual([]);
  expect((await service.pool.query("select 1 from webhook_deliveries")).rows).toEqual([]);
  // The provider's response stays in the site's database.
  expect(JSON.stringify(await stored())).not.toContain("s3cret");
});

test("nothing of it is ever sent: there is nothing in the queue, and no phone gets a text", async () => {
  const { service } = opened;
  for (const table of ["chunks", "retries", "holds", "fanouts"]) {
    expect([table, (await service.pool.query(`select 1 from ${table}`)).rows]).toEqual([table, []]);
  }
  expect((await service.call("GET", "/sandbox/messages")).body.data.items).toEqual([]);
});

test("a text with a NUL character is moved without it, and keeps no other row out", async () => {
  const said = await opened.move(`${LOG_TABLE}INSERT INTO \`wp_sms_send\` VALUES
(71,'2024-01-15 10:00:00','Acme','No\\0body','+4915112345671',NULL,'','success'),
(72,'2024-01-15 10:00:00','Acme','Beside it','+4915112345672',NULL,'','success');
`);
  expect(said).toMatchObject({ code: 0, err: "" });
  const { rows } = await opened.service.pool.query(
    "select body from messages join deliveries on message_id = messages.id where phone in ('+4915112345671', '+4915112345672') order by 1",
  );
  expect(rows.map(({ body }) => body)).toEqual(["Beside it", "Nobody"]);
});

test("an entry can be resent manually, as a new message of this service", async () => {
  const { service } = opened;
  const { items } = (await service.call("GET", "/outbox?search=Refused")).body.data;
  expect((await service.call("POST", `/outbox/${items[0].id}/resend`)).status).toBe(200);
  expect((await service.call("POST", `/outbox/${items[0].id}/resend`)).status).toBe(409);
  await expect
    .poll(async () => {
      const { items: both } = (await service.call("GET", "/outbox?search=Refused")).body.data;
      return both.map(({ gateway }: { gateway: string | null }) => gateway !== null);
    })
    .toEqual([true, false]);
  const half = (await service.call("GET", "/outbox?recipient=%2B4915112345602")).body.data.items[0];
  expect(half).toMatchObject({ state: "sent", gateway: null });
  expect((await service.call("POST", `/outbox/${half.id}/resend`)).body.code).toBe("not_in_this_state");
});

test("a row with thousands of recipients is one message, whose progress has all of them", async () => {
  const phones = Array.from({ length: 1_200 }, (_, at) => `+4915113${String(10_000 + at)}`);
  const row = `(9000,'2025-05-01 10:00:00','Acme','To many','${phones.join(",")}',NULL,'','error')`;
  const said = await opened.move(`${LOG_TABLE}INSERT INTO \`wp_sms_send\` VALUES ${row};\n`);
  expect([said.count("log, moved"), said.count("log, recipients moved")]).toEqual([1, 1_200]);
  const { rows } = await opened.service.pool.query("select id from messages where body = 'To many'");
  const { data } = (await opened.service.call("GET", `/messages/msg_${rows[0].id}`)).body;
  expect(data).toMatchObject({ state: "completed", recipients: { accepted: 1_200 }, progress: { failed: 1_200 } });
});

test("texts of history are deleted by the same retention, though the walk has passed their time", async () => {
  const { pool } = opened.service;
  await pool.query("update redactions set message_id = 'ffffffff-ffff-7fff-bfff-ffffffffffff'");
  const row = "(9001,'2025-06-01 10:00:00','Acme','To be deleted','+4915112345699',NULL,'','success')";
  await opened.move(`${LOG_TABLE}INSERT INTO \`wp_sms_send\` VALUES ${row};\n`);
  const { rows } = await pool.query("select m.body from late_redactions l join messages m on m.id = l.message_id");
  expect(rows).toEqual([{ body: "To be deleted" }]);
});

test("an erased person is erased from the history too, and a later run does not bring them back", async () => {
  const { service } = opened;
  const mobile = "+4915112345603";
  expect((await service.call("POST", "/privacy/delete", { mobile, confirm: true })).status).toBe(201);
  await expect
    .poll(async () => (await service.pool.query("select 1 from deliveries where phone = $1", [mobile])).rows.length)
    .toBe(0);
  expect((await service.pool.query("select 1 from messages where body like 'Refused%'")).rows).toEqual([]);
  expect((await opened.move(DUMP)).count("log, already")).toBe(3);
  expect((await service.pool.query("select 1 from deliveries where phone = $1", [mobile])).rows).toEqual([]);
});

test("entries older than the retention of the log are left out, and the report says so", async () => {
  const other = await openMove({}, { workerLoops: false });
  const said = await other.move(DUMP, "--only", "log");
  await other.end();
  expect(said.out).toContain("log, left out because of too old: 5 (1, 2, 5, 6, 7)");
  expect(said.count("log, moved")).toBe(0);
});

test("a dump that ends within the log is refused before anything is moved", async () => {
  const before = (await stored()).length;
  const fresh = DUMP.replaceAll("It\\'s", "It is");
  expect(await opened.move(fresh.slice(0, fresh.indexOf("Half")))).toMatchObject({ code: 2 });
  expect((await stored()).length).toBe(before);
  expect(await opened.move(DUMP, "--only", "schedules")).toMatchObject({
    code: 2,
    err: expect.stringContaining("no schedules"),
  });
  expect(await opened.move(DUMP, "--only", "logs")).toMatchObject({ code: 2, err: expect.stringContaining("one of") });
});
