import type { ConsentKind, Evidence } from "#domain/consent/consent-record";
import type { Phone } from "#domain/recipients/phone";
import type { BulkStore } from "#domain/subscribers/bulk-store";

import type { Db } from "../../database.ts";
import type { ConsentQueries } from "../consent/consents.ts";
import type { Leaver } from "../newsletter/end-queued.ts";
import { afterLeaving } from "../newsletter/after-leaving.ts";
import { phonesOf, removeSubscribers } from "../newsletter/subscriber-remove.ts";
import { leaveStoredAudiences, neverInStoredAudiences } from "../schedules/stored-audiences.ts";
import { appendEvents, type NewEvent } from "../webhooks/events.ts";
import { withoutDeparted } from "./bulk-departed.ts";
import { bulkPages, lockForBulk } from "./bulk-pages.ts";
import {
  JOIN,
  JOINED,
  LEAVE,
  NEVER_JOINED,
  SET_FIELD,
  TAKEN_BACK,
  TO_TAKE_BACK,
  UNSET_FIELD,
} from "./bulk-statements.ts";

type Changed = {
  readonly phone: Phone;
  readonly data: NewEvent["data"] & {
    readonly name: string;
    readonly groups: readonly { readonly id: number }[];
  };
};

type Leaving = Changed & { readonly id: number };

/** @param webhooks called after a commit that left work for the webhook sender */
export function bulkQueries(
  db: Db,
  { keys, ledger }: Pick<ConsentQueries, "keys" | "ledger">,
  webhooks: () => void,
  countMs?: number,
): BulkStore {
  /**
   * Appends the event and the consents of each row. The ledger comes last: it locks people in the order of their
   * numbers.
   */
  async function moved(
    rows: readonly Changed[],
    event: string,
    kind: ConsentKind,
    evidence: Evidence,
  ): Promise<number> {
    await appendEvents(
      db,
      rows.map(({ phone, data }) => ({ kind: event, phone, data })),
      webhooks,
    );
    await ledger.append(
      rows.flatMap(({ phone, data: { name, groups } }) =>
        groups.map(({ id: groupId }) => ({ phone, name, groupId, kind, evidence })),
      ),
    );
    return rows.length;
  }

  async function leave(ids: readonly number[], group: number | null, by: Evidence): Promise<number> {
    const rows = await db.query<Leaving>("leave in bulk", LEAVE, [ids, group]);
    await afterLeaving(db, leaversOf(rows), webhooks);
    return moved(rows, "subscriber.unsubscribed", "left", by);
  }

  return {
    ...bulkPages(db, countMs),

    async join(ids, { id, name }, by, job) {
      const people = await withoutDeparted(db, keys, ids, id);
      const rows = await db.query<Changed>("join in bulk", JOIN, [people, id, name, job]);
      return moved(rows, "new_subscriber", "subscribed", by);
    },
    async joinedBy(job) {
      const count = "select count(*)::int as people from bulk_joins where job_id = $1";
      return (await db.query<{ people: number }>("joined in bulk", count, [job]))[0]!.people;
    },
    async takeBack(job, { after, limit }, by) {
      const found = await db.query<{ id: number }>("next who joined", JOINED, [job, after, limit]);
      if (found.length === 0) return { seen: 0, changed: 0, last: null };
      const ids = found.map(idOf);
      await lockForBulk(db, ids);
      const rows = await db.query<Leaving>("to take back", TO_TAKE_BACK, [job, ids]);
      const leavers = leaversOf(rows);
      const [group] = leavers.flatMap(({ groups }) => groups);
      if (group !== undefined) {
        await neverInStoredAudiences(
          db,
          group,
          leavers.map(({ subscriberId }) => subscriberId),
        );
        await db.query("never joined", NEVER_JOINED, [leavers.map(({ subscriberId }) => subscriberId), group]);
      }
      await afterLeaving(db, leavers, webhooks);
      await db.query("taken back", TAKEN_BACK, [job, ids]);
      const changed = await moved(rows, "subscriber.unsubscribed", "left", by);
      return { seen: ids.length, changed, last: ids.length < limit ? null : ids.at(-1)! };
    },
    async leave(ids, group, by) {
      // Also if their only group was deleted, so that they have no membership to end.
      if (group === null) await leaveStoredAudiences(db, await phonesOf(db, ids));
      return leave(ids, group, by);
    },
    async remove(ids, by) {
      await leave(ids, null, by);
      return removeSubscribers(db, keys, ids);
    },
    async setField(ids, key, value, most) {
      const rows =
        value === null
          ? await db.query("unset field", UNSET_FIELD, [ids, key])
          : await db.query("set field", SET_FIELD, [ids, key, JSON.stringify(value), most]);
      return rows.length;
    },
  };
}

const leaversOf = (rows: readonly Leaving[]): readonly Leaver[] =>
  rows.map(({ id, phone, data }) => ({ subscriberId: id, phone, groups: data.groups.map(idOf) }));

const idOf = ({ id }: { readonly id: number }): number => id;
