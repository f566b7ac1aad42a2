import { createHash } from "node:crypto";

import type { InboundPart, JoinedParts, PartStore } from "#domain/inbox/part-store";

import { PART_LOCKS } from "../../advisory-locks.ts";
import type { Db } from "../../database.ts";

/** Seconds to wait for missing parts, from the first one: as for SMPP. */
const PART_TIMEOUT = 120;
/** Providers repeat a part for a day. */
const REPEATED = "25 hours";
/** A missing part that comes later than this after the others were passed on is rather one of a new message. */
const BELATED = "10 minutes";

const LOCK = `select pg_advisory_xact_lock(hashtextextended(encode($1::bytea, 'hex'), ${PART_LOCKS}))`;
const READ = `
select part, parts, gateway, identity, sender, recipient, body, sent_at, joined_at is not null as passed,
  coalesce(joined_at < now() - interval '${BELATED}', false) as ended
from inbound_parts where message = $1 order by part`;
const ADD = `
insert into inbound_parts (message, part, parts, gateway, identity, sender, recipient, body, sent_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;
const REMOVE = "delete from inbound_parts where message = $1";
const PASS_ON = `
update inbound_parts set joined_at = now(), sender = null, recipient = null, body = null, sent_at = null
where message = $1 and joined_at is null`;
export const IS_OVERDUE = `joined_at is null and received_at < now() - make_interval(secs => ${PART_TIMEOUT})`;
const OVERDUE = `select message from inbound_parts where ${IS_OVERDUE} order by received_at limit 1`;
const FORGET = `delete from inbound_parts where joined_at < now() - interval '${REPEATED}'`;

type Row = {
  part: number;
  parts: number;
  gateway: string;
  identity: string;
  sender: string | null;
  recipient: string | null;
  body: string | null;
  sent_at: string | null;
  passed: boolean;
  /** It was passed on a while ago. */
  ended: boolean;
};

export function inboundPartQueries(db: Db): PartStore {
  const lock = (message: Buffer) => db.query("lock inbound parts", LOCK, [message]);
  const read = (message: Buffer) => db.query<Row>("inbound parts", READ, [message]);
  const passOn = (message: Buffer) => db.query("pass inbound parts on", PASS_ON, [message]);
  const overdue = async () => (await db.query<{ message: Buffer }>("overdue inbound parts", OVERDUE, []))[0];

  return {
    async add(added) {
      const message = keyOf(added);
      await lock(message);
      const rows = await read(message);
      const same = rows.find(({ part }) => part === added.part.number);
      if (same?.identity === added.identity) return [];
      const earlier = same ? joinedOf(rows) : null;
      const isReused = same !== undefined || (rows.length > 0 && rows.every(({ ended }) => ended));
      if (isReused) await db.query("remove inbound parts", REMOVE, [message]);
      const { total, number } = added.part;
      const { to, text, at = null } = added.inbound;
      const values = [message, number, total, added.gateway, added.identity, added.sender, to, text, at];
      await db.query("add inbound part", ADD, values);
      const now = await read(message);
      if (now.length < total) return earlier ? [earlier] : [];
      await passOn(message);
      return [...(earlier ? [earlier] : []), joinedOf(now)!];
    },

    async takeOverdue() {
      const first = await overdue();
      if (!first) return null;
      await lock(first.message);
      const joined = joinedOf(await read(first.message));
      if (joined) await passOn(first.message);
      return joined;
    },

    hasOverdue: async () => (await overdue()) !== undefined,

    async forgetOld() {
      await db.query("forget inbound parts", FORGET, []);
    },
  };
}

function keyOf({ gateway, sender, inbound, part }: InboundPart): Buffer {
  const parts = JSON.stringify([gateway, sender, inbound.to, part.reference, part.total]);
  return createHash("sha256").update(parts).digest();
}

/** null: all that is there was passed on. */
function joinedOf(rows: readonly Row[]): JoinedParts | null {
  const open = rows.filter(({ passed }) => !passed);
  const [first] = open;
  if (!first) return null;
  return {
    gateway: first.gateway,
    total: first.parts,
    sender: first.sender ?? "",
    recipient: first.recipient ?? "",
    parts: new Map(
      open.map(({ part, body, identity, sent_at: at }) => [part, { text: body ?? "", identity, at }] as const),
    ),
    passed: new Set(rows.filter(({ passed }) => passed).map(({ part }) => part)),
  };
}
