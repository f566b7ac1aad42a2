import { randomUUID } from "node:crypto";

import type { EngineDeps } from "#app/service/open-engine";
import { cancelMessage, changeRate, pauseMessage, resumeMessage } from "#domain/messages/control";
import type { NewMessage } from "#domain/messages/message";
import { progressOf, type Progress } from "#domain/messages/progress";
import { rollUp } from "#engine/roll-up";
import { cancellationWorker } from "#engine/cancellation-worker";
import type { Uuid } from "#lib/ids";
import type { Db } from "#store/database";
import { messageControlQueries } from "#store/queries/messages/message-control";
import { messageViewQueries } from "#store/queries/messages/message-view";
import { rollUpQueries } from "#store/queries/messages/rollups";
import { cancellationQueries } from "#store/queries/messages/cancellations";

import { statesOf } from "../database/ledger.ts";
import { dueLoops } from "./due-loops.ts";
import { eventually, startEngine, textTo } from "./engine.ts";

/** A worker with everything that controlling messages and following their progress needs. */
export async function startCampaignNode(db: Db, dsn: string, more: Partial<EngineDeps> = {}) {
  const tools = { log: () => undefined, random: Math.random };
  const nothing = (): void => undefined;
  const cancellations = cancellationWorker({
    store: cancellationQueries(db, { woken: nothing, hooked: nothing }),
    owner: randomUUID(),
    clock: db,
    sweepMs: 500,
    ...tools,
  });
  const started = await startEngine(db, dsn, {
    times: { leaseMs: 3_000, drainMs: 1_000 },
    ...more,
  });
  const folding = rollUp(
    rollUpQueries(db, () => "UTC"),
    tools,
  );
  const others = [cancellations, folding, dueLoops(db, { cancellations, rollUps: folding })];
  if (more.works !== false) for (const worker of others) worker.start();
  async function stop(): Promise<void> {
    await started.engine.stop();
    await Promise.all(others.map((worker) => worker.stop()));
  }
  const commands = messageControlQueries(db, {
    dispatch: started.engine.wake.dispatch,
    cancelDeliveries: cancellations.wake,
    webhooks: nothing,
  });
  return {
    ...started,
    engine: { ...started.engine, stop },
    stop,
    pause: (id: Uuid) => pauseMessage(commands, id, "tester"),
    resume: (id: Uuid) => resumeMessage(commands, id, "tester"),
    cancel: (id: Uuid) => cancelMessage(commands, id, "tester"),
    setRate: (id: Uuid, rate: number | null) => changeRate(commands, id, rate, "tester"),
    /** Accepts a message and returns its id. */
    async accept(phones: readonly string[], options: Partial<NewMessage> = {}): Promise<Uuid> {
      const result = await started.messages.accept(textTo(phones, options));
      if (result.kind !== "accepted") throw new Error(result.kind);
      return result.message.id;
    },
  };
}

export type CampaignNode = Awaited<ReturnType<typeof startCampaignNode>>;

/** An audience of all members of one group. */
export const everybody = { groups: [1], roles: [], users: [], customers: false } as const;

/** What a test reads from a database with messages in it, or from a fixture that will have one. */
export function askOf(of: Db | { readonly db: Db }) {
  // A fixture has its database under `db`; a database itself has a pool.
  const dbOf = (): Db => ("pool" in of ? of : of.db);
  const rows = async (sql: string, values: readonly unknown[] = []): Promise<Record<string, any>[]> =>
    (await dbOf().pool.query(sql, values as unknown[])).rows;
  const stateOf = async (id: Uuid): Promise<string> =>
    (await rows("select state::text from messages where id = $1", [id]))[0]?.["state"];
  return {
    rows,
    stateOf,
    becomes: (id: Uuid, state: string, timeoutMs?: number) =>
      eventually(async () => (await stateOf(id)) === state, timeoutMs),
    /** Deliveries of a message by state. */
    states: (id: Uuid): Promise<Record<string, number>> => statesOf(dbOf().pool, { message: id }),
    async progress(id: Uuid): Promise<Progress> {
      return progressOf((await messageViewQueries(dbOf()).find(id))!);
    },
    /** Sums of the log's roll-up, folded or not. */
    async logged(): Promise<Record<string, number>> {
      const [row] =
        await rows(`select sum(total)::int as total, sum(success)::int as success, sum(failed)::int as failed
        from (select total, success, failed from outbox_deltas union all select total, success, failed from outbox_totals) s`);
      return row!;
    },
    eventsOf: async (id: Uuid): Promise<string[]> =>
      (await rows("select kind from events where message_id = $1 and phone is null order by id", [id])).map(
        (row) => row["kind"],
      ),
  };
}
