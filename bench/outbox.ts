import { seeded } from "../test/support/engine/seeded.ts";
import { probe } from "./lib/prober.ts";
import { spread, thousands } from "./lib/report.ts";
import { openHarness, type Harness } from "./lib/harness.ts";
import type { Scenario, Settings } from "./lib/scenario.ts";

/** Recipients of one message in the fixture, and how many messages each number has had. */
const EACH = 1_000;
const PER_PERSON = 10;
const BATCH = 500;

export const outbox: Scenario = {
  name: "outbox",
  about: "pages of the log over HTTP at a steady rate, beside a ledger of millions",
  options: {
    rows: ["10000000", "entries in the log"],
    rate: ["200", "pages a second, for --seconds"],
  },
  async run(settings) {
    const harness = await openHarness({ stub: { kind: "http", latencyMs: 0 } });
    try {
      const people = await fill(harness, settings);
      const random = seeded(1);
      const someone = (): string => encodeURIComponent(phoneOf(random.whole(0, people - 1)));
      const pages: Readonly<Record<string, () => string>> = {
        "of one recipient": () => `/outbox?recipient=${someone()}&per_page=20`,
        newest: () => "/outbox?per_page=20",
      };
      const rows: string[] = [];
      for (const [name, path] of Object.entries(pages)) {
        if (settings.only !== null && !name.includes(settings.only)) continue;
        await visit(harness, path, 2, settings);
        const { latencies, failed } = await visit(harness, path, settings.seconds, settings);
        rows.push(`| ${name} | ${spread(latencies)} | ${failed} |`);
        settings.say(rows.at(-1)!);
      }
      rows.push(
        `| floor: the keys of a recipient's page, straight from PostgreSQL | ${spread(await floor(harness, people))} | 0 |`,
      );
      return [
        `${thousands(settings.number("rows"))} entries, ${thousands(people)} numbers, ${settings.number("rate")} pages a second for ${settings.seconds} s, latency from the moment a call was due.`,
        "",
        "| page | latency | failed |",
        "| --- | --- | --- |",
        ...rows,
      ].join("\n");
    } finally {
      await harness.close();
    }
  },
};

function visit(harness: Harness, path: () => string, seconds: number, settings: Settings) {
  const probes = probe({
    url: harness.nodes.urls()[0]!,
    as: harness.nodes.admin(),
    perSecond: settings.number("rate"),
    next: () => ({ path: path() }),
  });
  return new Promise<Awaited<ReturnType<typeof probes.stop>>>((resolve) =>
    setTimeout(() => void probes.stop().then(resolve), seconds * 1_000),
  );
}

const phoneOf = (index: number): string => `+4915${100_000_000 + index}`;

/**
 * Messages spread over this month so far, each to a thousand of the numbers in turn. Roll-ups and events are not
 * filled: a recipient's page reads neither.
 *
 * @returns how many numbers there are
 */
async function fill(harness: Harness, settings: Settings): Promise<number> {
  const entries = settings.number("rows");
  const people = Math.max(EACH, Math.floor(entries / PER_PERSON));
  const messages = Math.ceil(entries / EACH);
  // The time of a UUIDv7 is its first 48 bits; the rest only has to differ.
  await harness.pool.query(
    `create table fixture as
     select n, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000' || '8' || lpad(to_hex(n), 15, '0'))::uuid as id
     from (select n, date_trunc('month', now()) + (now() - date_trunc('month', now())) * n / $1::int as at
       from generate_series(0, $1::int - 1) n) t`,
    [messages],
  );
  await harness.pool.query(
    `insert into messages (id, state, category, priority, route, body, encoding, segments, valid_until, accepted, matched, created_by, finished_at)
     select id, 'completed', 'marketing', 2, 'default', 'Hello ' || n, 'gsm7', 1, now(), $1, $1, 'bench', now() from fixture`,
    [EACH],
  );
  for (let from = 0; from < messages; from += BATCH) {
    await harness.pool.query(
      `insert into deliveries (message_id, phone, state, gateway, segments, marked_at, sent_at)
       select f.id, '+4915' || (100000000 + (f.n::bigint * ${EACH} + k) % $3::bigint)::text, 'sent', 'http', 1, now(), now()
       from fixture f, generate_series(0, ${EACH} - 1) k where f.n >= $1 and f.n < $2`,
      [from, from + BATCH, people],
    );
    if ((from / BATCH) % 4 === 0) settings.say(`${thousands(Math.min(entries, (from + BATCH) * EACH))} entries made`);
  }
  await harness.pool.query("vacuum analyze deliveries");
  await harness.pool.query("vacuum analyze messages");
  return people;
}

async function floor(harness: Harness, people: number): Promise<number[]> {
  const random = seeded(2);
  const times: number[] = [];
  for (let nth = 0; nth < 1_000; nth += 1) {
    const began = performance.now();
    await harness.pool.query({
      name: "floor",
      text: "select message_id, phone, state from deliveries where phone = $1 order by message_id desc limit 20",
      values: [phoneOf(random.whole(0, people - 1))],
    });
    times.push(performance.now() - began);
  }
  return times;
}
