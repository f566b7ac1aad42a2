import { afterEach, beforeEach, expect, test } from "vitest";

import type { Host } from "#domain/access/host";
import type { ReadLinks } from "#domain/forms/person-link";
import { contentOf } from "#domain/messages/content";
import type { FanOutJob } from "#domain/messages/fan-out-store";
import { fanOut } from "#engine/fan-out";
import { personalStep } from "#engine/personal-fan-out";
import type { StepResult } from "#engine/leased-jobs";
import type { WorkerLoop } from "#engine/worker-loop";
import { acceptQueries } from "#store/queries/accept/accept";
import { fanOutQueries } from "#store/queries/fan-out/fan-out";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { everybody } from "../../support/engine/campaign.ts";
import { textTo } from "../../support/engine/engine.ts";
import { fillGroup } from "../../support/people/subscribers.ts";

const LEASE = 30_000;
const PAGE = 2_000;
const PEOPLE = 4_100;
const text = "{{unsubscribe_url}}";
let db: TestDatabase;
beforeEach(async () => {
  db = await freshDatabase();
  await fillGroup(db.pool, 1, PEOPLE);
  const content = contentOf({ text, personal: true });
  await acceptQueries(db, () => undefined).accept(textTo([], { content, audience: everybody, category: "marketing" }));
});
afterEach(() => db.drop());

const store = () => fanOutQueries(db, () => undefined);
const linked: ReadLinks = async (ids) => new Map(ids.map((id) => [id, linksOf(id)]));
const linksOf = (id: number) => ({
  unsubscribe_url: `https://a.example/${id}`,
  preferences_url: `https://b.example/${id}`,
});

function step(job: FanOutJob, readLinks: ReadLinks): Promise<StepResult<FanOutJob>> {
  const deps = { host: {} as Host, commerce: null, country: null, withoutConsent: async () => new Set<never>() };
  return personalStep(
    job,
    { text, variants: null, media: [] },
    { store: store(), readLinks, linkUnits: Infinity, ...deps },
    LEASE,
  );
}

async function count(table: "prepared_texts" | "deliveries"): Promise<number[]> {
  const { rows } = await db.pool.query(`select count(*)::int as n, count(distinct phone)::int as people from ${table}`);
  return [rows[0].n, rows[0].people];
}

test("a page that cannot be read keeps the pages before it, and is read again", async () => {
  let pages = 0;
  const breaks: ReadLinks = async (ids) => {
    pages += 1;
    if (pages > 1) throw new Error("the links are away");
    return linked!(ids);
  };
  const job = (await store().claim("test", LEASE))!;
  const after = (await step(job, breaks)) as FanOutJob;
  expect(await count("prepared_texts")).toEqual([PAGE, PAGE]);
  await expect(step(after, breaks)).rejects.toThrow("the links are away");
  expect(await count("prepared_texts")).toEqual([PAGE, PAGE]);
  for (let next: StepResult<FanOutJob> = after; next !== "done"; next = await step(next as FanOutJob, linked)) {
    expect(next).not.toBe("release");
  }
  expect(await count("deliveries")).toEqual([PEOPLE, PEOPLE]);
  const { rows } = await db.pool.query("select matched, accepted, duplicates from messages");
  expect(rows).toEqual([{ matched: PEOPLE, accepted: PEOPLE, duplicates: 0 }]);
});

test("a worker that loses its lease while a page is read stores no further page", async () => {
  const job = (await store().claim("first", LEASE))!;
  let pages = 0;
  const result = await step(job, async (ids) => {
    pages += 1;
    if (pages === 1) await db.pool.query("update fanouts set token = token + 1");
    return linked!(ids);
  });
  expect(result).toBe("release");
  expect(await count("prepared_texts")).toEqual([0, 0]);
});

test("a stop waits for the page that is being read, and not for further ones", async () => {
  await db.pool.query("truncate fanouts, messages cascade");
  const content = contentOf({ text: "Hello {{name}}", personal: true });
  const audience = { ...everybody, groups: null, roles: ["reader"] };
  await acceptQueries(db, () => undefined).accept(textTo([], { content, audience }));
  const pages: number[] = [];
  const { promise: stopped, resolve } = Promise.withResolvers<void>();
  const usersInRoles: Host["usersInRoles"] = async (_roles, cursor) => {
    const page = Number(cursor ?? 0) + 1;
    pages.push(page);
    if (page === 2) void loop.stop().then(resolve);
    return { contacts: [{ id: page, phone: `+49151000000${10 + page}`, name: "Ada" }], next: String(page) };
  };
  const loop: WorkerLoop = fanOut({
    store: store(),
    readLinks: linked,
    linkUnits: Infinity,
    withoutConsent: async () => new Set<never>(),
    host: { usersInRoles } as unknown as Host,
    commerce: null,
    country: null,
    owner: "test",
    log: () => undefined,
    random: Math.random,
  });
  loop.start();
  await stopped;
  expect(pages).toEqual([1, 2]);
  const { rows } = await db.pool.query("select progress ->> 'cursor' as cursor from fanouts");
  expect(rows).toEqual([{ cursor: "2" }]);
  expect(await count("prepared_texts")).toEqual([2, 2]);
});
