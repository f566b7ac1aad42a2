import type { OtpIdentity } from "#domain/otp/otp-code";
import type { OtpStore } from "#domain/otp/otp-store";
import type { Uuid } from "#lib/ids";

import type { Db } from "../../database.ts";

type Row = { readonly id: Uuid; readonly number_hash: Buffer; readonly digits: number };

export function otpQueries(db: Db): OtpStore {
  return {
    async put({ id, owner, purpose, numberHash, digits, validFor }, maxTries) {
      const values = [id, owner, purpose, numberHash, digits, validFor, maxTries];
      const [row] = await db.query<Row & { expires_at: Date }>("put otp", PUT, values);
      return { ...identityOf(row!), expiresAt: row!.expires_at.getTime(), again: row!.id !== id };
    },
    async takeTry({ owner, purpose, id = null, numberHash = null }, maxTries) {
      const [row] = await db.query<Row | { id: null }>("take otp try", TAKE_TRY, [
        owner,
        purpose,
        id,
        numberHash,
        maxTries,
      ]);
      return row!.id === null ? null : identityOf(row as Row);
    },
    async end(id) {
      const [row] = await db.query<{ at: Date }>("end otp", END, [id]);
      return row!.at.getTime();
    },
  };
}

function identityOf({ id, number_hash: numberHash, digits }: Row): OtpIdentity {
  return { id, numberHash, digits };
}

// clock_timestamp(), not now(): the transaction may have waited since it began.
const CONTINUES = `(o.digits = excluded.digits and o.tries < $7 and o.expires_at > clock_timestamp()
  and o.created_at > clock_timestamp() - make_interval(secs => $6) and o.created_at <= clock_timestamp())`;

const PUT = `
insert into one_time_passwords as o (id, owner, purpose, number_hash, digits, created_at, expires_at)
values ($1, $2, $3, $4, $5, clock_timestamp(), clock_timestamp() + make_interval(secs => $6))
on conflict (number_hash, owner, purpose) do update set
  id = case when ${CONTINUES} then o.id else excluded.id end,
  tries = case when ${CONTINUES} then o.tries else 0 end,
  created_at = case when ${CONTINUES} then o.created_at else excluded.created_at end,
  digits = excluded.digits,
  expires_at = excluded.expires_at
returning id, number_hash, digits, expires_at`;

// The message to no one makes every call a write: a commit with nothing to flush could be distinguished by its
// duration.
const TAKE_TRY = `
with otp as (
  update one_time_passwords set tries = tries + 1
  where owner = $1 and (id = $3 or (number_hash = $4 and purpose = $2)) and tries < $5 and expires_at > clock_timestamp()
    -- Otherwise the clock was set back since, and the code would be valid for too long.
    and created_at <= clock_timestamp() + interval '1 minute'
  returning id, number_hash, digits)
select otp.id, otp.number_hash, otp.digits, pg_logical_emit_message(true, 'tidings', '') as flushed
from (select) one left join otp on true`;

const END = "delete from one_time_passwords where id = $1 returning clock_timestamp() as at";
