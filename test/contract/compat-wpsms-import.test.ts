import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { sessionsWaiting } from "../support/database/locks.ts";
import { compatCalls, ok, phone, plugin, words } from "../support/service/compat.ts";
import { eventually } from "../support/engine/engine.ts";
import { startTestService, type Credentials, type TestService } from "../support/service/test-service.ts";

let service: TestService;
let second: number;
const wpsms = compatCalls(() => service);
beforeAll(async () => {
  service = await startTestService({ TIDINGS_COMPAT: "wpsms", TIDINGS_COUNTRY: "DE" });
  second = (await wpsms("POST", "/groups", { name: "second" })).body.data.id;
});
afterAll(() => service.end());

let next = 800;
const fresh = (): string => phone((next += 1));

type Upload = {
  readonly name?: string;
  readonly type?: string;
  readonly as?: Credentials;
  readonly key?: string;
  readonly fields?: Readonly<Record<string, string>>;
};

/** Uploads a table as WP SMS's screen does. */
async function upload(table: string | Uint8Array | null, { as = service.admin, fields = {}, ...more }: Upload = {}) {
  const form = new FormData();
  const { name = "people.csv", type = "text/csv" } = more;
  if (table !== null) form.append("file", new Blob([table as never], { type }), name);
  for (const [field, value] of Object.entries({ skip_duplicates: "1", ...fields })) form.append(field, value);
  const headers = new Headers({ authorization: `Basic ${btoa(`${as.user}:${as.password}`)}` });
  if (more.key !== undefined) headers.set("idempotency-key", more.key);
  const response = await service.app.request("http://127.0.0.1/wpsms/v1/subscribers/import", {
    method: "POST",
    headers,
    body: form,
  });
  return { status: response.status, body: (await response.json()) as any };
}
const find = async (mobile: string) =>
  (await service.call("GET", `/subscribers?state=all&search=${encodeURIComponent(mobile)}`)).body.data.items[0];

