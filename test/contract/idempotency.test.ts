import { hash } from "node:crypto";

import { afterAll, beforeAll, expect, test } from "vitest";

import { suppress } from "../support/database/ledger.ts";
import { eventually } from "../support/engine/engine.ts";
import { allowWithoutRecord } from "../support/people/consents.ts";
import { startTestService, type Answer, type TestService } from "../support/service/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({}, { workerLoops: false });
  await allowWithoutRecord(service.pool);
});
afterAll(() => service.end());

const keyed = (key: string) => ({ headers: { "idempotency-key": key } });
const count = async (sql: string): Promise<number> =>
  (await service.pool.query<{ n: number }>(`select count(*)::int as n from ${sql}`)).rows[0]!.n;

/** Status codes and the number of each. */
function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const name = status < 400 ? String(status) : `${status} ${body.code}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

const routes: readonly (readonly [string, unknown, string])[] = [
  ["/newsletter", { name: "Race", mobile: "+4915112340001" }, "subscribers where phone = '+4915112340001'"],
  ["/groups", { name: "Race" }, "groups where name = 'Race'"],
  ["/users", { username: "racer", email: "racer@example.test", name: "R" }, "users where username = 'racer'"],
  ["/roles", { name: "race" }, "roles where name = 'race'"],
  ["/customers", { name: "Race", phone: "+4915112340002" }, "customers where phone = '+4915112340002'"],
  ["/webhook", { webhook_url: "http://127.0.0.1:9/race", type: "new_sms" }, "webhooks where url like '%/race'"],
  ["/webhooks", { url: "http://127.0.0.1:9/race2", types: "new_sms" }, "webhooks where url like '%/race2'"],
  ["/users/me/application-passwords", { name: "race" }, "application_passwords where name = 'race'"],
  ["/send", { message: "Race", numbers: ["+4915112340003"] }, "messages where body = 'Race'"],
];

test.each(routes)("fifty concurrent calls of %s with one key do the work once", async (path, body, rows) => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => service.call("POST", path, body, keyed(`race${path}`))),
  );
  const made = answers.filter((one) => one.status < 300 && !one.headers.has("idempotency-replayed"));
  expect([made.length, await count(rows)], JSON.stringify(tally(answers))).toEqual([1, 1]);
  for (const { status, body: reported } of answers.filter((one) => one.status >= 300)) {
    expect(status).toBe(409);
    expect(["idempotency_in_flight", "already_created"]).toContain(reported.code);
  }
});

test("a key belongs to one resource: the same call on another one does not get its response", async () => {
  const [one, two] = await Promise.all(
    ["a", "b"].map(async (name) => {
      const answer = await service.call("POST", "/webhooks", { url: `http://127.0.0.1:9/${name}`, types: "new_sms" });
      return answer.body.data.id as string;
    }),
  );
  const first = await service.call("POST", `/webhooks/${one}/test`, undefined, keyed("per-resource"));
  expect(first.body.data.webhook_id).toBe(one);
  const second = await service.call("POST", `/webhooks/${two}/test`, undefined, keyed("per-resource"));
  expect([second.status, second.body.code]).toEqual([422, "idempotency_mismatch"]);
  const again = await service.call("POST", `/webhooks/${one}/test`, undefined, keyed("per-resource"));
  expect([again.headers.get("idempotency-replayed"), again.body]).toEqual(["true", first.body]);
});

