import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { importer } from "../../support/people/imports.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
const { upload, run } = importer(() => service);
const [ADA, BEN] = ["+4915112345678", "+4915112345679"] as const;

beforeAll(async () => {
  service = await startTestService({ TIDINGS_COUNTRY: "DE" });
  await service.call("POST", "/groups", { name: "Second" });
});
afterAll(() => service.end());
beforeEach(async () => {
  await service.pool.query("delete from subscribers");
  await service.pool.query("truncate suppressions, import_mappings, import_people, imports, jobs cascade");
});

/** Memberships in force, as number and state, and the numbers on the list. */
async function standing() {
  const members = await service.pool.query<{ phone: string; state: string }>(
    "select s.phone, m.state from memberships m join subscribers s on s.id = m.subscriber_id order by 1, m.group_id",
  );
  const listed = await service.pool.query<{ phone: string }>("select phone from suppressions order by 1");
  return {
    members: members.rows.map(({ phone, state }) => `${phone} ${state}`),
    listed: listed.rows.map(({ phone }) => phone),
  };
}

test.each([
  ["before", ["unsubscribed", "active"], 0],
  ["after", ["active", "unsubscribed"], 0],
  ["far before", ["unsubscribed", "active"], 6_000],
  ["far after", ["active", "unsubscribed"], 6_000],
])("a row that says unsubscribed counts %s another one with its number", async (_where, states, between) => {
  const others = Array.from({ length: between }, (_, nth) => `P,+49151${20_000_000 + nth},active\n`).join("");
  const done = await run(`Name,Mobile,Status\nAda,015112345678,${states[0]}\n${others}Ada,015112345678,${states[1]}\n`);
  expect(done.result).toMatchObject({ rows: between + 2, duplicates: 1, unsubscribed: 1, created: between });
  const { members, listed } = await standing();
  expect([members.length, listed]).toEqual([between, [ADA]]);
});
