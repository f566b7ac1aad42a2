import type { GatewayStates, Pause } from "#domain/ports/gateway-states";

import type { Db } from "../database.ts";
import { appendEvents } from "./events.ts";

/** A pause is told once, when it begins; those that only prolong it are not news. */
const PAUSE = `
with before as (select paused_until from gateway_states where name = $1 for update)
insert into gateway_states as g (name, paused_until, pause_code, pause_reason)
values ($1, now() + make_interval(secs => $2 / 1000.0), $3, $4)
on conflict (name) do update set
  pause_code = case when excluded.paused_until > coalesce(g.paused_until, '-infinity') then excluded.pause_code else g.pause_code end,
  pause_reason = case when excluded.paused_until > coalesce(g.paused_until, '-infinity') then excluded.pause_reason else g.pause_reason end,
  paused_until = greatest(g.paused_until, excluded.paused_until)
returning paused_until as until, not exists (select from before where paused_until > now()) as begins`;

const LIFT = `
update gateway_states set paused_until = null, pause_code = null, pause_reason = null
where name = $1 and paused_until > now() returning name`;

const READ = `
select name, pause_code as code, pause_reason as reason, extract(epoch from paused_until) * 1000 as until
from gateway_states where paused_until > now()`;

const NOBODY: ReadonlyMap<string, Pause> = new Map();

/** @param hooked called when an event went to webhooks */
export function gatewayStateQueries(db: Db, hooked: () => void): GatewayStates {
  let known = NOBODY;

  async function refresh(): Promise<void> {
    const { rows } = await db.pool.query<{ name: string; code: string | null; reason: string | null; until: string }>({
      name: "gateway pauses",
      text: READ,
    });
    known = new Map(
      rows.map(({ name, code, reason, until }) => [
        name,
        { code: code ?? "paused", reason: reason ?? "", until: Number(until) },
      ]),
    );
  }

  return {
    refresh,
    async pause(name, code, reason, ms) {
      await db.transaction(async () => {
        const values = [name, ms, code.slice(0, 60), reason.slice(0, 300)];
        const [row] = await db.query<{ until: Date; begins: boolean }>("gateway pause", PAUSE, values);
        if (!row!.begins) return;
        const data = { gateway: name, code, reason, until: row!.until.toISOString() };
        await appendEvents(db, [{ kind: "gateway.paused", data }], hooked);
      });
      await refresh();
    },
    async lift(name) {
      const lifted = await db.transaction(async () => {
        const rows = await db.query("gateway lift", LIFT, [name]);
        if (rows.length > 0) await appendEvents(db, [{ kind: "gateway.resumed", data: { gateway: name } }], hooked);
        return rows.length > 0;
      });
      await refresh();
      return lifted;
    },
    paused() {
      if (known.size === 0) return NOBODY;
      const now = db.now();
      for (const pause of known.values()) if (pause.until <= now) return stillPaused(known, now);
      return known;
    },
  };
}

function stillPaused(known: ReadonlyMap<string, Pause>, now: number): ReadonlyMap<string, Pause> {
  return new Map([...known].filter(([, pause]) => pause.until > now));
}