test("a completed call returns its response again although it would no longer be permitted", async () => {
  const group = (await service.call("POST", "/groups", { name: "Short-lived" })).body.data.id;
  const body = { message: "Hello", numbers: ["+4915112340010"], group_ids: [group] };
  const first = await service.call("POST", "/send", body, keyed("gone"));
  expect(first.status).toBe(200);
  const member = { name: "M", mobile: "+4915112340011", group_id: group };
  const subscribed = await service.call("POST", "/newsletter", member, keyed("gone"));
  expect(subscribed.status).toBe(200);
  await service.call("DELETE", `/groups/${group}?force=true`);
  const again = await service.call("POST", "/send", body, keyed("gone"));
  expect([again.status, again.body, again.headers.get("idempotency-replayed")]).toEqual([200, first.body, "true"]);
  const subscribedAgain = await service.call("POST", "/newsletter", member, keyed("gone"));
  expect([subscribedAgain.status, subscribedAgain.body]).toEqual([200, subscribed.body]);
  expect(await count("messages where body = 'Hello'")).toBe(1);
});

test("a message whose only recipient opted out since is still reported as accepted", async () => {
  const body = { message: "Before STOP", numbers: ["+4915112340012"] };
  const first = await service.call("POST", "/send", body, keyed("stop-between"));
  await suppress(service.pool, "+4915112340012");
  const again = await service.call("POST", "/send", body, keyed("stop-between"));
  expect([again.status, again.body]).toEqual([200, first.body]);
  const fresh = await service.call("POST", "/send", body);
  expect([fresh.status, fresh.body.code]).toEqual([400, "no_recipients"]);
});

test("another body, query or content type under a key is a mismatch; a refusal before the work leaves it free", async () => {
  const body = { name: "Keyed" };
  expect((await service.call("POST", "/groups", { name: "" }, keyed("k1"))).status).toBe(400);
  expect((await service.call("POST", "/groups", body, { ...keyed("k1"), as: null })).status).toBe(401);
  const poor = await service.userWith("svc_outbox");
  expect((await service.call("POST", "/groups", body, { ...keyed("k1"), as: poor })).status).toBe(403);
  expect((await service.call("POST", "/groups", body, keyed("k1"))).status).toBe(201);
  for (const [path, other, type] of [
    ["/groups", { name: "Other" }, undefined],
    ["/groups?_x=1", body, undefined],
    ["/groups", body, "application/x.y+json"],
  ] as const) {
    const headers = { "idempotency-key": "k1", ...(type && { "content-type": type }) };
    expect((await service.call("POST", path, other, { headers })).body.code).toBe("idempotency_mismatch");
  }
  expect(await count("groups where name in ('Keyed', 'Other')")).toBe(1);
});

test("what is stored of a body with a password does not reveal the password to a reader of the database", async () => {
  const body = { username: "guessed", email: "guessed@example.test", name: "G", password: "correct horse battery" };
  expect((await service.call("POST", "/users", body, keyed("guessed"))).status).toBe(201);
  const { rows } = await service.pool.query<{ fingerprint: Buffer }>("select fingerprint from idempotency_keys");
  const guess = hash("sha256", `application/json\n\n{}\n${JSON.stringify(body)}`);
  const stored = rows.map(({ fingerprint }) => fingerprint.toString("hex"));
  expect(stored.length).toBeGreaterThan(0);
  expect(stored).not.toContain(guess);
});

test("a key belongs to one caller", async () => {
  const other = await service.userWith("svc_subscribers");
  const mine = await service.call("POST", "/groups", { name: "Mine" }, keyed("shared"));
  const theirs = await service.call("POST", "/groups", { name: "Theirs" }, { ...keyed("shared"), as: other });
  expect([mine.status, theirs.status]).toEqual([201, 201]);
});

test("final refusals are repeated, and temporary ones are not", async () => {
  const first = await service.call("POST", "/groups", { name: "Mine" }, keyed("conflict"));
  expect(first.status).toBe(409);
  await service.pool.query("delete from groups where name = 'Mine'");
  const again = await service.call("POST", "/groups", { name: "Mine" }, keyed("conflict"));
  expect([again.status, again.body.code, again.headers.get("idempotency-replayed")]).toEqual([409, "conflict", "true"]);
});

