import { uuidv7, type Uuid } from "#lib/ids";
import { bucketOf } from "#store/buckets";
import type { Db } from "#store/database";

export type LogEntry = {
  readonly at: number;
  readonly phones: readonly string[];
  readonly state?: string;
  readonly body?: string;
  readonly sender?: string | null;
  readonly category?: string;
  readonly gateway?: string | null;
  /** Default: the state, if it is a failure. */
  readonly failure?: string;
};

const FAILED = ["undelivered", "failed", "suppressed", "expired", "canceled"];
const SENT = ["sent", "delivered"];
const OPEN = ["queued", "held", "sending"];

/** Writes a message with its deliveries in one state in the log, counted as the engine counts them. */
export async function writeLog(db: Db, entry: LogEntry): Promise<Uuid> {
  const id = uuidv7(entry.at);
  const {
    phones,
    state = "delivered",
    body = "Hello",
    sender = null,
    category = "transactional",
    gateway = "main",
  } = entry;
  await db.query(
    "test message",
    `insert into messages (id, state, category, priority, route, sender, body, encoding, segments, valid_until, created_by)
     values ($1, $5::message_state, $2, 1, 'default', $3, $4, 'gsm7', 1, now(), 'test')`,
    [id, category, sender, body, OPEN.includes(state) ? "running" : "completed"],
  );
  const failed = FAILED.includes(state);
  await db.query(
    "test deliveries",
    `insert into deliveries (message_id, phone, state, gateway, failure)
     select $1, phone, $3::delivery_state, $4, $5 from unnest($2::text[]) as phone order by phone`,
    [id, phones, state, gateway, failed ? (entry.failure ?? state) : null],
  );
  await db.query("test delta", "insert into outbox_deltas (bucket, total, success, failed) values ($1, $2, $3, $4)", [
    bucketOf(id),
    phones.length,
    SENT.includes(state) ? phones.length : 0,
    failed ? phones.length : 0,
  ]);
  return id;
}
