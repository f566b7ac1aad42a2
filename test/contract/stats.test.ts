import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { eventually, numbers } from "../support/engine/engine.ts";
import { startReplies } from "../support/people/opt-outs.ts";

let fixture: Awaited<ReturnType<typeof startReplies>>;
beforeAll(async () => {
  fixture = await startReplies();
});
afterAll(() => fixture.service.end());

const call = (path: string) => fixture.service.call("GET", path);
const stats = async (query = "") => (await call(`/stats${query}`)).body.data;
const send = async (phones: readonly string[], category = "transactional"): Promise<string> => {
  const body = { message: "Hello", numbers: phones, category };
  return (await fixture.service.call("POST", "/send", body)).body.data.message_id;
};
/** Parts with what was sent to them. */
const sentBy = (parts: { part: string | null; totals?: { counts: { sent: number } }; counts?: { sent: number } }[]) =>
  Object.fromEntries(parts.map(({ part, totals, counts }) => [part, (totals?.counts ?? counts)!.sent]));
const departed = ({ departures }: { departures: { series: { count: number }[] } }): number =>
  departures.series.reduce((sum, { count }) => sum + count, 0);

describe("statistics", () => {
  test("what was sent is counted by country, category and gateway, with its latency", async () => {
    await send(["+4915112345601", "+4915112345602", "+436641234567"]);
    await send(["+12125550101", "+14165550101"], "otp");
    const data = await eventually(async () => {
      const seen = await stats("?group_by=country");
      return seen.totals.counts.sent === 5 && seen;
    });
    expect(data.totals.counts).toMatchObject({ accepted: 5, sent: 5, failed: 0, segments: 5 });
    expect(data.totals.accepted_to_sent).toMatchObject({ count: 5, p50_ms: expect.any(Number) });
    expect(data.previous.totals.counts.sent).toBe(0);
    expect(data.totals.sent_to_delivered).toEqual({ count: 0, p50_ms: null, p95_ms: null, within_10s: null });
    expect(sentBy(data.groups)).toEqual({ DE: 2, AT: 1, US: 1, CA: 1 });
    expect(data.series).toHaveLength(1);
    expect(sentBy((await stats("?group_by=category&interval=hour")).groups)).toEqual({ transactional: 3, otp: 2 });
    // What was accepted has no gateway yet.
    const byGateway = (await stats("?group_by=gateway")).groups;
    expect(sentBy(byGateway)).toEqual({ main: 5, null: 0 });
    expect(byGateway.find(({ part }: { part: string | null }) => part === null).totals.counts.accepted).toBe(5);
    // This provider sends no receipts, so non-delivery is unknown.
    const main = byGateway.find(({ part }: { part: string | null }) => part === "main").totals;
    expect(main.rates).toMatchObject({ delivered: 0, delivered_of_final: null });
  });

  test("replies and opt-outs count when they come; what an administrator blocks is no opt-out", async () => {
    await fixture.reply("+4915112345601", "Thanks");
    await fixture.reply("+4915112345602", "STOP");
    await fixture.service.call("POST", "/suppressions", { numbers: ["+4915112345603"], reason: "asked by phone" });
    const { counts, rates } = await eventually(async () => {
      const { totals } = await stats();
      return totals.counts.replies === 2 && totals.counts.opt_outs === 1 && totals;
    });
    expect(rates.opt_outs).toBeCloseTo(1 / counts.sent, 3);
  });

  test("a small message and one that is rolled up are split alike", async () => {
    const people = ["+436641234567", ...numbers(1_500)];
    const [small, large] = [await send(people.slice(0, 900)), await send(people)];
    for (const [id, count] of [
      [small, 900],
      [large, 1_501],
    ] as const) {
      const data = await eventually(async () => {
        const seen = (await call(`/stats/messages/${id}`)).body.data;
        // What has left is rolled up by itself.
        return seen.gateways[0]?.counts.sent === count && departed(seen) === count && seen;
      });
      expect(sentBy(data.gateways)).toEqual({ main: count, null: 0 });
      expect(sentBy(data.countries)["AT"]).toBe(1);
      expect(data.gateways.at(-1).counts.accepted).toBe(count);
      const { interval_seconds: seconds, series } = data.departures;
      expect(seconds).toBe(10);
      expect(series.map((point: { starts_at: string }) => Date.parse(point.starts_at) % 10_000)).toEqual(
        series.map(() => 0),
      );
    }
    expect((await call("/stats/messages/msg_0197a6c2-5b7e-7c3a-9f1e-2b8d4c6e8a10")).status).toBe(404);
  });

  test("a range without anything has empty figures", async () => {
    const data = await stats("?date_from=2019-12-30&date_to=2020-01-02");
    expect(data.series).toEqual([]);
    expect(data.totals.rates).toEqual({ delivered: null, delivered_of_final: null, errors: null, opt_outs: null });
  });

  test.each([
    ["?interval=minute", "interval"],
    ["?group_by=phone", "group_by"],
    ["?date_from=yesterday", "date_from"],
    ["?date_from=2027-02-01&date_to=2027-01-01", "date_to"],
    ["?interval=hour&date_from=2020-01-01&date_to=2026-01-01", "date_from"],
    ["?date_from=0001-01-01&date_to=9999-01-01", "date_from"],
  ])("%s is refused", async (query, field) => {
    const answer = await call(`/stats${query}`);
    expect([answer.status, answer.body.data.details[0].field]).toEqual([400, field]);
  });

  test("a range at the ends of time is repeated with a year of four digits", async () => {
    for (const [from, to] of [
      ["0000-01-01", "0000-01-01"],
      ["0000-01-01", "0500-01-01"],
      ["9999-12-31", "9999-12-31"],
    ]) {
      const { status, body } = await call(`/stats?date_from=${from}&date_to=${to}`);
      expect([status, body.data.from, body.data.to, body.data.previous.from]).toEqual([
        200,
        ...Array.from({ length: 3 }, () => expect.stringMatching(/^\d{4}-/)),
      ]);
    }
  });

  test("any capability suffices, and none does not", async () => {
    const [some, none] = [await fixture.service.userWith("svc_inbox"), await fixture.service.userWith()];
    expect((await fixture.service.call("GET", "/stats", undefined, { as: some })).status).toBe(200);
    expect((await fixture.service.call("GET", "/stats", undefined, { as: none })).status).toBe(403);
  });
});

