import { afterAll, beforeAll, expect, test } from "vitest";

import { sessionsWaiting } from "../../support/database/locks.ts";
import { numbers } from "../../support/engine/engine.ts";
import { startReplies } from "../../support/people/opt-outs.ts";

let people: Awaited<ReturnType<typeof startReplies>>;
beforeAll(async () => {
  people = await startReplies();
});
afterAll(() => people.end());

const add = (number: string, more: object = {}) =>
  people.service.call("POST", "/suppressions", { number, reason: "Asked by telephone", ...more });
const lift = (id: string | number, more: object = {}) =>
  people.service.call("DELETE", `/suppressions/${encodeURIComponent(id)}`, { reason: "Subscribed again", ...more });
const consent = (at: number) => ({
  consent_by: "Ada",
  consent_at: new Date(at).toISOString(),
  consent_evidence: "Form 4711",
});
const now = (): number => people.service.store.db.now();
const subscribe = (mobile: string) =>
  people.service.call("POST", "/newsletter", { name: "Ada", mobile, double_opt_in: false });
const stateOf = async (mobile: string): Promise<string> => {
  const answer = await people.service.call("GET", `/subscribers?state=all&search=${encodeURIComponent(mobile)}`);
  return answer.body.data.items[0].state;
};
const history = async (mobile: string): Promise<{ kind: string; wording: string | null; actor: string | null }[]> => {
  const list = await people.service.call("GET", `/subscribers?state=all&search=${encodeURIComponent(mobile)}`);
  return (await people.service.call("GET", `/subscribers/${list.body.data.items[0].id}`)).body.data.history;
};

test("an operator blocks a number and lifts that with a reason; the person's own START does not", async () => {
  const number = "+4915112394001";
  const added = await add("0049 151 12394001");
  expect([added.status, added.headers.get("location")]).toEqual([201, `/svc/v1/suppressions/${added.body.data.id}`]);
  expect(added.body.data).toMatchObject({
    number,
    kind: "block",
    sender: null,
    source: "api",
    reason: "Asked by telephone",
  });
  expect(added.body.data.added_by).toMatch(/^builtin:/);
  expect(await people.send(number)).toBe("no_recipients");
  expect((await add(number)).status).toBe(409);
  const shown = await people.service.call("GET", `/suppressions/${added.body.data.id}`);
  expect(shown.body.data).toEqual(added.body.data);
  await people.reply(number, "START");
  expect(await people.send(number)).toBe("no_recipients");
  expect((await people.service.call("DELETE", `/suppressions/${encodeURIComponent(number)}`)).status).toBe(400);
  const lifted = await lift(number);
  expect([lifted.status, lifted.body.data.lifted[0].number]).toEqual([200, number]);
  expect((await lift(number)).status).toBe(404);
  expect((await people.service.call("GET", `/suppressions/${added.body.data.id}`)).status).toBe(404);
  expect(await people.send(number)).toMatch(/^msg_/);
});

test("START from a number that counts as unreachable shows that it can be reached", async () => {
  const mobile = "+4915112394051";
  await subscribe(mobile);
  await people.service.pool.query("update subscribers set bounced_at = now() where phone = $1", [mobile]);
  expect(await stateOf(mobile)).toBe("bounced");
  await people.reply(mobile, "START");
  expect(await stateOf(mobile)).toBe("active");
});

test("an opt-out is lifted only with a consent that was given after it, and no membership comes back", async () => {
  const mobile = "+4915112394002";
  await subscribe(mobile);
  const before = now() - 1_000;
  await people.reply(mobile, "STOP");
  expect(await stateOf(mobile)).toBe("left");
  const { id } = (await people.listed(mobile))[0]!;
  expect((await lift(id)).body.code).toBe("not_in_this_state");
  expect((await lift(id, consent(before))).body.code).toBe("not_in_this_state");
  expect((await lift(id, consent(now() + 86_400_000))).body.code).toBe("invalid_parameter");
  const { consent_by: _, ...part } = consent(now());
  expect((await lift(id, part)).body.data.details).toMatchObject([{ field: "consent_by", code: "required" }]);
  expect((await lift(id, { ...consent(now()), consent_at: "soon" })).status).toBe(400);
  const blank = await lift(id, { consent_by: "", consent_at: "", consent_evidence: "" });
  expect(blank.body.data.details.map((detail: { field: string; code: string }) => [detail.field, detail.code])).toEqual(
    [
      ["consent_by", "invalid_format"],
      ["consent_evidence", "invalid_format"],
      ["consent_at", "required"],
    ],
  );
  expect((await lift(id, consent(now()))).status).toBe(200);
  expect(await stateOf(mobile)).toBe("left");
  expect((await subscribe(mobile)).status).toBe(200);
  const [, lifted, blocked] = await history(mobile);
  expect(lifted).toMatchObject({ kind: "lifted" });
  expect(lifted!.wording).toMatch(/^Subscribed again\. Consent of Ada, .*: Form 4711$/);
  expect(lifted!.actor).toMatch(/^builtin:/);
  expect(blocked).toMatchObject({ kind: "blocked", wording: "STOP", actor: null });
});

test("a number with several entries is lifted whole or not at all", async () => {
  const number = "+4915112394003";
  await add(number);
  await people.reply(number, "STOP");
  expect((await lift(number)).status).toBe(409);
  expect(await people.listed(number)).toHaveLength(2);
  const block = (await people.listed(number)).find(({ kind }) => kind === "block")!;
  expect((await lift(block.id)).status).toBe(200);
  expect(await people.send(number)).toBe("no_recipients");
});

