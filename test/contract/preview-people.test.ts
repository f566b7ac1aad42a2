import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { suppress } from "../support/database/ledger.ts";
import { allowWithoutRecord } from "../support/people/consents.ts";
import { startTestService, type Credentials, type TestService } from "../support/service/test-service.ts";

let service: TestService;
let choir: number;
let guests: number;
let segment: number;
const [ada, bob, cid, dan, eve, ulf] = [1, 2, 3, 4, 5, 6].map((nth) => `+491511237000${nth}`) as [
  string,
  string,
  string,
  string,
  string,
  string,
];

beforeAll(async () => {
  service = await startTestService({ TIDINGS_COUNTRY: "DE" }, { workerLoops: false });
  await allowWithoutRecord(service.pool);
  const created = async (path: string, body: object) => (await service.call("POST", path, body)).body.data;
  choir = (await created("/groups", { name: "Choir" })).id;
  guests = (await created("/groups", { name: "Guests" })).id;
  const join = (name: string, mobile: string, groups: number[], optIn = false) =>
    created("/subscribers", { name, mobile, group_ids: groups, double_opt_in: optIn });
  await join("Ada", ada, [choir, guests]);
  await join("Bob", bob, [choir]);
  await join("Cid", cid, [guests]);
  await join("Dan", dan, [choir, guests], true);
  await join("Eve", eve, [choir]);
  segment = (await created("/segments", { name: "Bobs", filter: { all: [{ field: "name", op: "is", value: "Bob" }] } }))
    .id;
  await created("/users", { username: "ulf", email: "ulf@example.com", name: "Ulf", phone: ulf, roles: ["editor"] });
  for (const phone of [ada, bob, cid, ulf]) await suppress(service.pool, phone);
  await service.pool.query("update subscribers set bounced_at = now() where phone = $1", [eve]);
});
afterAll(() => service.end());

const list = async (call: object, as?: Credentials): Promise<any> => {
  const { status, body } = await service.call("POST", "/send/preview/people", { message: "Hi", ...call }, as && { as });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
};
const labels = ({ people }: { people: { label: string }[] }) => people.map(({ label }) => label).toSorted();
const counted = async (call: object): Promise<any> =>
  (await service.call("POST", "/send/preview", { message: "Hi", ...call })).body.data.people;

