import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { endStandby } from "#store/queries/installation/standby";

import { eventually } from "../../support/engine/engine.ts";
import { storeSettings } from "../../support/engine/holding.ts";
import { suppress } from "../../support/database/ledger.ts";
import { openForms, type OpenForms } from "../../support/people/forms.ts";
import { freshPhone, sandbox } from "../../support/people/newsletter.ts";

let service: OpenForms;
let networks = 0;
beforeAll(async () => {
  service = await openForms();
  await service.form("news");
});
afterEach(async () => {
  service.site.ip = `198.51.100.${(networks += 1)}`;
  service.gateway.route = sandbox;
  await service.rows("delete from form_requests");
  // Each test has the limits of the pumping guard to itself.
  await service.rows("delete from code_requests");
});
afterAll(() => service.close());

const due = () => service.rows("update form_requests set due = now()");

describe("the worker that carries out forms", () => {
  it("carries out each request once, however many nodes there are", async () => {
    const numbers = Array.from({ length: 12 }, (_, nth) => `+4915${nth + 10}7000001`);
    for (const [nth, number] of numbers.entries()) {
      service.site.ip = `198.51.100.${100 + nth}`;
      await service.send("news", { number });
    }
    const nodes = await Promise.all(Array.from({ length: 6 }, () => service.fulfill()));
    expect(nodes.flat()).toEqual(numbers.map(() => "done"));
    for (const number of numbers) expect(await service.textsTo(number)).toHaveLength(1);
    expect(await service.requests()).toEqual([]);
  });

  it("whose session ends between the work and its commit leaves the request to the next, and one code is sent", async () => {
    const number = freshPhone();
    await service.send("news", { number });
    const client = await service.db.pool.connect();
    try {
      // Stops the worker after it has created the subscriber, as it inserts the membership.
      await client.query("begin");
      await client.query("lock table memberships in exclusive mode");
      const first = service.fulfill();
      // On a session of its own: within a transaction, the view does not change.
      const waiting = `select pid from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and query like '%insert into memberships%'`;
      await expect.poll(async () => (await service.rows(waiting)).length).toBe(1);
      await service.rows(`select pg_terminate_backend(pid) from (${waiting}) as worker`);
      await first;
      await client.query("rollback");
    } finally {
      client.release();
    }
    expect(await service.textsTo(number)).toEqual([]);
    expect(await service.rows("select 1 from subscribers where phone = $1", [number])).toEqual([]);
    await due();
    expect(await service.fulfill()).toEqual(["done"]);
    expect(await service.textsTo(number)).toHaveLength(1);
  });

  it("sends nothing to a number that said STOP while its request waited", async () => {
    const number = freshPhone();
    await service.send("news", { number });
    await suppress(service.db.pool, number);
    expect(await service.fulfill()).toEqual(["refused"]);
    expect(await service.textsTo(number)).toEqual([]);
    expect(await service.rows("select 1 from subscribers where phone = $1", [number])).toEqual([]);
    expect(await service.requests()).toEqual([]);
  });

  it("sends nothing for a request of more than a day ago: the service stood still, and the person has long given up", async () => {
    const number = freshPhone();
    await service.send("news", { number });
    await service.rows("update form_requests set at = now() - interval '25 hours'");
    expect(await service.fulfill()).toEqual([]);
    expect(await service.textsTo(number)).toEqual([]);
    expect(await service.rows("select 1 from subscribers where phone = $1", [number])).toEqual([]);
  });

  it("of a restored copy sends nothing for requests from before the restore, which its original has carried out", async () => {
    const [before, since] = [freshPhone(), freshPhone()];
    await service.send("news", { number: before });
    const times = "select now() + interval '1 ms' as restored";
    const [{ restored }] = await service.rows(times);
    const standby = JSON.stringify({ restored_at: restored, backup_of: restored });
    await service.rows("insert into settings (name, value) values ('standby', $1)", [standby]);
    await expect.poll(async () => (await service.rows("select now() > $1 as over", [restored]))[0].over).toBe(true);
    await service.send("news", { number: since });
    await endStandby(service.db);
    expect(await service.fulfill()).toEqual(["done"]);
    expect([await service.textsTo(before), await service.textsTo(since)]).toEqual([[], [expect.any(String)]]);
  });

  it("tries again once there is a gateway", async () => {
    const number = freshPhone();
    await service.send("news", { number });
    service.gateway.route = null;
    expect(await service.fulfill()).toEqual(["later"]);
    expect(await service.fulfill()).toEqual([]);
    service.gateway.route = sandbox;
    await due();
    expect(await service.fulfill()).toEqual(["done"]);
    expect(await service.textsTo(number)).toHaveLength(1);
  });

  it("tries again once there is money for the code", async () => {
    const categories = ["marketing", "transactional", "otp"];
    await storeSettings(service.db, "prices", { currency: "EUR", segments: [{ prefix: "+", price: "0.10" }] });
    await storeSettings(service.db, "spending", { perDay: "0.05", categories });
    // The settings are seen within a second.
    const number = await eventually(async () => {
      const next = freshPhone();
      await service.send("news", { number: next });
      return (await service.fulfill()).includes("later") && next;
    });
    expect(await service.textsTo(number)).toEqual([]);
    await storeSettings(service.db, "spending", { perDay: "1000", categories });
    await eventually(async () => {
      await due();
      return (await service.fulfill()).includes("done");
    });
    expect(await service.textsTo(number)).toHaveLength(1);
  });

  it("drops a request whose groups were deleted, and joins those that are left", async () => {
    const [short, long] = [await service.group("Short"), await service.group("Long")];
    await service.form("two", { groupIds: [short, long] });
    await service.form("one", { groupIds: [short] });
    const [a, b] = [freshPhone(), freshPhone()];
    await service.send("two", { number: a });
    await service.send("one", { number: b });
    await service.groups.remove(short, true, { source: "api", actor: null, ip: null });
    expect(await service.fulfill()).toEqual(["done", "refused"]);
    expect(await service.membershipsOf(a)).toEqual([{ group_id: long, state: "pending" }]);
    expect(await service.rows("select 1 from subscribers where phone = $1", [b])).toEqual([]);
  });

  it("forgets a request that was not executed for a day", async () => {
    await service.send("news", { number: freshPhone() });
    await service.rows("update form_requests set at = now() - interval '25 hours', due = now() + interval '1 minute'");
    await service.rows("update form_nonces set used_at = now() - interval '4 hours'");
    await service.formRequests.endOld();
    expect(await service.requests()).toEqual([]);
    expect(await service.rows("select 1 from form_nonces")).toEqual([]);
  });

  it("sends no code to satellite and premium numbers, nor more than a few to one network or one prefix", async () => {
    // The limits of a new installation.
    await service.limitCodes({});
    const satellite = Array.from({ length: 20 }, (_, nth) => `+8816${10_000_000 + nth}`);
    const prefix = Array.from({ length: 10 }, (_, nth) => `+4915119990${nth}00`);
    for (const [nth, number] of [...satellite, ...prefix, "+499001234567"].entries()) {
      service.site.ip = `198.51.100.${200 + (nth % 20)}`;
      const page = await service.send("news", { number });
      expect([page.status, page.text.includes("a code is on its way")]).toEqual([200, true]);
    }
    await service.fulfill();
    for (const number of [...satellite, "+499001234567"]) expect(await service.textsTo(number)).toEqual([]);
    const sent = await Promise.all(prefix.map((number) => service.textsTo(number)));
    expect(sent.flat()).toHaveLength(5);
  });
});
