import { hash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import pg from "pg";

import { uuidv7 } from "#lib/ids";
import { deliveriesTable } from "#store/partitions";

/**
 * `node accept-floor-server.ts URL`: the minimum of a durable acceptance. A bare `node:http` server that parses the
 * body and inserts the rows that the service would, all calls that wait in one statement, and answers after the commit.
 * It checks nothing: no password, no number, no opt-out, no earlier use of the key, no segments. It prints its address.
 */
const [url] = process.argv.slice(2);

type Waiting = { readonly id: string; readonly key: Buffer; readonly phone: string; readonly text: string };

const client = new pg.Client({ connectionString: url });
await client.connect();

const STATEMENT = `
with req as (select * from unnest($1::uuid[], $2::bytea[], $3::text[], $4::text[]) as r(id, key, phone, body)),
keys as (
  insert into idempotency_keys (key, fingerprint, status, body)
  select key, key, 200, '{"message_id":"' || id || '"}' from req
),
message as (
  insert into messages (id, state, category, priority, route, body, encoding, segments, valid_until, matched, accepted, created_by)
  select id, 'running', 'transactional', 1, 'default', body, 'gsm7', 1, now() + interval '1 day', 1, 1, 'floor' from req
),
ledger as (
  insert into ${deliveriesTable(uuidv7(Date.now()))} (message_id, phone, state) select id, phone, 'queued' from req
),
queue as (
  insert into chunks (route, priority, message_ids, phones) select 'default', 1, array_agg(id), array_agg(phone) from req
)
insert into events (kind, data) select 'message.accepted', json_build_object('messages', count(*)) from req`;

let waiting: (Waiting & { readonly done: () => void })[] = [];
let flushing = false;

async function flush(): Promise<void> {
  if (flushing) return;
  flushing = true;
  while (waiting.length > 0) {
    const batch = waiting;
    waiting = [];
    const column = <Name extends keyof Waiting>(name: Name): Waiting[Name][] => batch.map((one) => one[name]);
    const values = [column("id"), column("key"), column("phone"), column("text")];
    await client.query({ name: "floor", text: STATEMENT, values });
    for (const { done } of batch) done();
  }
  flushing = false;
}

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    const { message, numbers } = JSON.parse(Buffer.concat(parts).toString()) as { message: string; numbers: string[] };
    const id = uuidv7(Date.now());
    const key = hash("sha256", String(request.headers["idempotency-key"]), "buffer");
    const body = `{"message_id":"${id}"}`;
    const done = (): void => {
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": body.length }).end(body);
    };
    waiting.push({ id, key, phone: numbers[0]!, text: message, done });
    void flush();
  });
});
server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
