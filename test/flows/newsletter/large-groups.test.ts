import { afterAll, beforeAll, expect, test } from "vitest";

import { sessionsWaiting } from "../../support/database/locks.ts";
import { wrongCounts } from "../../support/people/membership-counts.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({}, { workerLoops: false });
});
afterAll(() => service.end());

const MEMBERS = 2_500;
const phone = (nth: number): string => `+49151${20_000_000 + nth}`;

test("while a large group is being deleted its members can leave and opt out, and all of them leave it", async () => {
  const group = (await service.call("POST", "/groups", { name: "Large" })).body.data.id;
  await service.pool.query(
    `with made as (
       insert into subscribers (phone, name) select '+49151' || (20000000 + n), 'P' from generate_series(0, $1::int - 1) as n
       returning id, phone)
     insert into memberships (group_id, subscriber_id, phone, state) select $2, id, phone, 'active' from made`,
    [MEMBERS, group],
  );
  // Of the last one there is a record already, and someone is writing another.
  const last = phone(MEMBERS - 1);
  await service.call("POST", "/newsletter", { name: "P", mobile: last, double_opt_in: false });
  const other = await service.pool.connect();
  await other.query("begin");
  await other.query("select from consent_people for update");
  const deletion = service.call("DELETE", `/groups/${group}`, { force: true });
  await expect.poll(() => sessionsWaiting(service.pool)).toBe(1);
  const suppressed = await service.call("POST", "/suppressions", {
    number: phone(0),
    kind: "opt_out",
    reason: "Asked by telephone",
  });
  await other.query("rollback");
  other.release();
  expect(suppressed.status).toBe(201);
  expect((await deletion).body.data).toEqual({ deleted: true, id: group, members: MEMBERS });
  const { rows } = await service.pool.query(
    "select count(*)::int as left, count(distinct person_id)::int as people from consent_records where kind = 'left'",
  );
  expect(rows).toEqual([{ left: MEMBERS, people: MEMBERS }]);
  expect((await service.pool.query("select from memberships where group_id = $1", [group])).rowCount).toBe(0);
  expect(await wrongCounts(service.pool)).toEqual([]);
});