describe("POST /subscribers/import", () => {
  test("rows become subscribers of the group, by the names of their columns", async () => {
    const [a, b, c] = [fresh(), fresh(), fresh()];
    const table = `\uFEFFMobile, Name ,status\r\n${a},"Doe, ""Jane""",1\r\n\r\n"${b}",Ünal,\r\n${c},Off,0\r\n`;
    const { status, body } = await upload(table, { fields: { group_id: String(second) } });
    expect([status, body]).toEqual([200, ok({ imported: 3, skipped: 0, errors: [] })]);
    expect(await find(a)).toMatchObject({ name: 'Doe, "Jane"', state: "active", groups: [{ id: second }] });
    expect(await find(b)).toMatchObject({ name: "Ünal", state: "active" });
    expect(await find(c)).toMatchObject({ name: "Off", state: "left" });
  });

  test("without known columns the first is the name and the second the number; a row may name its group", async () => {
    const [a, b] = [fresh(), fresh()];
    expect((await upload(`Who,Phone\nAda,${a}\n`)).body.data.imported).toBe(1);
    expect(await find(a)).toMatchObject({ name: "Ada" });
    expect((await upload(`name,mobile,group_id\nBob,${b},${second}\n`)).body.data.imported).toBe(1);
    expect(await find(b)).toMatchObject({ groups: [{ id: second }] });
  });

  test("a number that is known already is skipped, and reported only on request", async () => {
    const [known, added] = [fresh(), fresh()];
    await service.call("POST", "/newsletter", { name: "K", mobile: known, double_opt_in: false });
    const table = `Name,Mobile\nOther,${known}\nNew,${added}\nTwice,${added}\n`;
    const silent = await upload(table, { fields: { group_id: String(second) } });
    expect(silent.body).toEqual(ok({ imported: 1, skipped: 2, errors: [] }));
    expect(await find(known)).toMatchObject({ name: "K", groups: [{ id: 1 }] });
    const reported = await upload(table, { fields: { skip_duplicates: "0" } });
    expect(reported.body).toEqual(
      ok({
        imported: 0,
        skipped: 3,
        errors: [2, 3, 4].map((row) => expect.stringMatching(new RegExp(`^Row ${row}: `))),
      }),
    );
  });

  test("a person who left, waits for a code or replied STOP does not become a subscriber by an import", async () => {
    const [left, waiting] = [fresh(), fresh()];
    const stopped = "+15005550004";
    await service.call("POST", "/newsletter", { name: "L", mobile: left, double_opt_in: false });
    await service.call("POST", "/newsletter/unsubscribe", { mobile: left });
    await service.call("POST", "/newsletter", { name: "W", mobile: waiting, double_opt_in: true });
    await service.call("POST", "/send", { message: "x", numbers: [stopped] });
    // Through the API it would have to be subscribed, and might be before the STOP.
    await eventually(async () => {
      const { rowCount } = await service.pool.query("select from suppressions where phone = $1", [stopped]);
      return rowCount === 1;
    });
    const { body } = await upload(`Name,Mobile\nL,${left}\nW,${waiting}\nS,${stopped}\n`);
    expect(body.data).toMatchObject({ imported: 0, skipped: 3 });
    expect(await find(left)).toMatchObject({ state: "left" });
    expect(await find(waiting)).toMatchObject({ state: "pending" });
    expect((await find(stopped))?.state ?? "none").not.toBe("active");
  });

  test("an inactive row is never active, even if storing it is interrupted; the same table completes it", async () => {
    const [off, on] = [fresh(), fresh()];
    await service.pool.query(`
      create function refuse_leaving() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
      create trigger refuse_leaving before update on memberships for each row when (new.state = 'left') execute function refuse_leaving()`);
    const table = `Name,Mobile,status\nOff,${off},0\nOn,${on},1\n`;
    const broken = await upload(table, { key: "inactive" });
    await service.pool.query("drop trigger refuse_leaving on memberships; drop function refuse_leaving()");
    expect(broken.body.data).toMatchObject({ imported: 1, skipped: 1, errors: [expect.stringMatching(/^Row 2: /)] });
    expect((await find(off))?.state ?? "none").not.toBe("active");
    expect((await upload(table, { key: "inactive" })).body.data).toMatchObject({ imported: 1, skipped: 1 });
    expect(await find(off)).toMatchObject({ name: "Off", state: "left" });
  });

  test("a person who joins and leaves during an import is not re-added by it", async () => {
    const busy = Array.from({ length: 8 }, fresh);
    const gone = fresh();
    const other = await service.pool.connect();
    await other.query("begin");
    // As many rows as are processed at once wait for these.
    await other.query("insert into subscribers (phone, name) select phone, '' from unnest($1::text[]) phone", [busy]);
    const importing = upload(`Name,Mobile\n${[...busy, gone].map((one) => `X,${one}`).join("\n")}\n`);
    await eventually(async () => (await sessionsWaiting(service.pool)) === busy.length);
    await service.call("POST", "/newsletter", { name: "Gone", mobile: gone, double_opt_in: false });
    await service.call("POST", "/newsletter/unsubscribe", { mobile: gone });
    await other.query("rollback");
    other.release();
    expect((await importing).body.data).toMatchObject({ imported: 8, skipped: 1 });
    expect(await find(gone)).toMatchObject({ name: "Gone", state: "left" });
  });

  test("a status that is not plainly active gets no messages, and a group that is not a number is reported", async () => {
    const [waits, active, plain, lost] = [fresh(), fresh(), fresh(), fresh()];
    const table = `Name,Mobile,status,group_ID\nA,${waits},Deactivated,\nB,${active},Active,\nC,${plain},,\nD,${lost},1,News\n`;
    const { body } = await upload(table, { fields: { group_id: String(second) } });
    expect(body.data).toMatchObject({ imported: 3, skipped: 1, errors: [expect.stringMatching(/^Row 5: .*group/)] });
    const states = [await find(waits), await find(active), await find(plain), await find(lost)];
    expect(states.map((one) => one?.state)).toEqual(["left", "active", "active", undefined]);
  });

  test("invalid rows are reported, ten of them at most, without the number", async () => {
    const bad = Array.from({ length: 12 }, () => "X,abc").join("\n");
    const good = fresh();
    const { body } = await upload(`Name,Mobile\n${bad}\nEmpty,\nGood,${good}\n`);
    expect(body.data).toMatchObject({ imported: 1, skipped: 13 });
    expect(body.data.errors).toHaveLength(10);
    expect(body.data.errors[0]).toMatch(/^Row 2: .*number/);
  });

  test("a missing file, another kind of file, half a table and a table that is too long are refused, and nobody is stored", async () => {
    const mobile = fresh();
    const row = `A,${mobile}`;
    expect((await upload(null)).body).toEqual(plugin(400));
    expect((await wpsms("POST", "/subscribers/import", { file: "Name,Mobile" })).body).toEqual(plugin(400));
    for (const [table, more] of [
      [`Name,Mobile\n${row}`, { name: "people.xlsx", type: "application/octet-stream" }],
      [`Name,Mobile\n${row}\n"never closed,1`, {}],
      [new Uint8Array([0x4e, 0x2c, 0x4d, 0x0a, 0xff, 0xfe]), {}],
      ["", {}],
      [`Name,Mobile\n${row}\n${"A,1\n".repeat(2_000)}`, {}],
    ] as const)
      expect([more, (await upload(table, more)).body]).toEqual([more, plugin(400)]);
    expect((await upload(`Name,Mobile\n${row}`, { fields: { group_id: "999999" } })).body).toEqual(plugin(400));
    expect((await upload(`Name,Mobile\n${row}`, { fields: { group_id: "x" } })).body.code).toBe("rest_invalid_param");
    expect(await find(mobile)).toBeUndefined();
    expect((await upload(`Name,Mobile\n${row}`, { name: "people.CSV", type: "" })).body.data.imported).toBe(1);
  });

  test("a repeated upload under the same Idempotency-Key creates nobody twice, and returns the same", async () => {
    const table = `Name,Mobile\nA,${fresh()}\nB,${fresh()}\n`;
    const first = await upload(table, { key: "import-1" });
    const again = await upload(table, { key: "import-1" });
    expect([first.body.data.imported, again.body.data.imported + again.body.data.skipped]).toEqual([2, 2]);
  });

  test("needs the right, and is refused as a whole if the site requires a code from everybody", async () => {
    const mobile = fresh();
    const as = await service.userWith("svc_sendsms", "svc_outbox", "svc_setting");
    const refused = await upload(`Name,Mobile\nA,${mobile}\n`, { as });
    expect([refused.status, refused.body.code]).toEqual([403, "rest_forbidden"]);
    const strict = { newsletter: { doubleOptIn: true, callMaySwitchOff: false } };
    await service.pool.query(
      "insert into settings (name, value) values ('newsletter', $1) on conflict (name) do update set value = $1",
      [JSON.stringify(strict.newsletter)],
    );
    const all = await upload(`Name,Mobile\nA,${mobile}\nB,${fresh()}\n`);
    expect([all.status, all.body]).toEqual([403, { code: "rest_forbidden", message: words, data: { status: 403 } }]);
    await service.pool.query("delete from settings where name = 'newsletter'");
    expect(await find(mobile)).toBeUndefined();
  });
});
