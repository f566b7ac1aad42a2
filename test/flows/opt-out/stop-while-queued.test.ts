import { afterAll, beforeAll, expect, test } from "vitest";

import { numbers } from "../../support/engine/engine.ts";
import { startReplies } from "../../support/people/opt-outs.ts";

const PEOPLE = 10_000;

let people: Awaited<ReturnType<typeof startReplies>>;
beforeAll(async () => {
  people = await startReplies({ workerLoops: false });
});
afterAll(() => people.end());

test("a person who sends STOP while ten thousand deliveries of their group are queued gets none of them, and all others get theirs", async () => {
  const { service, provider } = people;
  const phones = numbers(PEOPLE, 0);
  const group = (await service.call("POST", "/groups", { name: "All" })).body.data.id as number;
  await service.pool.query(
    `with person as (insert into subscribers (phone, name) select unnest($1::text[]), 'N' returning id, phone)
     insert into memberships (group_id, subscriber_id, phone, state) select $2, id, phone, 'active' from person`,
    [phones, group],
  );
  const sent = await service.call("POST", "/send", { message: "News", group_ids: [group] });
  expect(sent.status).toBe(200);
  service.engine.start();
  // Some have left for the provider already, the rest waits in the queue and in flight.
  await expect.poll(() => provider.seen.length).toBeGreaterThan(500);
  const got = new Set(provider.seen.map(({ to }) => to));
  const stopping = phones.filter((phone) => !got.has(phone)).slice(-20);
  expect(stopping).toHaveLength(20);
  for (const phone of stopping) await people.reply(phone, "STOP");
  const before = provider.seen.length;
  const left = async (): Promise<number> => {
    const { rows } = await service.pool.query("select count(*)::int as n from messages where state = 'completed'");
    return rows[0].n;
  };
  await expect.poll(left, { timeout: 120_000, interval: 200 }).toBe(1);
  const after = new Set(provider.seen.slice(before).map(({ to }) => to));
  expect(stopping.filter((phone) => after.has(phone))).toEqual([]);
  const times = provider.times();
  expect(Math.max(...times.values())).toBe(1);
  expect(phones.filter((phone) => !times.has(phone)).toSorted()).toEqual(stopping.toSorted());
  const { rows } = await service.pool.query("select state, count(*)::int as n from deliveries group by 1 order by 1");
  expect(rows).toEqual([
    { state: "sent", n: PEOPLE - 20 },
    { state: "suppressed", n: 20 },
  ]);
});
