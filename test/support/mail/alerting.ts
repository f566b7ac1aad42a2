import type pg from "pg";

import { eventually } from "../engine/engine.ts";

/** Makes the check of all conditions due, and tells every node. */
export async function checkNow(pool: pg.Pool): Promise<void> {
  await pool.query("update alert_checks set due = now()");
  await pool.query("select pg_notify('tidings', 'test alerts')");
}

/** Runs a statement on alerts while no node records a check, which locks the same rows in another order. */
export async function changeAlerts(pool: pg.Pool, statement: string, values: readonly unknown[] = []): Promise<void> {
  const session = await pool.connect();
  try {
    await session.query("begin");
    await session.query("select from alert_checks for update");
    await session.query(statement, [...values]);
    await session.query("commit");
  } catch (error) {
    await session.query("rollback");
    throw error;
  } finally {
    session.release();
  }
}

/** As if so many minutes had passed since conditions were last met, and since alerts ended. */
export async function passMinutes(pool: pg.Pool, minutes: number): Promise<void> {
  const earlier = (column: string): string => `${column} = ${column} - make_interval(mins => $1)`;
  await changeAlerts(
    pool,
    `update alerts set ${["first_seen_at", "opened_at", "cleared_at", "closed_at"].map(earlier).join(", ")}`,
    [minutes],
  );
  await pool.query("update alert_notifications set due = due - make_interval(mins => $1) where state = 'waiting'", [
    minutes,
  ]);
}

/** Resolves when a check that began after this call has ended: the turn after it was taken. */
export async function untilLooked(pool: pg.Pool): Promise<void> {
  const token = async (): Promise<number> => Number((await pool.query("select token from alert_checks")).rows[0].token);
  const before = await token();
  await eventually(async () => {
    await checkNow(pool);
    return (await token()) >= before + 3;
  });
}
