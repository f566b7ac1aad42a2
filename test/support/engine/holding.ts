import { Temporal } from "temporal-polyfill";

import { holdRules } from "#domain/deliveries/hold-rules";
import type { FrequencyCapSettings } from "#domain/frequency-cap/frequency-cap-settings";
import type { Queue, QueueUpkeep } from "#domain/deliveries/queue";
import type { DayWindow, Hours } from "#domain/quiet-hours/hours";
import type { QuietHoursSettings } from "#domain/quiet-hours/quiet-hours-settings";
import type { ReadSettings } from "#domain/settings/settings-store";
import { holdingQueue } from "#engine/holding-queue";
import type { Clock } from "#lib/time";
import type { Db } from "#store/database";
import { holdQueries } from "#store/queries/queue/holds";
import { queueQueries } from "#store/queries/queue/queue";
import { settingsQueries } from "#store/queries/settings/settings";

import type { Queryable } from "../database/ledger.ts";
import { eventually } from "./engine.ts";

/**
 * The queue of a node, as the service puts it together.
 *
 * @param within the checks after quiet hours and cap
 * @param read of the settings
 * @param readAhead what `within` decides by
 */
export function queueWithHolds(
  db: Db,
  clock: Clock = db,
  within: (queue: Queue & QueueUpkeep) => Queue & QueueUpkeep = (queue) => queue,
  read: ReadSettings = settingsQueries(db).read,
  readAhead: () => Promise<unknown> = async () => undefined,
) {
  const queue = queueQueries(db, { webhooks: () => undefined, receipts: () => undefined });
  const readRules = holdRules(read, { clock, inTransaction: db.inTransaction }, "UTC");
  const holds = holdQueries(db, () => undefined);
  const tools = { unitOfWork: db, clock, log: () => undefined };
  return holdingQueue(within(queue), { readRules, readAhead, holds, ...tools });
}

type Stored = {
  /** An hour ago. Otherwise what is held within two seconds is checked once more, see `isSettled`. */
  readonly longAgo?: boolean;
};

/** Stores a section of the settings, as a change of them does. */
export const storeSettings = (
  db: Db,
  name: string,
  value: object,
  { longAgo = false }: Stored = {},
): Promise<unknown> =>
  db.pool.query(
    `insert into settings (name, value, updated_at) values ($1, $2, now() - make_interval(hours => $3))
     on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at`,
    [name, JSON.stringify(value), longAgo ? 1 : 0],
  );

export const setQuietHours = (db: Db, value: Partial<QuietHoursSettings>, stored?: Stored): Promise<unknown> =>
  storeSettings(db, "quiet_hours", { mode: "on", ...value }, stored);
export const setCap = (db: Db, value: Partial<FrequencyCapSettings>, stored?: Stored): Promise<unknown> =>
  storeSettings(db, "frequency_cap", { mode: "on", ...value }, stored);

/**
 * Whether every hold is of the present settings. What was held within two seconds of a change is checked once more, so
 * until then a delivery may be held, queued and held again.
 */
export async function isSettled(db: Queryable): Promise<boolean> {
  const { rowCount } = await db.query(
    "select 1 from holds h join settings s on s.name = h.reason where h.held_at < s.updated_at + interval '2 seconds' limit 1",
  );
  return rowCount === 0;
}

/** Whether every node applies the present settings: within a second of a change it may still know the earlier ones. */
export async function haveTakenEffect(db: Queryable): Promise<boolean> {
  const { rowCount } = await db.query(
    "select 1 from settings where updated_at > clock_timestamp() - interval '1.5 seconds' limit 1",
  );
  return rowCount === 0;
}

/** What is left of a chunk is judged again after five seconds; here at once, until `check` returns a value. */
export const withoutWaiting = <T>(db: Queryable, check: () => Promise<T | false>): Promise<T> =>
  eventually(async () => {
    await db.query("update retries set due = now() where due > now() and due <= now() + interval '5 seconds'");
    return check();
  });

export const everyDay = (window: DayWindow): Hours => ({
  weekdays: window,
  saturday: window,
  sunday: window,
  holidays: "open",
});

export const ALL_DAY: DayWindow = ["00:00", "24:00"];

/** A window of the day that is at least four hours away in that zone. */
export function farFromNow(zone: string): DayWindow {
  return Temporal.Now.zonedDateTimeISO(zone).hour < 12 ? ["18:00", "20:00"] : ["04:00", "06:00"];
}
