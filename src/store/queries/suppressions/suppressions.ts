import { everySpelling } from "#domain/recipients/other-spelling";
import { ALL_SENDERS, type Lift, type Suppression, type SuppressionStore } from "#domain/opt-out/suppression-store";

import { binder } from "../../bind.ts";
import type { Db } from "../../database.ts";
import { containing } from "../like-pattern.ts";
import { millis } from "../millis.ts";
import { appendEvents } from "../webhooks/events.ts";
import { senderKeyOf } from "./sender-key-sql.ts";
import { UNLESS_LISTED } from "./suppression-fragment.ts";

const COLUMNS = `id, phone, sender, kind, reason, source, added_by as "addedBy", ${millis("at")} as at,
  ${millis("coalesce(asked_at, at)")} as "requestedAt"`;

/** @param webhooks called after a commit that left work for the webhook sender */
export function suppressionQueries(db: Db, webhooks: () => void): SuppressionStore {
  async function lift(entries: readonly Suppression[], how: Lift): Promise<void> {
    if (entries.length === 0) return;
    await db.query("lift suppressions", "delete from suppressions where id = any($1::bigint[])", [
      entries.map(({ id }) => id),
    ]);
    const events = entries.map(({ phone, kind, sender }) => ({
      kind: "suppression.lifted",
      phone,
      data: { kind, ...(sender !== ALL_SENDERS && { sender }), ...liftData(how) },
    }));
    await appendEvents(db, events, webhooks);
  }

  return {
    async list({ search, kind, reason, source, sender, before, limit }) {
      const { values, bind } = binder();
      const conditions = ["true"];
      if (search !== null) conditions.push(`phone like ${bind(containing(search))}`);
      if (kind !== null) conditions.push(`kind = ${bind(kind)}`);
      if (reason !== null) conditions.push(`reason ilike ${bind(containing(reason))}`);
      if (source !== null) conditions.push(`source = ${bind(source)}`);
      if (sender !== null) conditions.push(`sender = ${bind(sender)}`);
      if (before !== null) conditions.push(`id < ${bind(before)}`);
      const matching = `from suppressions where ${conditions.join(" and ")}`;
      const text = `select ${COLUMNS} ${matching} order by id desc limit ${bind(limit)}`;
      return db.unnamed<Suppression>(text, values);
    },

    lock: (phone) => db.query<Suppression>("lock suppressions", LOCK, [phone]),

    async find(id) {
      const [row] = await db.query<Suppression>("find suppression", FIND, [id]);
      return row ?? null;
    },

    async add(entries) {
      if (entries.length === 0) return [];
      const rows = await db.query<Suppression>("suppress", ADD, [
        entries.map(({ phone }) => phone),
        entries.map(({ sender }) => sender),
        entries.map(({ kind }) => kind),
        entries.map(({ reason }) => reason),
        entries.map(({ source }) => source),
        entries.map(({ addedBy }) => addedBy),
      ]);
      await appendEvents(
        db,
        rows.map(({ phone, sender, kind, reason, source, addedBy }) => ({
          kind: "suppression.added",
          phone,
          data: {
            reason,
            source,
            kind,
            ...(sender !== ALL_SENDERS && { sender }),
            ...(addedBy !== null && { by: addedBy }),
          },
        })),
        webhooks,
      );
      return rows;
    },

    async noteRequest({ phone, sender, kind }, sentAt) {
      await db.query("note opt-out request", NOTE_REQUEST, [phone, sender, kind, sentAt]);
    },

    lift,

    async settleDoubts(phones, sender, decision) {
      await lift(await db.query<Suppression>("doubts", DOUBTS, [phones, sender]), decision);
    },

    async wasSentBy(phone, sender) {
      return (await db.query("was sent by", WAS_SENT_BY, [everySpelling([phone]), sender])).length > 0;
    },
  };
}

function liftData({ source, reason, liftedBy, consent }: Lift): Record<string, unknown> {
  return {
    source,
    reason,
    ...(liftedBy !== null && { by: liftedBy }),
    ...(consent && {
      consent: {
        given_by: consent.givenBy,
        given_at: new Date(consent.givenAt).toISOString(),
        evidence: consent.evidence,
      },
    }),
  };
}

const LOCK = `select ${COLUMNS} from suppressions where phone = $1 order by sender, kind for update`;
const FIND = `select ${COLUMNS} from suppressions where id = $1`;

const DOUBTS = `
select ${COLUMNS} from suppressions
where phone = any($1::text[]) and kind = 'maybe_opt_out' and ($2 = '' or sender = $2) order by phone, sender for update`;

const ADD = `
insert into suppressions (phone, sender, kind, reason, source, added_by)
select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) order by 1, 2, 3
${UNLESS_LISTED} returning ${COLUMNS}`;

/**
 * A STOP from before this column existed has the time of its entry. The latest request counts, in whatever order they
 * arrive.
 */
const NOTE_REQUEST = `
update suppressions set asked_at = greatest(asked_at, least('epoch'::timestamptz + $4::bigint * interval '1 ms', now()))
where phone = $1 and sender = $2 and kind = $3`;

/** The latest messages of the numbers of a phone: a STOP is an answer to one of them. */
const WAS_SENT_BY = `
select from unnest($1::text[]) as n(phone) cross join lateral (
  select message_id from deliveries where phone = n.phone order by message_id desc limit 200) d
join messages m on m.id = d.message_id where ${senderKeyOf("m.sender")} = $2 limit 1`;
