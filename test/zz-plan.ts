import pg from "pg";
import { migrate } from "#store/migrate";
import { ensurePartitions } from "#store/partitions";
import { openDatabase } from "#store/database";
import { outboxQueries } from "#store/queries/outbox";
import { readLog } from "#domain/outbox/read-log";
import { readBound } from "#domain/outbox/site-time";
const admin = new pg.Client({ connectionString: "postgres://tidings@127.0.0.1:25432/postgres" });
await admin.connect();
await admin.query("drop database if exists plan_outbox with (force)");
await admin.query("create database plan_outbox template template0 encoding 'UTF8' locale 'C'");
await admin.end();
const url = "postgres://tidings@127.0.0.1:25432/plan_outbox";
const pool = new pg.Pool({ connectionString: url, max: 2 });
await migrate(pool);
await ensurePartitions(pool, Date.now());
const t0 = performance.now();
// 200k single messages over 45 days, 1 campaign of 400k, 5 % failures
await pool.query(`
create function u7(ms bigint, n bigint) returns uuid language sql immutable as $$ select (lpad(to_hex(ms), 12, '0') || '7' || substr(md5(n::text),1,3) || 'a' || substr(md5(n::text),4,15))::uuid $$;
insert into messages (id, state, category, lane, route, sender, body, encoding, segments, valid_until, created_by)
select u7((extract(epoch from now()) * 1000)::bigint - n::bigint * 19440, n), 'completed', 'transactional', 1, 'default', 'S' || n % 7, 'Your parcel ' || md5(n::text) || ' arrives', 'gsm7', 1, now(), 't' from generate_series(1, 200000) n;
insert into deliveries (message_id, phone, state, gateway, failure, segments, sent_at)
select id, '+49151' || lpad((hashtext(id::text)::bigint & 8191)::text, 8, '0'), case when hashtext(id::text) % 20 = 0 then 'failed' else 'delivered' end::delivery_state, 'main', case when hashtext(id::text) % 20 = 0 then 'x' end, 1, now() from messages order by id;
insert into messages (id, state, category, lane, route, sender, body, encoding, segments, valid_until, created_by)
values (u7((extract(epoch from date_trunc('day', now())) * 1000)::bigint - 86400000, 999999), 'completed', 'marketing', 2, 'default', 'SHOP', 'Big sale', 'gsm7', 1, now(), 't');
insert into deliveries (message_id, phone, state, gateway, segments, sent_at)
select u7((extract(epoch from date_trunc('day', now())) * 1000)::bigint - 86400000, 999999), '+49160' || lpad(n::text, 8, '0'), 'delivered', 'main', 1, now() from generate_series(1, 400000) n;
insert into outbox_totals select to_timestamp(floor(extract(epoch from now())/900)*900 - n*900), 140, 130, 7 from generate_series(0, 4320) n;
`);
await pool.query("vacuum analyze");
console.log("load s", ((performance.now() - t0) / 1000).toFixed(1));
const db = openDatabase(
  { url },
  { max: 4, statementMs: 20000, monotonic: () => performance.timeOrigin + performance.now(), onError: () => undefined },
);
const ports = { outbox: outboxQueries(db), clock: { now: () => performance.now() } };
const none = { from: null, to: null, recipient: null, messageId: null, gateway: null, search: null, states: null };
const {
  rows: [{ id: big }],
} = await pool.query("select id from messages where category = 'marketing'");
const day = (n: number) => new Date(Date.now() - n * 86400000).toISOString().slice(0, 10);
const range = (a: number, b: number) => ({
  from: readBound(day(a), "Europe/Berlin", "from"),
  to: readBound(day(b), "Europe/Berlin", "to"),
});
const cases: [string, any, any?][] = [
  ["newest page", none],
  ["7 days", { ...none, ...range(7, 0) }],
  ["ragged 7 days (counts rows)", { ...none, from: Date.now() - 7 * 86400000, to: Date.now() - 86_000_000 }],
  ["recipient", { ...none, recipient: "+4915100000042" }],
  ["recipient of one", { ...none, recipient: "+4916000200000" }],
  ["failed", { ...none, states: ["undelivered", "failed", "suppressed", "expired", "canceled"] }],
  [
    "failed by gateway",
    { ...none, gateway: "main", states: ["undelivered", "failed", "suppressed", "expired", "canceled"] },
  ],
  ["success", { ...none, states: ["sent", "delivered"] }],
  ["pending (none)", { ...none, states: ["queued", "held", "sending", "unknown"] }],
  ["message 400k", { ...none, messageId: big }],
  ["by recipient", none, { orderBy: "recipient" }],
  ["by recipient in one day", { ...none, ...range(20, 20) }, { orderBy: "recipient" }],
  ["by sender", none, { orderBy: "sender" }],
  ["page 500", none, { at: { page: 500 } }],
  ["search common", { ...none, search: "parcel" }],
  ["search nothing", { ...none, search: "zebra" }],
  ["search number", { ...none, search: "00004242" }],
];
for (const [name, filter, more] of cases) {
  const query = { filter, orderBy: "date", descending: true, perPage: 20, at: { page: 1 }, ...more };
  const times: number[] = [];
  let page: any;
  const nexts: number[] = [];
  for (let i = 0; i < 30; i++) {
    const t = performance.now();
    page = await readLog(ports, query as any);
    times.push(performance.now() - t);
    if (page.next && i < 15) {
      const t2 = performance.now();
      const p2 = await readLog(ports, { ...query, at: page.next } as any);
      nexts.push(performance.now() - t2);
    }
    if (times[0]! > 300 && i >= 2) break;
  }
  const p = (l: number[], q: number) =>
    l.length ? l.toSorted((a, b) => a - b)[Math.min(l.length - 1, Math.floor(l.length * q))]!.toFixed(1) : "-";
  console.log(
    name.padEnd(30),
    "p50",
    p(times, 0.5),
    "max",
    p(times, 1),
    "next p50",
    p(nexts, 0.5),
    "max",
    p(nexts, 1),
    "| entries",
    page.entries.length,
    "total",
    page.counts.total,
    page.counts.capped,
    page.incomplete ? "INCOMPLETE" : "",
  );
}
await db.close();
await pool.end();