test("an opt-out that an operator records ends memberships, and START does not lift it", async () => {
  const mobile = "+4915112394004";
  await subscribe(mobile);
  expect((await add(mobile, { kind: "opt_out" })).status).toBe(201);
  expect(await stateOf(mobile)).toBe("left");
  await people.reply(mobile, "START");
  expect((await subscribe(mobile)).body.data.suppressed).toBe(true);
});

test("a list is added at once; numbers that are on the list keep their entry, and repeating it changes nothing", async () => {
  const many = numbers(1_200, 50_000);
  const member = many[700]!;
  await subscribe(member);
  await people.service.call("POST", "/suppressions", { number: many[0], reason: "first", kind: "opt_out" });
  const body = { numbers: [...many, many[1]], reason: "Former service", kind: "opt_out" };
  const first = await people.service.call("POST", "/suppressions/import", body);
  expect([first.status, first.body.data]).toEqual([200, { added: 1_199, already: 1, duplicates: 1, invalid: 0 }]);
  const again = await people.service.call("POST", "/suppressions/import", body);
  expect(again.body.data).toMatchObject({ added: 0, already: 1_200 });
  expect((await people.listed(many[0]!))[0]).toMatchObject({ reason: "first" });
  expect(await stateOf(member)).toBe("left");
  expect(await people.send(many[1_199]!)).toBe("no_recipients");
});

test("one bad number refuses the list, unless it is to be skipped; a list that is too long is refused", async () => {
  const good = "+4915112394006";
  const call = (numbers: readonly string[], more: object = {}) =>
    people.service.call("POST", "/suppressions/import", { numbers, reason: "x", ...more });
  const bad = await call([good, "+49"]);
  expect([bad.status, bad.body.data.details[0].field]).toEqual([400, "numbers[1]"]);
  expect(await people.listed(good)).toEqual([]);
  expect((await call([good, "+49"], { skip_invalid: true })).body.data).toMatchObject({ added: 1, invalid: 1 });
  expect((await call(numbers(10_001, 100_000))).status).toBe(400);
});

test("the list is read page by page, newest first, by number, reason, source, kind and sender", async () => {
  const ids: number[] = [];
  let cursor = "";
  do {
    const page = await people.service.call("GET", `/suppressions?per_page=100${cursor}`);
    ids.push(...page.body.data.items.map((one: { id: number }) => one.id));
    cursor = page.body.data.pagination.next_cursor === null ? "" : `&cursor=${page.body.data.pagination.next_cursor}`;
  } while (cursor !== "");
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  expect(new Set(ids).size).toBe(ids.length);
  const { rows } = await people.service.pool.query("select count(*)::int as n from suppressions");
  expect(ids).toHaveLength(rows[0].n);

  const number = "+4915112394007";
  await add(number, { reason: "100 % fraud_x", sender: "+49 30 111", kind: "block" });
  const found = async (query: string): Promise<string[]> =>
    (await people.service.call("GET", `/suppressions?${query}`)).body.data.items.map(
      (one: { number: string }) => one.number,
    );
  for (const query of [
    "search=0151",
    "search=%2B49%20151%2012394007",
    "reason=FRAUD_",
    "sender=4930111",
    "reason=100%20%25",
  ])
    expect([query, query === "search=0151" || (await found(query))]).toEqual([
      query,
      query === "search=0151" || [number],
    ]);
  expect(await found("reason=fraud-")).toEqual([]);
  expect(await found("source=main&kind=block")).toEqual([]);
  expect((await people.service.call("GET", "/suppressions?cursor=sub_1")).status).toBe(400);
  expect((await people.service.call("GET", "/suppressions?kind=no")).status).toBe(400);
});

test("only who may manage subscribers sees or changes the list", async () => {
  const other = await people.service.userWith("svc_sendsms", "svc_outbox", "svc_setting");
  for (const [method, path, body] of [
    ["GET", "/suppressions", undefined],
    ["POST", "/suppressions", { number: "+4915112394008", reason: "x" }],
    ["POST", "/suppressions/import", { numbers: ["+4915112394008"], reason: "x" }],
    ["DELETE", "/suppressions/1", { reason: "x" }],
  ] as const)
    expect((await people.service.call(method, path, body, { as: other })).status).toBe(403);
});

test("a STOP that arrives while an earlier one is being lifted is not lost", async () => {
  const number = "+4915112394010";
  await people.reply(number, "STOP");
  const lifting = await people.service.pool.connect();
  await lifting.query("begin");
  await lifting.query("select from suppressions where phone = $1 for update", [number]);
  const stopping = people.reply(number, "STOP");
  await expect.poll(() => sessionsWaiting(people.service.pool, "suppressions")).toBe(1);
  await lifting.query("delete from suppressions where phone = $1", [number]);
  await lifting.query("commit");
  lifting.release();
  await stopping;
  expect(await people.listed(number)).toHaveLength(1);
});

test("lifting while a STOP arrives leaves the number on the list", async () => {
  const number = "+4915112394009";
  for (let round = 0; round < 10; round += 1) {
    await people.reply(number, "STOP");
    await Promise.all([lift(number, consent(now())), people.reply(number, "START"), people.reply(number, "STOP")]);
    await people.reply(number, "STOP");
    expect(await people.listed(number)).toHaveLength(1);
    expect(await people.send(number)).toBe("no_recipients");
  }
});
