import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { deliveriesOf, suppress } from "../../support/database/ledger.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import { allowWithoutRecord } from "../../support/people/consents.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
let groups: number[];
let segments: number[];

const MANY = 30_000;
const manyNumbers = numbers(MANY, 100_000);

beforeAll(async () => {
  service = await startTestService({ TIDINGS_COUNTRY: "DE" });
  await allowWithoutRecord(service.pool);
  groups = [];
  for (const name of ["first", "second"]) groups.push((await service.call("POST", "/groups", { name })).body.data.id);
  segments = [];
  for (const [name, field, value] of [
    ["Ulm", "custom_fields.city", "Ulm"],
    ["German", "locale", "de"],
  ]) {
    const filter = { all: [{ field, op: "is", value }] };
    segments.push((await service.call("POST", "/segments", { name, filter })).body.data.id);
  }
});
afterAll(() => service.end());

const preview = async (call: object) => {
  const { status, body } = await service.call("POST", "/send/preview", { message: "Hello", ...call });
  expect([status, body.message]).toEqual([200, expect.any(String)]);
  return body.data;
};

let next = 840_000;
async function add(more: object): Promise<{ id: number; mobile: string }> {
  const body = { name: "Ada", mobile: numbers(1, (next += 1))[0], double_opt_in: false, ...more };
  const answer = await service.call("POST", "/subscribers", body);
  expect(answer.status).toBe(201);
  return answer.body.data;
}

describe("the preview of an audience with segments", () => {
  test("counts everyone once, whatever they are in, and equals what is sent", async () => {
    const [first, second] = groups as [number, number];
    const ulm = { custom_fields: { city: "Ulm" } };
    const both = await add({ ...ulm, locale: "de", group_ids: [first] });
    const other = await add({ ...ulm, group_ids: [second] });
    const german = await add({ locale: "de", group_ids: [second] });
    const member = await add({ group_ids: [first] });
    const stopped = await add({ ...ulm, group_ids: [second] });
    const bounced = await add({ ...ulm, locale: "de", group_ids: [second] });
    const bouncedMember = await add({ group_ids: [first] });
    await add({ group_ids: [second] });
    await suppress(service.pool, stopped.mobile);
    await service.pool.query("update subscribers set bounced_at = now() where id = any($1)", [
      [bounced.id, bouncedMember.id],
    ]);
    const call = {
      segment_ids: segments,
      group_ids: [first],
      numbers: [other.mobile, "+4915112399999"],
    };
    const { people, countries } = await preview(call);
    // In segments: both (twice), other, german, stopped. In the group: both, member, bouncedMember.
    expect(people).toEqual({
      matched: 10,
      by_source: { numbers: 2, users: 0, roles: 0, customers: 0, subscribers: 8 },
      duplicates: 3,
      invalid: 0,
      suppressed: 2,
      unconfirmed: 0,
      over_cap: 0,
      without_consent: 1,
      final: 5,
      exact: true,
    });
    expect(countries).toEqual([expect.objectContaining({ prefix: "+49", people: 5 })]);

    const id = (await service.call("POST", "/send", { message: "Hello", ...call })).body.data.message_id;
    const sent = await eventually(async () => {
      const { data } = (await service.call("GET", `/messages/${id}`)).body;
      return data.state === "completed" && data;
    });
    expect(sent.recipients.accepted).toBe(people.final);
    const expected = [both, other, german, member].map(({ mobile }) => mobile);
    const reached = (await deliveriesOf(service.pool, { message: id.slice(4) })).filter(
      ({ state }) => state !== "suppressed",
    );
    expect(reached.map(({ phone }) => phone)).toEqual([...expected, "+4915112399999"].toSorted());
  });

  test("counts a person who bounces if the call names their number", async () => {
    const { id, mobile } = await add({ custom_fields: { city: "Ulm" }, group_ids: [groups[1]] });
    await service.pool.query("update subscribers set bounced_at = now() where id = $1", [id]);
    const without = (await preview({ segment_ids: [segments[0]] })).people.final;
    const named = await preview({ segment_ids: [segments[0]], numbers: [mobile] });
    expect(named.people.final).toBe(without + 1);
  });

  test("of a large segment is an estimate that says so, near the truth; of a small one it stays exact", async () => {
    const small = (await preview({ segment_ids: [segments[0]] })).people;
    await service.pool.query(
      `with made as (
         insert into subscribers (phone, name, locale) select phone, 'Ada', case when n % 4 > 0 then 'de' end
         from unnest($1::text[]) with ordinality as one (phone, n) returning id, phone)
       insert into memberships (group_id, subscriber_id, phone, state) select $2, id, phone, 'active' from made`,
      [manyNumbers, groups[1]],
    );
    await service.pool.query("analyze subscribers, memberships");
    // As if the table were this large: it decides whether everyone is counted.
    await service.pool.query("update pg_class set reltuples = 300000 where oid = 'subscribers'::regclass");
    const { people, warnings } = await preview({ segment_ids: [segments[1]] });
    expect(people.exact).toBe(false);
    expect(warnings).toContainEqual(expect.stringMatching(/too large to be counted exactly/));
    expect(people.final).toBeGreaterThan(0.75 * 300_000 * 0.95);
    expect(people.final).toBeLessThan(0.75 * 300_000 * 1.05);
    expect((await preview({ segment_ids: [segments[1]] })).people).toEqual(people);
    expect((await preview({ segment_ids: [segments[0]] })).people).toEqual(small);
  });

  test("of a segment that does not exist is refused", async () => {
    const { rows } = await service.pool.query("select coalesce(max(id), 0) + 1000 as id from segments");
    const { status, body } = await service.call("POST", "/send/preview", {
      message: "Hello",
      segment_ids: [Number(rows[0].id)],
    });
    expect([status, body.code]).toEqual([400, "invalid_parameter"]);
  });
});
