import pg from "pg";
import { findStatement } from "#store/queries/outbox-find";
const c = new pg.Client({
  connectionString: "postgres://tidings@127.0.0.1:25432/plan_outbox",
  options: `-c plan_cache_mode=${process.argv[3] ?? "auto"} -c timezone=UTC`,
});
await c.connect();
const step = {
  filter: { from: null, to: null, recipient: null, messageId: null, gateway: null, search: null, states: null },
  order: "date",
  descending: true,
  after: null,
  withSender: false,
  rows: 128,
  keep: 21,
  count: 0,
};
const s = findStatement(
  eval(`(${JSON.stringify(step)})`) &&
    ({
      ...step,
      ...eval(`(${process.argv[2]})`),
      filter: { ...step.filter, ...eval(`(${process.argv[2]})`).filter },
    } as any),
);
console.log(s.text);
const { rows } = await c.query("explain (analyze, buffers) " + s.text, s.values as any);
console.log(rows.map((r) => r["QUERY PLAN"]).join("\n"));
await c.end();
