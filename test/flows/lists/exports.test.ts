import { afterAll, beforeAll, expect, test } from "vitest";

import { limits } from "#contract/limits";

import { importer } from "../../support/people/imports.ts";
import { eventually } from "../../support/engine/engine.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

const PEOPLE = 1_200;
const BOM = "\uFEFF";
let service: TestService;
const { run } = importer(() => service);

beforeAll(async () => {
  service = await startTestService({});
  await service.call("POST", "/groups", { name: "Second, with a comma" });
  const rows = Array.from({ length: PEOPLE }, (_, nth) => `P${nth},+49151${20_000_000 + nth},Ulm\n`);
  await run(`Name,Mobile,City\n${rows.join("")}`, { mapping: '{"Name":"name","Mobile":"phone","City":"field:city"}' });
  await run('Name,Mobile\n"=HYPERLINK(""x"")",+4915130000000\n"a ""b"", c\n d",+4915130000001\n', { group_id: "2" });
});
afterAll(() => service.end());

const authorization = () => `Basic ${btoa(`${service.admin.user}:${service.admin.password}`)}`;

async function open(path: string, as = authorization()): Promise<Response> {
  return service.app.request(`http://127.0.0.1/svc/v1${path}`, { headers: { authorization: as } });
}

/** The bytes as text, with the byte order mark that `text()` removes. */
async function textOf(response: Response): Promise<string> {
  return Buffer.from(await response.arrayBuffer()).toString("utf8");
}

const decoder = new TextDecoder();

test("an export has everyone who matches once, page by page, as a file that a browser saves", async () => {
  const response = await open("/subscribers/export?group_id=1");
  expect([response.status, response.headers.get("content-type"), response.headers.get("content-disposition")]).toEqual([
    200,
    "text/csv; charset=utf-8",
    'attachment; filename="subscribers.csv"',
  ]);
  const text = await textOf(response);
  expect(text.split("\r\n")[0]).toBe(
    `${BOM}id,name,mobile,state,groups,attributes,created_at,updated_at,locale,time_zone,pending_groups,left_groups`,
  );
  const lines = text.trim().split("\r\n").slice(1);
  expect(lines.map((line) => line.split(",")[2])).toEqual(
    Array.from({ length: PEOPLE }, (_, nth) => `+49151${20_000_000 + nth}`),
  );
  expect(lines[0]).toMatch(/^\d+,P0,\+4915120000000,active,Newsletter,"\{""city"":""Ulm""\}",20\S+Z,20\S+Z,,,,$/);
});

test("texts that a spreadsheet program would evaluate are text, and quotes and line breaks survive", async () => {
  const text = await textOf(await open("/subscribers/export?group_id=2"));
  expect(text).toContain(`,"'=HYPERLINK(""x"")",+4915130000000,active,"""Second, with a comma""",{},`);
  expect(text).toContain(`,"a ""b"", c  d",+4915130000001,`);
});

test("an export can be imported again", async () => {
  const text = await textOf(await open("/subscribers/export?group_id=1"));
  await service.pool.query("delete from subscribers where phone < '+4915120001000'");
  const done = await run(text);
  expect(done.result).toMatchObject({ rows: PEOPLE, created: 1_000, unchanged: 200, invalid: 0 });
  const { rows } = await service.pool.query("select custom_fields from subscribers where phone = '+4915120000000'");
  expect(rows).toEqual([{ custom_fields: { city: "Ulm" } }]);
});

test("the suppressed numbers that match are exported once each, with who put them there and why", async () => {
  const blocked = Array.from({ length: PEOPLE }, (_, nth) => `+49152${60_000_000 + nth}`);
  const reason = '=HYPERLINK("x")';
  await service.call("POST", "/suppressions/import", { numbers: blocked, reason, kind: "opt_out" });
  await service.call("POST", "/suppressions", { number: "+4915270000000", reason: "Other", sender: "Shop" });
  const response = await open("/suppressions/export?kind=opt_out");
  expect(response.headers.get("content-disposition")).toBe('attachment; filename="suppressions.csv"');
  const [head, ...lines] = (await textOf(response)).trim().split("\r\n");
  expect(head).toBe(`id,number,kind,sender,reason,source,added_by,added_at`);
  expect(lines.map((line) => line.split(",")[1]).toSorted()).toEqual(blocked);
  expect(lines[0]).toMatch(/^\d+,\+49\d+,opt_out,,"'=HYPERLINK\(""x""\)",api,builtin:1,20\S+Z$/);
  expect(await textOf(await open("/suppressions/export?search=7000"))).toMatch(/,\+4915270000000,block,shop,Other,/i);
});

