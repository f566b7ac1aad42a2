import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { consentKeysOf } from "#app/consent/keys";
import type { Phone } from "#domain/recipients/phone";
import { consentQueries } from "#store/queries/consent/consents";

import { suppress } from "../../support/database/ledger.ts";
import { scheduleCall, trial } from "../../support/engine/schedules.ts";
import { freshPhone } from "../../support/people/newsletter.ts";
import { startTestService, type Credentials, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
let clerk: Credentials;
beforeAll(async () => {
  service = await startTestService({}, { workerLoops: false });
  clerk = await service.userWith("svc_sendsms", "svc_outbox");
});
afterAll(() => service.end());
beforeEach(() => rule("enforce"));

const rule = (mode: string) => service.call("PATCH", "/settings", { consent: { require_record: mode } });
const send = (numbers: readonly string[], more: object = {}, key?: string) =>
  service.call(
    "POST",
    "/send",
    { message: "Offers!", numbers, category: "marketing", ...more },
    {
      as: clerk,
      ...(key !== undefined && { headers: { "idempotency-key": key } }),
    },
  );
/** The service's own ledger, for what no call does. */
const queries = () => consentQueries(service.store.db, consentKeysOf(service.store.key));
const accepted = async (mobile: string) =>
  (await service.pool.query("select 1 from deliveries where phone = $1", [mobile])).rowCount;

async function consented(): Promise<string> {
  const mobile = freshPhone();
  await service.call("POST", "/newsletter", { name: "Ada", mobile, double_opt_in: false });
  return mobile;
}

test("if the operator says so, a marketing message to people without a record is accepted, with a warning that counts them", async () => {
  await rule("warn");
  const mobile = freshPhone();
  const answer = await send([mobile, freshPhone(), await consented()]);
  expect([answer.status, answer.body.data.warnings]).toEqual([
    200,
    ["There is no record that 2 recipients agreed to marketing."],
  ]);
  expect(await accepted(mobile)).toBe(1);
});

test("a new installation refuses marketing to people without a record, and says what to do about it", async () => {
  await service.pool.query("delete from settings where name = 'consent'");
  const answer = await send([freshPhone(), freshPhone(), await consented()]);
  expect([answer.status, answer.body.code, answer.body.data.without_consent]).toEqual([409, "consent_required", 2]);
  expect(answer.body.message).toMatch(/^There is no record that 2 recipients agreed to marketing\. Nothing was sent\./);
  for (const step of ["sign up", "import them", "category", "consent_basis", "consent.require_record"])
    expect(answer.body.message).toContain(step);
});

test("a new installation accepts a first message, a second factor and an order notice without any setting", async () => {
  await service.pool.query("delete from settings where name = 'consent'");
  const call = (more: object) => service.call("POST", "/send", { message: "Hello", numbers: [freshPhone()], ...more });
  for (const more of [{}, { category: "transactional" }, { category: "otp", message: "Your code is 123456." }]) {
    const answer = await call(more);
    expect([answer.status, answer.body.data.warnings]).toEqual([200, undefined]);
  }
  expect((await service.call("POST", "/otp", { number: freshPhone() })).status).toBe(200);
  const batch = await service.call("POST", "/send/batch", {
    messages: [{ number: freshPhone(), message: "Order 4711 is on its way." }],
  });
  expect(batch.body.data.accepted).toBe(1);
});

test("numbers beside a group make it marketing to them, too, unless the call says that it is none", async () => {
  await consented();
  const call = { category: undefined, group_ids: [1] };
  const answer = await send([freshPhone()], call);
  expect([answer.status, answer.body.data.without_consent]).toEqual([409, 1]);
  expect((await send([freshPhone()], { ...call, category: "transactional" })).status).toBe(200);
});

test("an entry of a batch is refused on its own, and may state another basis", async () => {
  const known = await consented();
  const entry = (number: string, more: object = {}) => ({ number, message: "Offers!", category: "marketing", ...more });
  const messages = [entry(known), entry(freshPhone()), entry(freshPhone(), { consent_basis: "contract" })];
  const { results } = (await service.call("POST", "/send/batch", { messages })).body.data;
  expect(results.map((one: any) => [one.status, one.error?.code])).toEqual([
    ["accepted", undefined],
    ["refused", "consent_required"],
    ["accepted", undefined],
  ]);
  const asClerk = (await service.call("POST", "/send/batch", { messages: messages.slice(2) }, { as: clerk })).body.data;
  expect(asClerk.results[0].error.code).toBe("forbidden");
});

test("the change log shows who chose to send without a record, and when", async () => {
  await rule("enforce");
  await rule("off");
  const [change] = (await service.call("GET", "/settings/changes?section=consent&per_page=1")).body.data.items;
  expect(change).toMatchObject({
    changed_by: "builtin:1",
    before: { require_record: "enforce" },
    after: { require_record: "off" },
  });
  expect(
    (await service.call("PATCH", "/settings", { consent: { require_record: "warn" } }, { as: clerk })).status,
  ).toBe(403);
});

test.each(["+5491123456789", "+541123456788"])(
  "of a phone with two numbers, a consent under either is enough: %s",
  async (mobile) => {
    await service.call("POST", "/newsletter", { name: "Ada", mobile, double_opt_in: false });
    const other = mobile.startsWith("+549") ? mobile.replace("+549", "+54") : mobile.replace("+54", "+549");
    expect((await send([other])).status).toBe(200);
    expect((await send([mobile, other, await consented()])).status).toBe(200);
  },
);

test("enforce refuses the whole message and says how many have no record, and not who", async () => {
  const [known, unknown] = [await consented(), freshPhone()];
  const answer = await send([known, unknown], {}, "refused");
  expect([answer.status, answer.body.code, answer.body.data.without_consent]).toEqual([409, "consent_required", 1]);
  expect(JSON.stringify(answer.body)).not.toContain(unknown.slice(1));
  expect([await accepted(known), await accepted(unknown)]).toEqual([0, 0]);
  expect((await send([known])).status).toBe(200);
});

test("consent ends with the membership, with a STOP and with an erasure", async () => {
  const [left, stopped, erased] = [await consented(), await consented(), await consented()];
  await service.call("POST", "/newsletter/unsubscribe", { mobile: left });
  await service.pool.query("delete from memberships where phone = $1", [stopped]);
  const evidence = { source: "sms", actor: null, ip: null };
  await queries().ledger.append([{ phone: stopped as Phone, groupId: null, kind: "blocked", evidence }]);
  await service.call("POST", "/privacy/delete", { mobile: erased, confirm: true });
  for (const mobile of [left, stopped, erased]) expect((await send([mobile])).status).toBe(409);
});

test.each([
  ["leave", (mobile: string) => service.call("POST", "/newsletter/unsubscribe", { mobile })],
  [
    "are deleted",
    async (mobile: string) => {
      const { rows } = await service.pool.query("select id from subscribers where phone = $1", [mobile]);
      return service.call("DELETE", `/subscribers/${rows[0].id}`);
    },
  ],
])("consent ends for imported people who %s before their record is in the ledger", async (_, end) => {
  const mobile = freshPhone();
  // As an import writes it: the job of the ledger does not run here.
  await service.pool.query(
    `with person as (insert into subscribers (phone, name) values ($1, 'Ada') returning id, phone),
       member as (insert into memberships (group_id, subscriber_id, phone, state) select 1, id, phone, 'active' from person)
     insert into consents (subscriber_id, group_id, kind, source) select id, 1, 'subscribed', 'import' from person`,
    [mobile],
  );
  expect((await send([mobile])).status).toBe(200);
  expect((await end(mobile)).status).toBe(200);
  // Reading moves what is not in the ledger yet, as the job does.
  const records = await queries().repository.since(mobile as Phone, 0, 10);
  expect(records.map(({ kind }) => kind)).toEqual(["subscribed", "left"]);
  expect((await send([mobile])).status).toBe(409);
});

test("a suppressed number gets nothing anyway, so it does not make the message to the others refused", async () => {
  const [known, stopped] = [await consented(), freshPhone()];
  await suppress(service.pool, stopped);
  const answer = await send([known, stopped]);
  expect([answer.status, answer.body.data.recipients]).toMatchObject([200, { accepted: 1, suppressed: 1 }]);
  expect((await send([stopped])).body.code).toBe("no_recipients");
  const call = { message: "Offers!", numbers: [known, stopped], category: "marketing" };
  const preview = await service.call("POST", "/send/preview", call);
  expect(preview.body.data.people).toMatchObject({ suppressed: 1, without_consent: 0, final: 1 });
});

test("a person who opted out of another sender only counts like everybody else", async () => {
  const stopped = freshPhone();
  await suppress(service.pool, stopped, { sender: "OTHER" });
  expect((await send([stopped], { sender: "Acme" })).body.code).toBe("consent_required");
  expect((await send([stopped], { sender: "Other" })).body.code).toBe("no_recipients");
});

test.each(["\u200b", "-", "…"])("a basis that says nothing is refused: %j", async (basis) => {
  const call = { message: "Offers!", numbers: [freshPhone()], category: "marketing", consent_basis: basis };
  const answer = await service.call("POST", "/send", call);
  expect([answer.status, Object.keys(answer.body.data.params)]).toEqual([400, ["consent_basis"]]);
});

test("a person who requested a code and never confirmed has not consented", async () => {
  const mobile = freshPhone();
  await service.call("POST", "/newsletter", { name: "Ada", mobile, double_opt_in: true });
  expect((await send([mobile])).status).toBe(409);
});

test("the rule is not about other categories, nor about groups", async () => {
  const mobile = freshPhone();
  expect((await send([mobile], { category: "transactional" })).status).toBe(200);
  expect((await send([mobile], { category: "otp" })).status).toBe(200);
  await consented();
  expect((await send([], { numbers: undefined, group_ids: [1] })).status).toBe(200);
});

test("people who are looked up later count as people without a record", async () => {
  const answer = await send([], { numbers: undefined, role_ids: ["editor"] });
  expect([answer.status, answer.body.code, answer.body.data.without_consent]).toEqual([409, "consent_required", null]);
  await rule("warn");
  expect((await send([], { numbers: undefined, role_ids: ["editor"] })).body.data.warnings).toEqual([
    "Users, roles and customers are looked up later: whether they agreed cannot be checked.",
  ]);
});

test("a scheduled message is refused when it is scheduled", async () => {
  await trial(service);
  const answer = await scheduleCall(service, { numbers: [freshPhone()], category: "marketing" });
  expect([answer.status, answer.body.code]).toEqual([409, "consent_required"]);
});

test("a preview of what is refused has its figures, the people behind them, and why it is refused", async () => {
  const [known, unknown] = [await consented(), freshPhone()];
  const call = { message: "Offers!", numbers: [known, unknown], category: "marketing" };
  const refused = await send([known, unknown]);
  expect(refused.status).toBe(409);
  const later = { schedule: new Date(Date.now() + 3_600_000).toISOString() };
  await trial(service);
  for (const more of [{}, later]) {
    const { status, body } = await service.call("POST", "/send/preview", { ...call, ...more }, { as: clerk });
    expect([status, body.data.people]).toMatchObject([200, { matched: 2, without_consent: 1, final: 2 }]);
    expect(body.data.refusals).toMatchObject([{ code: "consent_required", data: { without_consent: 1 } }]);
  }
  const asked = { ...call, reason: "without_consent" };
  const { people } = (await service.call("POST", "/send/preview/people", asked, { as: clerk })).body.data;
  expect(people.map(({ phone }: any) => phone)).toEqual([unknown]);
  expect(await accepted(known)).toBe(0);
  const alone = await service.call("POST", "/send/preview", { ...call, numbers: [known] });
  expect(alone.body.data.refusals).toEqual([]);
});

test("another basis is accepted from those who may change settings, and logged with who stated it", async () => {
  const mobile = freshPhone();
  expect((await send([mobile], { consent_basis: "contract" })).status).toBe(403);
  const call = { message: "Offers!", numbers: [mobile], category: "marketing", consent_basis: "contract, section 4" };
  const answer = await service.call("POST", "/send", call);
  expect([answer.status, answer.body.data.warnings]).toEqual([200, undefined]);
  const { rows } = await service.pool.query("select data from events where data->>'basis' = 'contract, section 4'");
  expect(rows).toEqual([{ data: { by: "builtin:1", basis: "contract, section 4" } }]);
});

test("a call that was accepted is replayed for its key after the rule became stricter", async () => {
  await rule("off");
  const mobile = freshPhone();
  const first = await send([mobile], {}, "replayed");
  await rule("enforce");
  const again = await send([mobile], {}, "replayed");
  expect([again.status, again.body.data.message_id]).toEqual([200, first.body.data.message_id]);
  expect(await accepted(mobile)).toBe(1);
});
