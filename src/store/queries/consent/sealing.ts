import { sealRoot } from "#domain/consent/chain";
import type { ConsentKeys } from "#domain/consent/consent-keys";
import type { Sealed, SealingJob, SealingStore } from "#domain/consent/consent-ledger";
import { minute } from "#lib/time";

import { int8Array } from "../../binary-array.ts";
import type { Db } from "../../database.ts";
import { CONSENT_SEALINGS, dueIn, heldRow, leaseQueries } from "../../leases.ts";
import { moveSomeStaged } from "./move-staged.ts";

/** 5 ms of work, and a row of 80 kB. */
const AT_ONCE = 10_000;
/** Until records that were added meanwhile are sealed. */
const EVERY_MS = 20_000;
/** How long imports may delay the move: an import uses both cores of a small server, and moving a row costs as much. */
const LONGEST_DELAY_MS = 10 * minute;

export function sealingQueries(db: Db, keys: ConsentKeys): SealingStore {
  let delayedSince: number | null = null;

  async function mayMove(): Promise<boolean> {
    const imports = await db.query("imports before sealing", IMPORTS, []);
    delayedSince = imports.length === 0 ? null : (delayedSince ?? db.now());
    return delayedSince === null || db.now() - delayedSince >= LONGEST_DELAY_MS;
  }

  return {
    ...leaseQueries<SealingJob>(db, CONSENT_SEALINGS, {
      name: "consent sealing",
      read: "select id, token from job",
      keyOf: ({ id }) => id,
    }),
    async step(job, leaseMs) {
      // Outside of the transaction: a lock on jobs held until its end could deadlock with a migration or a truncation.
      const moves = await mayMove();
      return db.ownTransaction(async () => {
        const held = await db.query("hold consent sealing", HOLD, [job.id, job.token]);
        if (held.length === 0) return null;
        const moved = moves ? await moveSomeStaged(db, keys) : 0;
        const sealed = await sealSome(db, keys);
        const idle = moved === 0 && sealed === null;
        await db.query("note consent sealing", NOTE, [job.id, job.token, idle ? EVERY_MS : leaseMs]);
        return idle ? null : { sealed };
      });
    },
  };
}

/** The row of the job is locked: seals are written one after another. */
async function sealSome(db: Db, keys: ConsentKeys): Promise<Sealed | null> {
  const rows = await db.query<{ id: number; hash: Buffer }>("take unsealed consents", TAKE, []);
  if (rows.length === 0) return null;
  const records = rows.toSorted((a, b) => a.id - b.id);
  const [last] = await db.query<{ number: number; root: Buffer }>("last consent seal", LAST, []);
  const number = (last?.number ?? 0) + 1;
  const root = sealRoot(last?.root ?? Buffer.alloc(0), number, records);
  await db.query("write consent seal", SEAL, [number, int8Array(records.map(({ id }) => id)), root, keys.mac(root)]);
  return { number, records: records.length, root };
}

const HOLD = `select 1 from consent_sealings where ${heldRow(CONSENT_SEALINGS)} for update`;

const IMPORTS = "select from jobs where state in ('queued', 'running') and kind = 'import' limit 1";

const NOTE = `update consent_sealings set ${dueIn("$3")} where ${heldRow(CONSENT_SEALINGS)}`;

const TAKE = `
with taken as (
  delete from consent_unsealed where record_id = any(array(
    select record_id from consent_unsealed order by record_id limit ${AT_ONCE}))
  returning record_id
)
select r.id, r.hash from taken join consent_records r on r.id = taken.record_id`;

const LAST = "select number, root from consent_seals order by number desc limit 1";

const SEAL = "insert into consent_seals (number, record_ids, root, mac) values ($1, $2::bigint[], $3, $4)";