test("people who join or leave while an export is read shift no row", async () => {
  const reader = (await open("/subscribers/export?group_id=1")).body!.getReader();
  let text = decoder.decode((await reader.read()).value);
  await service.pool.query("delete from subscribers where phone = '+4915120000005'");
  await service.call("POST", "/subscribers", { name: "Late", mobile: "+4915140000000", double_opt_in: false });
  for (let part = await reader.read(); !part.done; part = await reader.read()) text += decoder.decode(part.value);
  const phones = text.match(/\+49151\d{8}/g)!;
  expect(new Set(phones).size).toBe(phones.length);
  expect(phones).toContain("+4915140000000");
  expect(phones.length).toBe(PEOPLE + 1);
});

test("an export whose client stopped reading holds no session of the database and one page of memory", async () => {
  const open10 = await Promise.all(Array.from({ length: limits.exports }, () => open("/subscribers/export")));
  const readers = open10.map((response) => response.body!.getReader());
  for (const reader of readers) expect((await reader.read()).value!.length).toBeLessThan(200_000);
  // Between the polls of the loops beside it.
  const busy = "application_name = 'tidings' and state <> 'idle' and datname = current_database()";
  await eventually(async () => (await service.pool.query(`select from pg_stat_activity where ${busy}`)).rowCount === 0);
  const refused = await open("/subscribers/export");
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([429, "too_many_requests"]);
  await Promise.all(readers.map((reader) => reader.cancel()));
  const next = await open("/subscribers/export");
  expect(next.status).toBe(200);
  await next.body!.cancel();
});

test("an export breaks off at its next page once its reader's application password or capability is gone", async () => {
  for (const path of ["/subscribers/export", "/outbox/export"]) {
    const capability = path === "/outbox/export" ? "svc_outbox" : "svc_subscribers";
    const [revoked, demoted, stays] = await Promise.all([0, 1, 2].map(() => service.userWith(capability)));
    const opened = [revoked!, demoted!, stays!].map(({ user, password }) =>
      open(path, `Basic ${btoa(`${user}:${password}`)}`),
    );
    const readers = (await Promise.all(opened)).map((response) => response.body!.getReader());
    const idOf = async ({ user }: { user: string }): Promise<number> =>
      (await service.pool.query("select id::int from users where username = $1", [user])).rows[0].id;
    await service.people.revokeApplicationPasswords(service.people.operator, await idOf(revoked!));
    await service.people.changeUser(service.people.operator, await idOf(demoted!), { roles: [] });
    const [first, second, third] = await Promise.allSettled(readers.map((reader) => reader.read()));
    expect([path, first!.status, second!.status, third!.status]).toEqual([path, "rejected", "rejected", "fulfilled"]);
    await readers[2]!.cancel();
  }
});

test("the log is exported with its filters, newest first, and hides one-time passwords", async () => {
  const numbers = Array.from({ length: 700 }, (_, nth) => `+49151${50_000_000 + nth}`);
  await service.call("POST", "/send", { message: "=1+1, everyone", numbers });
  await service.call("POST", "/send", { message: "Your code is 4711", numbers: ["+4915160000000"], category: "otp" });
  await expect.poll(async () => (await service.call("GET", "/outbox?status=pending")).body.data.items.length).toBe(0);
  const all = await textOf(await open("/outbox/export"));
  const lines = all.split("\r\n").slice(0, -1);
  expect(lines[0]).toBe(
    `${BOM}id,message_id,date,created_at,sent_at,delivered_at,sender,recipient,message,status,state,gateway,segments,error,cost,currency`,
  );
  expect(lines).toHaveLength(702);
  expect(lines[1]).toContain("+4915160000000");
  expect(all).not.toContain("4711");
  expect(lines[2]).toMatch(/,"'=1\+1, everyone",success,(?:sent|delivered),/);
  expect(new Set(all.match(/\+491515\d{7}/g)).size).toBe(700);
  const one = await textOf(await open(`/outbox/export?recipient=${encodeURIComponent(numbers[3]!)}`));
  expect(one.trim().split("\r\n")).toHaveLength(2);
  const codes = await textOf(await open("/outbox/export?category=otp"));
  expect(codes.trim().split("\r\n").slice(1)).toEqual([expect.stringContaining("+4915160000000")]);
});

test("parameters of a page, and unknown ones, are refused", async () => {
  for (const path of ["/subscribers/export?per_page=5", "/outbox/export?cursor=x", "/subscribers/export?stat=active"]) {
    expect((await open(path)).status).toBe(400);
  }
});
