import { openDatabase } from "#store/database";
import { findStatement } from "#store/queries/outbox-find";
import { outboxQueries } from "#store/queries/outbox";
const db = openDatabase({ url: "postgres://tidings@127.0.0.1:25432/plan_outbox" }, { max: 1, statementMs: 20000, monotonic: () => performance.timeOrigin + performance.now(), onError: () => undefined });
const o = outboxQueries(db);
const id = process.argv[2] as any;
const f = { from: null, to: null, recipient: null, messageId: id, gateway: null, search: null, states: null };
for (const search of [null, "zebra"]) for (const messageId of [id, null]) {
  for (let i = 0; i < 8; i++) {
    const t: string[] = []; let after: any = null;
    for (const rows of [128, 2048, 16384]) {
      const s = performance.now(); const r = await o.find({ filter: { ...f, search, messageId }, order: "date", descending: true, after, withSender: false, rows, keep: 0, count: 10000 } as any); t.push((performance.now() - s).toFixed(1)); after = r.last;
    }
    console.log(search, messageId, t.join(" "));
  }
}
await db.query("set g", "set plan_cache_mode = force_generic_plan", []);
const s = findStatement({ filter: f, order: "date", descending: true, after: { messageId: id, phone: "+4916000300000" }, withSender: false, rows: 16384, keep: 0, count: 10000 } as any);
const text = s.text.replaceAll(/\$(\d)::(\w+)/g, "$$$1");
await db.pool.query(`prepare q(uuid, text, int, int) as ${s.text}`).catch((e) => console.log(e.message));
const { rows } = await db.pool.query(`explain analyze execute q('${id}', '+4916000300000', 10000, 0)`);
console.log(rows.map((r: any) => r["QUERY PLAN"]).join("\n"));
await db.close();
