import type { PruningStore } from "#domain/privacy/pruning-store";
import { FIRST_ID, uuidFloor, type Uuid } from "#lib/ids";
import { day } from "#lib/time";

import type { Db } from "../../database.ts";
import { pageWalked, walkEndedSchedules, walkOf } from "../upkeep/prune-step.ts";
import { deleteUnlocked } from "../delete-unlocked.ts";
import { storedSets } from "./stored-audiences.ts";

/** By the key: no index is kept for what happens once an hour. */
const RUNS = `
with place as (select split_part($2, ' ', 1)::uuid as id, coalesce(nullif(split_part($2, ' ', 2), ''), '-infinity')::timestamptz as at),
page as materialized (
  select r.schedule_id, r.run_at, greatest(r.run_at, r.at) < now() - make_interval(days => $1) as old
  from schedule_runs r, place where (r.schedule_id, r.run_at) > (place.id, place.at) order by 1, 2 limit $3
),
gone as (
  delete from schedule_runs r using page
  where page.old and r.schedule_id = page.schedule_id and r.run_at = page.run_at returning 1
)${pageWalked("(select schedule_id || ' ' || (to_json(run_at) #>> '{}') from page order by schedule_id desc, run_at desc limit 1)")}`;

const SCHEDULES = walkEndedSchedules(
  "delete from schedules",
  "not exists (select from schedule_runs r where r.schedule_id = s.id)",
);

/** A frozen audience of an uncommitted call cannot be seen here; a day is a sufficient margin. */
const ORPHAN = `
with recursive ${storedSets("where set_id > $1::uuid")},
few as materialized (select set_id from sets where set_id is not null limit 1000)
select
  (select set_id from few where set_id < $2::uuid
    and not exists (select from schedules s where s.frozen_set = few.set_id)
    -- An occurrence may still be read from it although its schedule has a newer one.
    and not exists (select from fanouts f join messages m on m.id = f.message_id where m.audience ->> 'frozen' = few.set_id::text)
    order by set_id limit 1) as orphan,
  (select set_id from few order by set_id desc limit 1) as last`;

const SET = `
${deleteUnlocked("schedule_recipients", "where set_id = $1 order by phone limit $2")}
returning 1`;

export function schedulePruningQueries(
  db: Db,
): Pick<PruningStore, "pruneScheduleRuns" | "pruneSchedules" | "pruneFrozenSets"> {
  return {
    pruneScheduleRuns: walkOf(db, "prune schedule runs", RUNS, FIRST_ID),
    pruneSchedules: walkOf(db, "prune schedules", SCHEDULES, FIRST_ID),
    async pruneFrozenSets(after, limit) {
      const [found] = await db.query<{ orphan: Uuid | null; last: Uuid | null }>("orphaned set", ORPHAN, [
        after || FIRST_ID,
        uuidFloor(db.now() - day),
      ]);
      const { orphan, last } = found!;
      if (orphan === null) return { removed: 0, next: last };
      const rows = await db.query("prune set", SET, [orphan, limit]);
      // The remainder is visited again: the walk restarts after the place where it began.
      return { removed: rows.length, next: rows.length === limit ? after || FIRST_ID : orphan };
    },
  };
}
