import type { Filter } from "#domain/subscribers/filter";
import type { Segment, SegmentStore } from "#domain/subscribers/segment";
import type { Uuid } from "#lib/ids";
import { second } from "#lib/time";

import { assignments, binder } from "../../bind.ts";
import { within } from "../../bounded.ts";
import type { Db } from "../../database.ts";
import { millis } from "../millis.ts";
import { isOnList } from "../suppressions/suppression-fragment.ts";
import { matches } from "./filter-fragment.ts";
import { isInState } from "./person-fragment.ts";
import { samplePercent, sampleScale, sizeOfSubscribers } from "./sample.ts";

/** Filters that need longer are estimated by a sample. */
const COUNT_MS = 2 * second;

/** @param countMs for each of two counts, how long an exact one may take */
export function segmentQueries(db: Db, countMs = COUNT_MS): SegmentStore {
  return {
    async existing(ids) {
      const rows = await db.query<{ id: number }>(
        "existing segments",
        "select id from segments where id = any($1::bigint[])",
        [ids],
      );
      return rows.map(({ id }) => id);
    },
    async hold(ids) {
      const rows = await db.query<{ id: number }>(
        "hold segments",
        "select id from segments where id = any($1::bigint[]) order by id for key share",
        [ids],
      );
      return rows.map(({ id }) => id);
    },
    async lockOne(id) {
      return (await db.query("lock segment", "select 1 from segments where id = $1 for update", [id])).length > 0;
    },
    list: ({ after, limit }) =>
      db.query<Segment>("list segments", `${SELECT} where id > $1 order by id limit $2`, [after, limit]),
    async find(id) {
      const [row] = await db.query<Segment>("find segment", `${SELECT} where id = $1`, [id]);
      return row ?? null;
    },
    async lock() {
      await db.query("lock segments", "lock table segments in share row exclusive mode", []);
    },
    async isNamed(name, except) {
      return (await db.query("segment named", NAMED, [name, except])).length > 0;
    },
    async create(name, filter) {
      const [row] = await db.query<{ id: number }>(
        "create segment",
        "insert into segments (name, filter) values ($1, $2) returning id",
        [name, JSON.stringify(filter)],
      );
      return row!.id;
    },
    async update(id, { name, filter }) {
      const { values, bind } = binder();
      const set = assignments(bind, { name, filter: filter && JSON.stringify(filter) });
      if (set.length === 0) return;
      await db.unnamed(`update segments set ${set.join(", ")}, updated_at = now() where id = ${bind(id)}`, values);
    },
    async remove(id) {
      await db.query("remove segment", "delete from segments where id = $1", [id]);
    },
    async count(filter, atMost) {
      const count = async (more: string): Promise<number> => {
        const { values, bind } = binder();
        const matching = `select 1 from subscribers s where ${matches(filter, bind)}${more} limit ${bind(atMost)}`;
        const [row] = await db.unnamed<{ n: number }>(`select count(*)::int as n from (${matching}) found`, values);
        return row!.n;
      };
      const counted = await within(db, countMs, async () => ({
        people: await count(""),
        reachable: await count(` and ${isReachable}`),
      }));
      return counted ?? estimate(filter, atMost);
    },
    async usedBy(id) {
      const [schedules, messages] = [
        await db.query<{ id: Uuid }>("schedules of segment", SCHEDULES, [id]),
        await db.query<{ id: Uuid }>("messages of segment", MESSAGES, [id]),
      ];
      return { schedules: schedules.map((one) => one.id), messages: messages.map((one) => one.id) };
    },
  };

  async function estimate(filter: Filter, atMost: number): Promise<{ people: number; reachable: number }> {
    const subscribers = await sizeOfSubscribers(db);
    const { values, bind } = binder();
    const percent = bind(samplePercent(subscribers, [filter]), "float4");
    const text = `
select count(*)::int as scanned, (count(*) filter (where fits))::int as people,
  (count(*) filter (where fits and ${isReachable}))::int as reachable
from (select s.*, coalesce(${matches(filter, bind)}, false) as fits
  from subscribers s tablesample system (${percent}) repeatable (1) offset 0) s`;
    const [row] = await db.unnamed<{ scanned: number; people: number; reachable: number }>(text, values);
    const { scanned, people, reachable } = row!;
    const scale = sampleScale(subscribers, scanned);
    const scaled = (some: number): number => Math.min(atMost, Math.round(some * scale));
    return { people: scaled(people), reachable: scaled(reachable) };
  }
}

/** Of subscriber `s`: would receive a message, as far as the newsletter decides. */
const isReachable = `${isInState("active")} and not ${isOnList("s.phone")}`;

const SELECT = `
select id, name, filter, ${millis("created_at")} as "createdAt", ${millis("updated_at")} as "updatedAt" from segments`;

const NAMED = "select 1 from segments where lower(name) = lower($1) and id is distinct from $2::bigint limit 1";

const SCHEDULES = `
select id from schedules where state in ('active', 'paused', 'waiting_license')
  and message -> 'audience' -> 'segments' @> to_jsonb($1::bigint) order by id limit 10`;

const MESSAGES = `
select m.id from fanouts f join messages m on m.id = f.message_id
where m.audience -> 'segments' @> to_jsonb($1::bigint) order by m.id limit 10`;