test("a refusal that passes with time or with a setting leaves the key free for the same call", async () => {
  const send = (mobile: string, key: string) =>
    service.call("POST", "/send", { message: "Offers!", numbers: [mobile], category: "marketing" }, keyed(key));
  const capped = (perDay: string) => service.call("PATCH", "/settings", { spending: { per_day: perDay } });
  const rule = (mode: string) => service.call("PATCH", "/settings", { consent: { require_record: mode } });

  await rule("enforce");
  expect((await send("+4915112340031", "consent")).body.code).toBe("consent_required");
  await rule("off");
  const agreed = await send("+4915112340031", "consent");
  expect([agreed.status, agreed.headers.get("idempotency-replayed")]).toEqual([200, null]);

  const prices = { currency: "EUR", segments: [{ prefix: "+", price: "0.05" }] };
  await service.call("PATCH", "/settings", { prices });
  await capped("0");
  // A change of the settings takes effect within a second.
  const refused = await eventually(async () => {
    const { status, body } = await service.call("POST", "/send", {
      message: "Offers!",
      numbers: ["+4915112340032"],
      category: "marketing",
    });
    return status === 409 && body.code;
  });
  expect([refused, (await send("+4915112340032", "cap")).body.code]).toEqual([
    "spend_cap_reached",
    "spend_cap_reached",
  ]);
  await capped("1000");
  const raised = await eventually(async () => {
    const answer = await send("+4915112340032", "cap");
    return answer.status === 200 && answer;
  });
  expect(raised.headers.get("idempotency-replayed")).toBeNull();
  const again = await send("+4915112340032", "cap");
  expect([again.status, again.body, again.headers.get("idempotency-replayed")]).toEqual([200, raised.body, "true"]);
});

test("work that throws midway leaves neither its rows nor its key", async () => {
  const body = { name: "Broken", mobile: "+4915112340020" };
  // The last write of a subscription fails, after the person, the code and the message were written.
  await service.pool.query(`create function refuse() returns trigger language plpgsql as
    $$ begin if new.kind = 'requested' then raise exception 'midway' using errcode = 'XX000'; end if; return new; end $$`);
  await service.pool.query(
    "create trigger refuse before insert on consent_records for each row execute function refuse()",
  );
  const broken = await service.call("POST", "/newsletter", body, keyed("midway"));
  expect([broken.status, broken.body.code]).toEqual([500, "internal"]);
  expect(await count("subscribers where phone = '+4915112340020'")).toBe(0);
  expect(await count("deliveries where phone = '+4915112340020'")).toBe(0);
  await service.pool.query("drop trigger refuse on consent_records");
  const mended = await service.call("POST", "/newsletter", body, keyed("midway"));
  expect([mended.status, mended.headers.get("idempotency-replayed")]).toEqual([200, null]);
});

test("a key of the wrong form is refused on every POST", async () => {
  for (const key of ["", " ", "a b", "é", "x".repeat(256)]) {
    // Characters that HTTP forbids in a header cannot be sent at all.
    const answer = await service.call("POST", "/groups", { name: "K" }, keyed(key)).catch(() => null);
    if (answer) expect([key, answer.status, answer.body.data.details[0].field]).toEqual([key, 400, "Idempotency-Key"]);
  }
});

// Each number has a prefix of its own, and a country gets 30 codes an hour.
test.each([
  ["/send/preview", (nth: number) => ({ numbers: [`+4917${10 + nth}1234567`], message: "x" })],
  ["/newsletter", (nth: number) => ({ name: "N", mobile: `+4917${10 + nth}1234567` })],
  ["/gateways/sandbox/pause", () => ({ reason: "x" })],
  ["/gateways/sandbox/resume", () => ({})],
  ["/otp", (nth: number) => ({ number: `+336${10 + nth}123456` })],
] as const)(
  "more calls of %s with a key at once than there are database sessions are all answered",
  async (path, body) => {
    const calls = Array.from({ length: 25 }, (_, nth) =>
      service.call("POST", path, body(nth), { headers: { "idempotency-key": `many-${nth}` } }),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  },
);