describe("the status", () => {
  test("shows the queue, gateways with their latency, and webhooks that fail", async () => {
    await fixture.service.pool.query(
      `insert into webhooks (url, types, secret, failing_since) values ('https://example.com/a', '{new_sms}', '\\x00', now())`,
    );
    await fixture.service.pool.query(
      `insert into credit_readings (gateway, hour, amount) select 'main', date_trunc('hour', now()) - n * interval '12 hours', 100 + n * 5
       from generate_series(0, 4) n`,
    );
    await fixture.service.pool.query(
      `insert into gateway_states (name, credit, credit_unit, checked_at) values ('main', '100', 'EUR', now())
       on conflict (name) do update set credit = '100', credit_unit = 'EUR', checked_at = now()`,
    );
    const { data } = (await call("/status")).body;
    expect(data).toMatchObject({ sandbox: false, standby: null, stranded: [], license: { state: "absent" } });
    expect(data.checks).toContainEqual({ name: "database", ok: true, warning: null });
    expect(data.gateways).toEqual([
      expect.objectContaining({
        name: "main",
        state: "up",
        credit: expect.objectContaining({ amount: "100", days_left: 10 }),
      }),
    ]);
    expect(data.gateways[0].p95_ms).toBeGreaterThan(0);
    expect(data.webhooks).toEqual([expect.objectContaining({ state: "failing", waiting: 0 })]);
    expect(data.queue).toMatchObject({ held: 0, retries: 0 });
  });
});
