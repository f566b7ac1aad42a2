import type { FanOutStore, StoredPerson } from "#domain/messages/fan-out-store";
import { LISTED, type RefusedPeople } from "#domain/texts/personal-text";

import { int2Array, textArray } from "../../binary-array.ts";
import type { Db } from "../../database.ts";
import { PREPARE } from "./fan-out-statement.ts";
import { waitForLeavers } from "../newsletter/leave-lock.ts";
import { endHeld, placeOf } from "./held-fan-out.ts";
import { readerOf } from "./phone-readers.ts";

/** One without a number if a page has no people. */
type Row = Omit<StoredPerson, "phone"> & { readonly phone: StoredPerson["phone"] | null; readonly last: string | null };

/** The texts of a personal message's audience, until its deliveries are written. */
export function preparedTextQueries(db: Db): Pick<FanOutStore, "people" | "prepare" | "refused" | "refuse"> {
  return {
    async people(job, source, after, limit, fields) {
      if (after === null) await waitForLeavers(db, job);
      const reader = await readerOf(db, source);
      const begin = "coalesce($1::text, '')";
      const text = `select w.last, p.phone, s.id, s.name, s.locale, ${fields ? "s.custom_fields" : "null::jsonb"} as fields,
          ${"frozen" in source ? "p.via_group" : "true"} as "viaGroup"
        from (select ${reader.window?.(begin) ?? "null::text"} as last) w
        left join (${reader.text(begin, "$2", 3)}) p on true left join subscribers s on s.phone = p.phone order by p.phone`;
      const values = [after, limit, ...reader.values];
      const name = fields ? `audience fields ${reader.name}` : `audience people ${reader.name}`;
      // A segment's conditions are part of the statement's text.
      const rows = await (reader.name === null ? db.unnamed<Row>(text, values) : db.query<Row>(name, text, values));
      const people = rows.filter((row): row is Row & StoredPerson => row.phone !== null);
      return { people, next: people.length < limit ? rows[0]!.last : people.at(-1)!.phone };
    },

    async prepare(job, { texts, refused, duplicates, invalid, next }, leaseMs) {
      const none = refused.map(() => null);
      const rows = await db.query("prepare texts", PREPARE, [
        job.messageId,
        job.token,
        leaseMs,
        ...placeOf(job),
        JSON.stringify(next),
        textArray([...texts.map(({ phone }) => phone), ...refused.map(({ phone }) => phone)]),
        textArray([...texts.map(({ text }) => text), ...none]),
        int2Array([...texts.map(({ segments }) => segments), ...none]),
        textArray([
          ...texts.map(() => null),
          ...refused.map(({ phone: _phone, viaGroup: _viaGroup, ...person }) => JSON.stringify(person)),
        ]),
        duplicates,
        invalid,
        [...texts, ...refused].map(({ viaGroup }) => viaGroup),
      ]);
      return rows.length > 0;
    },

    async refused(job) {
      const [row] = await db.query<RefusedPeople>("refused people", REFUSED, [job.messageId]);
      return row!.count === 0 ? null : row!;
    },

    refuse: (job, refused) =>
      db.ownTransaction(async () => {
        if (!(await endHeld(db, job))) return false;
        await db.query("refuse people", FAIL, [job.messageId, JSON.stringify(refused)]);
        return true;
      }),
  };
}

const REFUSED = `
with people as materialized (
  select phone, refusal from prepared_texts where message_id = $1 and body is null
)
select (select count(*) from people)::int as count,
  coalesce((select json_agg(refusal order by phone) from (
    select phone, refusal from people order by phone limit ${LISTED}) first), '[]') as sample`;

/** None of its deliveries is in the queue yet; the pruner deletes its texts. */
const FAIL = `
with failed as (
  update messages set state = 'failed', reason = 'missing_values', finished_at = now(), refused_people = $2::jsonb,
    matched = matched + (select count(*) from prepared_texts where message_id = $1)
  where id = $1 and state in ('resolving', 'paused') returning id
)
insert into events (kind, message_id, data)
select 'message.resolved', id,
  json_build_object('accepted', 0, 'reason', 'missing_values', 'count', ($2::jsonb ->> 'count')::integer)
from failed`;
