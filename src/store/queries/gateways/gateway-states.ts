import { HELD_BY_PERSON, type GatewayStates, type Pause } from "#domain/gateways/gateway-states";

import type { Db } from "../../database.ts";
import { appendEvents } from "../webhooks/events.ts";

const LOCK = "select coalesce(paused_until > now(), false) as paused from gateway_states where name = $1 for update";

const PAUSE = `
update gateway_states set
  pause_code = case when wanted > coalesce(paused_until, '-infinity') then $3 else pause_code end,
  pause_reason = case when wanted > coalesce(paused_until, '-infinity') then $4 else pause_reason end,
  paused_at = case when paused_until > now() then paused_at else now() end,
  paused_until = greatest(paused_until, wanted)
from (select now() + make_interval(secs => $2 / 1000.0) as wanted) w
where name = $1 and not exists (
  select from gateways g where g.name = $1 and g.removed_at is null and g.version <> $5
)
returning paused_until as until`;

const lift = (condition = ""): string => `
update gateway_states set paused_until = null, paused_at = null, pause_code = null, pause_reason = null
where name = $1 and paused_until > now() ${condition} returning name`;

const LIFT = lift();
const LIFT_AUTOMATIC = lift("and pause_code <> $2");

/** Not infinite: nodes of an earlier release could not show it. No provider's pause is longer, so none replaces it. */
const HOLD = `
update gateway_states set pause_code = $2, pause_reason = $3, paused_until = '9999-12-31T00:00:00Z',
  paused_at = case when paused_until > now() then paused_at else now() end
where name = $1 and pause_code is distinct from $2 returning name`;

const READ = `
select name, pause_code as code, pause_reason as reason, extract(epoch from paused_until) * 1000 as until,
  extract(epoch from paused_at) * 1000 as since
from gateway_states where paused_until > now()`;

const NO_PAUSES: ReadonlyMap<string, Pause> = new Map();

/** @param hooked called when an event was queued for webhooks */
export function gatewayStateQueries(db: Db, hooked: () => void): GatewayStates {
  let known = NO_PAUSES;
  let begun = 0;
  let applied = 0;

  async function refresh(): Promise<void> {
    const nth = (begun += 1);
    const { rows } = await db.pool.query<{
      name: string;
      code: string | null;
      reason: string | null;
      until: string;
      since: string | null;
    }>({
      name: "gateway pauses",
      text: READ,
    });
    // A slower read that began earlier may not know of a pause that a later one has found.
    if (nth < applied) return;
    applied = nth;
    known = new Map(
      rows.map(({ name, code, reason, until, since }) => [
        name,
        {
          code: code ?? "paused",
          reason: reason ?? "",
          until: Number(until),
          ...(since !== null && { since: Number(since) }),
        },
      ]),
    );
  }

  /** Locks the row of a gateway, which is created where there is none. Returns whether it is paused. */
  async function lockState(name: string): Promise<boolean> {
    await db.query("gateway known", "insert into gateway_states (name) values ($1) on conflict do nothing", [name]);
    const [row] = await db.query<{ paused: boolean }>("gateway lock", LOCK, [name]);
    return row!.paused;
  }

  async function lift(name: string, statement: string, text: string, values: readonly unknown[]): Promise<boolean> {
    const lifted = await db.transaction(async () => {
      const rows = await db.query(statement, text, values);
      if (rows.length > 0) await appendEvents(db, [{ kind: "gateway.resumed", data: { gateway: name } }], hooked);
      return rows.length > 0;
    });
    await refreshed();
    return lifted;
  }

  /**
   * Changes of a surrounding transaction are read after its commit: before that, no other session sees them, and the
   * transaction would wait for a second session.
   */
  async function refreshed(): Promise<void> {
    if (db.inTransaction()) db.afterCommit(() => void refresh().catch(() => undefined));
    else await refresh();
  }

  return {
    refresh,
    async hold(name, reason, by) {
      const held = await db.transaction(async () => {
        const wasPaused = await lockState(name);
        const rows = await db.query("gateway hold", HOLD, [name, HELD_BY_PERSON, reason.slice(0, 300)]);
        if (rows.length === 0) return false;
        const data = { gateway: name, code: HELD_BY_PERSON, reason, until: null, by };
        if (!wasPaused) await appendEvents(db, [{ kind: "gateway.paused", data }], hooked);
        return true;
      });
      await refreshed();
      return held;
    },
    async liftAutomatic(name) {
      await db.transaction(async () => {
        // After a pause that is being stored: it would outlast this one.
        await lockState(name);
        await lift(name, "gateway lift automatic", LIFT_AUTOMATIC, [name, HELD_BY_PERSON]);
      });
    },
    async pause(name, code, reason, ms, version) {
      const began = await db.transaction(async () => {
        const values = [name, ms, code.slice(0, 60), reason.slice(0, 300), version ?? null];
        const wasPaused = await lockState(name);
        const [row] = await db.query<{ until: Date }>("gateway pause", PAUSE, values);
        if (!row) return false;
        // A pause is reported when it begins; prolonging it is not an event.
        if (wasPaused) return false;
        const data = { gateway: name, code, reason, until: row.until.toISOString() };
        await appendEvents(db, [{ kind: "gateway.paused", data }], hooked);
        return true;
      });
      await refreshed();
      return began;
    },
    lift: (name) => lift(name, "gateway lift", LIFT, [name]),
    paused() {
      if (known.size === 0) return NO_PAUSES;
      const now = db.now();
      for (const pause of known.values()) if (pause.until <= now) return stillPaused(known, now);
      return known;
    },
  };
}

function stillPaused(known: ReadonlyMap<string, Pause>, now: number): ReadonlyMap<string, Pause> {
  return new Map([...known].filter(([, pause]) => pause.until > now));
}
