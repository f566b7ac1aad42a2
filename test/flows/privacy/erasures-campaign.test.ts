import { afterAll, beforeAll, expect, test } from "vitest";

import { phoneOf } from "#gateways/adapters/sandbox";

import { eventually, numbers } from "../../support/engine/engine.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

const PEOPLE = 4_000;
const rows = async (text: string, values: unknown[] = []) => (await service.pool.query(text, values)).rows;

test("people who are erased while a campaign goes to their group get it once or not at all, and leave no number in it", async () => {
  const people = numbers(PEOPLE, 950_000);
  await rows(
    "insert into subscribers (phone, name) select phone, 'somebody' from unnest($1::text[]) phone order by phone",
    [people],
  );
  await rows(
    "insert into memberships (group_id, subscriber_id, phone, state) select 1, id, phone, 'active' from subscribers",
  );
  const sent = await service.call("POST", "/send", { message: "to all", recipients: "subscribers", group_ids: [1] });
  expect(sent.status).toBe(200);
  const leaving = people.filter((_, nth) => nth % 100 === 0);
  const erasures = await Promise.all(
    leaving.map(async (mobile) => (await service.call("POST", "/privacy/delete", { mobile, confirm: true })).body.data),
  );
  for (const { erasure_id: id } of erasures) {
    await eventually(async () => {
      // What waits for the campaign is checked again after ten seconds; the test does not wait for that.
      await rows("update erasures set due = now() where phone is not null and waiting > 0 and due > now()");
      return (await service.call("GET", `/privacy/erasures/${id}`)).body.data.state === "done";
    });
  }
  const read = async () => (await service.call("GET", `/messages/${sent.body.data.message_id}`)).body.data;
  const { progress } = await eventually(async () => {
    const data = await read();
    return data.state === "completed" && data.progress.sent === 0 ? data : null;
  });
  const got = phoneOf(service.gateways.gateways[0]!.gateway)!
    .messages()
    .map(({ to }) => to);
  expect(new Set(got).size).toBe(got.length);
  expect(people.filter((phone) => !leaving.includes(phone) && !got.includes(phone))).toEqual([]);
  const [left] = await rows("select count(*)::int as count from deliveries where phone = any($1)", [leaving]);
  expect(left).toEqual({ count: 0 });
  const [all] = await rows(
    "select count(*)::int as entries, count(*) filter (where state = 'delivered')::int as delivered from deliveries",
  );
  expect([all.delivered, progress.delivered, progress.total, progress.pending]).toEqual([
    got.length,
    got.length,
    all.entries,
    0,
  ]);
  // On a busy machine forty erasures take minutes, one after the other.
}, 480_000);
