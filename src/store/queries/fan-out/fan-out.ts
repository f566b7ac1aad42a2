import type { FanOutJob, FanOutProgress, FanOutStore } from "#domain/messages/fan-out-store";

import { int2Array, textArray } from "../../binary-array.ts";
import { bucketOf } from "../../buckets.ts";
import type { Db } from "../../database.ts";
import { FANOUTS, leaseQueries } from "../../leases.ts";
import { deliveriesTable } from "../../partitions.ts";
import { addPreparedStatement, addStatement, addStoredStatement, addTextsStatement } from "./fan-out-statement.ts";
import { endForLeavers } from "../newsletter/fanout-leavers.ts";
import { waitForLeavers } from "../newsletter/leave-lock.ts";
import { lockMessages } from "../messages/message-lock.ts";
import { complete } from "../queue/finish.ts";
import { endHeld, lockHeld, placeOf } from "./held-fan-out.ts";
import { mayLackValues } from "./missing-values.ts";
import { leftValues, readerOf } from "./phone-readers.ts";
import { preparedTextQueries } from "./prepared-texts.ts";

/** If nothing has been read yet, the first chunk gets the turn that is claimed next. */
const READ = `
select job.message_id as "messageId", job.token, m.audience, case when m.personal then json_build_object('text', m.body, 'variants', m.variants, 'media', m.media) end as template, m.route, m.priority,
  case when m.category = 'marketing' and exists (
    select from schedules s where s.id = m.schedule_id and s.message->>'consent' = 'record') then json_build_object('sender', m.sender) end as "byConsent",
  jsonb_build_object('source', 0, 'cursor', null, 'turn',
    (select coalesce(min(turn), 0) from chunks c
      where c.priority = m.priority and c.claimable and c.route = any(array(
        select m.route union select distinct c.route from chunks c where m.route = 'default' and c.claimable and c.route like 'default:%')))
  ) || job.progress as progress
from job join messages m on m.id = job.message_id`;

type Written = { size: number; added: number; progress: FanOutProgress };

/** The first nine parameters of both statements. */
function beginning(job: FanOutJob, leaseMs: number): readonly unknown[] {
  const { messageId, token, route, priority, progress } = job;
  return [messageId, token, leaseMs, ...placeOf(job), route, priority, progress.turn, bucketOf(messageId)];
}

/**
 * How many rows the planner should have statistics for before claims meet them: without statistics one claim took 31 s.
 */
const ANALYZE_FROM = 20_000;

/** @param webhooks called after a commit that left work for the webhook sender */
export function fanOutQueries(db: Db, woken: () => void, webhooks: () => void = () => undefined): FanOutStore {
  async function write(name: string | null, text: string, values: readonly unknown[]): Promise<Written | null> {
    const [row] = await (name === null ? db.unnamed<Written>(text, values) : db.query<Written>(name, text, values));
    if (row && row.added > 0) woken();
    return row ?? null;
  }

  return {
    ...leaseQueries<FanOutJob>(db, FANOUTS, {
      name: "fan-out",
      read: READ,
      keyOf: ({ messageId }) => messageId,
      trouble: true,
    }),
    async add(job, page, leaseMs) {
      const table = deliveriesTable(job.messageId);
      const { phones, next, duplicates, invalid } = page;
      const values = [...beginning(job, leaseMs), textArray(phones), JSON.stringify(next), duplicates, invalid];
      return (await write(`fan out ${table}`, addStatement(table), values)) !== null;
    },
    async addTexts(job, { texts, refused, next, duplicates, invalid }, leaseMs) {
      const table = deliveriesTable(job.messageId);
      const row = await write(`fan out texts ${table}`, addTextsStatement(table), [
        ...beginning(job, leaseMs),
        textArray([...texts, ...refused].map(({ phone }) => phone)),
        JSON.stringify(next),
        duplicates,
        invalid,
        textArray([...texts.map(({ text }) => text), ...refused.map(() => null)]),
        int2Array([...texts.map(({ segments }) => segments), ...refused.map(() => null)]),
        [...texts, ...refused].map(({ viaGroup }) => viaGroup),
        ...leftValues(job.audience),
      ]);
      return row !== null;
    },
    async addStored(job, source, limit, leaseMs) {
      const table = deliveriesTable(job.messageId);
      if ("prepared" in source) {
        const row = await write(`prepared fan out ${table}`, addPreparedStatement(table), [
          ...beginning(job, leaseMs),
          limit,
          ...leftValues(job.audience),
        ]);
        return row && { read: row.size, progress: row.progress };
      }
      if (job.progress.cursor === null) await waitForLeavers(db, job);
      const reader = await readerOf(db, source);
      const values = [...beginning(job, leaseMs), limit, ...reader.values];
      const row = await write(
        reader.name && `fan out ${reader.name} ${table}`,
        addStoredStatement(table, reader),
        values,
      );
      return row && { read: row.size, progress: row.progress };
    },
    ...preparedTextQueries(db),
    mayLackValues: (sources, variables) => mayLackValues(db, sources, variables),
    async end(job) {
      const table = deliveriesTable(job.messageId);
      const accepted = await db.ownTransaction(async () => {
        // Waits for people who are leaving at this moment.
        if (!(await lockHeld(db, job))) return null;
        // Before its deliveries, as an erasure locks them.
        await lockMessages(db, [job.messageId]);
        await endForLeavers(db, job.messageId, webhooks);
        if (!(await endHeld(db, job))) return null;
        const [row] = await db.query<{ accepted: number }>("resolved", RESOLVED, [job.messageId]);
        await complete(db, table, [job.messageId]);
        return row?.accepted ?? 0;
      });
      if (accepted === null) return false;
      if (accepted >= ANALYZE_FROM) await db.query(`analyze ${table}`, `analyze ${table}`, []);
      return true;
    },
  };
}

/** A message that was paused meanwhile stays paused, unless it has no recipients to resume it for. */
const RESOLVED = `
with done as (
  update messages set
    state = case when state not in ('resolving', 'paused') then state when accepted = 0 then 'failed'
      when state = 'paused' then 'paused' else 'running' end,
    reason = case when accepted = 0 then 'no_recipients' else reason end,
    finished_at = case when accepted = 0 then now() end
  where id = $1 returning id, accepted, suppressed, invalid, duplicates, state
),
logged as (
  insert into events (kind, message_id, data)
  select 'message.resolved', id,
    json_build_object('accepted', accepted, 'suppressed', suppressed, 'invalid', invalid, 'duplicates', duplicates)
  from done
)
select accepted from done`;
