import type {
  EarlierRun,
  IdempotencyKey,
  IdempotencyStore,
  IdempotentRun,
  SavedReply,
} from "#domain/messages/idempotency-store";

import { byteaArrayOfHex } from "../../binary-array.ts";
import type { Db } from "../../database.ts";

/** SQL for `key` and `fingerprint` of a row. $1, $2: in hexadecimal. */
const HASHES = "decode($1, 'hex'), decode($2, 'hex')";

/** Thrown to roll the transaction back; contains the reply. */
class NotKept extends Error {
  readonly reply: SavedReply;
  constructor(reply: SavedReply) {
    super("not kept");
    this.reply = reply;
  }
}

export function idempotencyQueries(db: Db): IdempotencyStore {
  const find = async (id: IdempotencyKey): Promise<EarlierRun | null> => (await earlierRuns(db, [id]))[0]!;

  return {
    find,
    findAll: (ids) => earlierRuns(db, ids),
    async run(id, { keepBody }, work) {
      try {
        // Calls executed as one share its transaction: if nothing is to be kept, the code that opened it rolls it back.
        return await db.transaction(async (): Promise<IdempotentRun> => {
          // The lease of a key in flight: it ends with the transaction, however its owner ends.
          const [lock] = await db.query<{ free: boolean }>(
            "idempotency lock",
            "select pg_try_advisory_xact_lock($1) as free",
            [lockOf(id)],
          );
          if (!lock!.free) return { kind: "in_flight" };
          const earlier = await find(id);
          if (earlier) return earlier;
          const { reply, keep } = await work();
          if (!keep) throw new NotKept(reply);
          await db.query(
            "idempotency keep",
            `insert into idempotency_keys (key, fingerprint, status, body) values (${HASHES}, $3, $4)`,
            [id.key, id.fingerprint, reply.status, keepBody ? reply.body : null],
          );
          return { kind: "done", reply };
        });
      } catch (error) {
        if (error instanceof NotKept) return { kind: "done", reply: error.reply };
        throw error;
      }
    },
    async save({ key, fingerprint }, reply) {
      await db.query(
        "idempotency save",
        `insert into idempotency_keys (key, fingerprint, status, body) values (${HASHES}, $3, $4) on conflict do nothing`,
        [key, fingerprint, reply.status, reply.body],
      );
    },
  };
}

/** The advisory lock of a key: its first 64 bits. */
function lockOf({ key }: IdempotencyKey): bigint {
  return BigInt.asIntN(64, BigInt(`0x${key.slice(0, 16)}`));
}

type Row = {
  readonly key: string;
  readonly fingerprint: string;
  readonly status: number | null;
  readonly body: string | null;
  readonly created_at: Date;
};

/** The earlier runs that are stored under these keys, compared with these fingerprints; null where there is none. */
export async function earlierRuns(db: Db, ids: readonly IdempotencyKey[]): Promise<readonly (EarlierRun | null)[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<Row>(
    "idempotency find",
    `select encode(key, 'hex') as key, encode(fingerprint, 'hex') as fingerprint, status, body, created_at
    from idempotency_keys where key = any($1::bytea[])`,
    [byteaArrayOfHex(ids.map(({ key }) => key))],
  );
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return ids.map(({ key, fingerprint }) => earlierOf(byKey.get(key), fingerprint));
}

function earlierOf(row: Row | undefined, fingerprint: string): EarlierRun | null {
  if (!row) return null;
  if (row.fingerprint !== fingerprint) return { kind: "mismatch" };
  if (row.status === null) return { kind: "in_flight" };
  return { kind: "replayed", status: row.status, body: row.body, originalAt: row.created_at.getTime() };
}