describe("POST /send/preview/people", () => {
  test.each([
    ["a group", () => ({ group_ids: [choir] }), ["Ada", "Bob", "Eve"]],
    ["groups that share somebody", () => ({ group_ids: [choir, guests] }), ["Ada", "Bob", "Cid", "Eve"]],
    ["all subscribers", () => ({ group_ids: "all" }), ["Ada", "Bob", "Cid", "Eve"]],
    ["a segment", () => ({ segment_ids: [segment] }), ["Bob"]],
    ["a segment and a group", () => ({ segment_ids: [segment], group_ids: [guests] }), ["Ada", "Bob", "Cid"]],
    ["a role and a number", () => ({ role_ids: ["editor"], numbers: [bob, "+4915112370099"] }), [bob, "Ulf"]],
    ["a number that is also a member", () => ({ group_ids: [choir], numbers: [ada, cid] }), ["Ada", "Bob", "Eve", cid]],
  ])("of %s lists those whom the preview counts as suppressed", async (_name, call, expected) => {
    const seen = await list({ ...call(), reason: "suppressed" });
    expect(labels(seen)).toEqual(expected.toSorted());
    expect(seen.more).toBe(false);
    expect((await counted(call())).suppressed).toBe(expected.length);
  });

  test.each([
    ["a group", () => ({ group_ids: [choir] }), 3, [], []],
    ["groups that share somebody", () => ({ group_ids: [choir, guests] }), 4, ["Ada"], []],
    ["all subscribers", () => ({ group_ids: "all" }), 4, ["Ada"], []],
    ["a segment", () => ({ segment_ids: [segment] }), 1, [], []],
    ["a segment and its group", () => ({ segment_ids: [segment], group_ids: [choir] }), 3, ["Bob"], []],
    ["a segment and two groups", () => ({ segment_ids: [segment], group_ids: [choir, guests] }), 4, ["Ada", "Bob"], []],
    [
      "numbers, one of them twice",
      () => ({ numbers: ["015112370099", "+4915112370099", "+4915112370098"] }),
      2,
      ["+4915112370099"],
      ["+4915112370098", "+4915112370099"],
    ],
    [
      "a role and its user's number",
      () => ({ role_ids: ["editor"], numbers: [ulf, "+4915112370099"] }),
      2,
      [ulf],
      ["+4915112370099"],
    ],
    ["a member who is also a number", () => ({ group_ids: [choir], numbers: [ada, eve] }), 3, ["Ada", "Eve"], ["Eve"]],
  ])(
    "of %s lists everybody, who is named more than once, and who would receive it",
    async (_name, call, all, twice, final) => {
      const numbers = await counted({ ...call() });
      const matched = await list({ ...call(), reason: "matched" });
      expect(matched.people).toHaveLength(all);
      expect(all).toBe(numbers.matched - numbers.duplicates - numbers.invalid);
      expect(labels(await list({ ...call(), reason: "duplicates" }))).toEqual(twice);
      expect(numbers.duplicates).toBe(twice.length);
      expect(labels(await list({ ...call(), reason: "final" }))).toEqual(final);
      expect(numbers.final).toBe(final.length);
    },
  );

  test("lists each person who has not confirmed once, with their number", async () => {
    const call = { group_ids: [choir, guests] };
    const { people } = await list({ ...call, reason: "unconfirmed" });
    expect(people).toEqual([{ kind: "subscriber", id: expect.any(Number), label: "Dan", phone: dan }]);
    expect((await counted(call)).unconfirmed).toBe(1);
  });

  test("lists who is over the frequency cap and not suppressed", async () => {
    const call = { group_ids: [choir], numbers: ["+4915112370098"], category: "marketing", consent_basis: "contract" };
    expect((await list({ ...call, reason: "over_cap" })).people).toEqual([]);
    await service.call("PATCH", "/settings", { frequency_cap: { mode: "on", messages: 1 } });
    const fresh = "+4915112370097";
    await service.call("POST", "/subscribers", {
      name: "Fay",
      mobile: fresh,
      group_ids: [choir],
      double_opt_in: false,
    });
    await service.pool.query(
      `insert into contacts (phone, recent)
       select phone, json_build_array(json_build_array(gen_random_uuid(), extract(epoch from now()) * 1000 - 600000))
       from unnest($1::text[]) as one (phone)`,
      [[ada, fresh, "+4915112370098"]],
    );
    const seen = await list({ ...call, reason: "over_cap" });
    await service.call("PATCH", "/settings", { frequency_cap: { when_over: "hold" } });
    const held = await list({ ...call, reason: "final" });
    await service.call("PATCH", "/settings", { frequency_cap: { when_over: "skip" } });
    const skipped = await list({ ...call, reason: "final" });
    await service.call("PATCH", "/settings", { frequency_cap: { mode: "off" } });
    expect(labels(held)).toEqual(["+4915112370098", "Fay"]);
    expect(labels(skipped)).toEqual([]);
    expect(labels(seen)).toEqual(["+4915112370098", "Fay"]);
  });

  test("lists who has no consent on record, of marketing alone", async () => {
    const call = { group_ids: [choir], role_ids: ["editor"], numbers: [ada, "+4915112370096"] };
    const asked = { ...call, category: "marketing" };
    expect(labels(await list({ ...asked, reason: "without_consent" }))).toEqual(["+4915112370096", "Ulf"]);
    expect((await counted(asked)).without_consent).toBe(2);
    expect((await list({ ...call, category: "transactional", reason: "without_consent" })).people).toEqual([]);
  });

  test("tells who may not list people only the last digits, and of a number in the call what the call says", async () => {
    const sender = await service.userWith("svc_sendsms");
    const { people } = await list(
      { group_ids: [choir], numbers: [cid], role_ids: ["editor"], reason: "suppressed" },
      sender,
    );
    expect(people.map(({ label, phone }: any) => [label, phone]).toSorted()).toEqual(
      [
        [cid, cid],
        ["…01", null],
        ["…02", null],
        ["…05", null],
        ["…06", null],
      ].toSorted(),
    );
  });

  test("lists 50 at most, and says that there are more", async () => {
    const { id } = (await service.call("POST", "/groups", { name: "Many" })).body.data;
    await service.pool.query(
      `with made as (
         insert into subscribers (phone, name) select '+49151127' || n, 'N' from generate_series(10000, 10059) n returning id, phone),
       blocked as (insert into suppressions (phone, reason, source) select phone, 'blocked', 'test' from made)
       insert into memberships (group_id, subscriber_id, phone, state) select $1, id, phone, 'active' from made`,
      [id],
    );
    const seen = await list({ group_ids: [id], reason: "suppressed" });
    expect([seen.people.length, seen.more]).toEqual([50, true]);
  });

  test("is refused without a reason, and for what a preview is refused for", async () => {
    const refused = async (call: object) =>
      (await service.call("POST", "/send/preview/people", call)).body.data.details;
    expect(await refused({ message: "Hi", group_ids: [choir] })).toEqual([
      expect.objectContaining({ field: "reason" }),
    ]);
    expect(await refused({ message: "Hi", group_ids: [999], reason: "suppressed" })).toEqual([
      expect.objectContaining({ code: "unknown_group" }),
    ]);
    const reader = await service.userWith("svc_outbox");
    const call = { message: "Hi", group_ids: [choir], reason: "suppressed" };
    expect((await service.call("POST", "/send/preview/people", call, { as: reader })).status).toBe(403);
  });

  test("stores no reply under an Idempotency-Key, and a repeat is counted anew", async () => {
    const headers = { "idempotency-key": "look-twice" };
    for (const path of ["/send/preview", "/send/preview/people"]) {
      const call = {
        group_ids: [choir],
        message: "Hi {{name | you}}",
        ...(path.endsWith("people") && { reason: "suppressed" }),
      };
      const answers = [1, 2].map(async () => (await service.call("POST", path, call, { headers })).status);
      expect(await Promise.all(answers)).toEqual([200, 200]);
    }
    const { rows } = await service.pool.query("select count(*)::int as kept from idempotency_keys");
    expect(rows).toEqual([{ kept: 0 }]);
  });
});
