import type { Phone } from "#domain/recipients/phone";

import type { Db } from "../../database.ts";
import { DEMO_LOCK } from "../../advisory-locks.ts";

/**
 * The objects that the demo created, in one row of the settings. Objects that record their author name the demo's
 * principal instead.
 */
export type DemoRegistry = {
  /** Milliseconds since 1970: when it was made, and the earliest time of its history. */
  readonly at: number;
  readonly from: number;
  readonly phones: readonly Phone[];
  readonly groups: readonly number[];
  readonly segments: readonly number[];
  /** Keys and slugs. */
  readonly fields: readonly string[];
  readonly forms: readonly string[];
};

const NAME = "demo";

/** Whether no other process creates or removes the demo, now and until the transaction ends. */
export async function claimDemo(db: Db): Promise<boolean> {
  const [row] = await db.query<{ claimed: boolean }>(
    "claim demo",
    "select pg_try_advisory_xact_lock($1::bigint) as claimed",
    [DEMO_LOCK],
  );
  return row!.claimed;
}

/** null: there is no demo. */
export async function readDemo(db: Db): Promise<DemoRegistry | null> {
  const [row] = await db.query<{ value: DemoRegistry }>("read demo", "select value from settings where name = $1", [
    NAME,
  ]);
  return row?.value ?? null;
}

export async function writeDemo(db: Db, registry: DemoRegistry, by: string): Promise<void> {
  await db.query("write demo", "insert into settings (name, value, updated_by) values ($1, $2, $3)", [
    NAME,
    JSON.stringify(registry),
    by,
  ]);
}

export async function forgetDemo(db: Db): Promise<void> {
  await db.query("forget demo", "delete from settings where name = $1", [NAME]);
}

/** Data of this installation besides the demo. */
export type Others = {
  readonly people: number;
  readonly webhooks: number;
  /** Gateways that a node has used within a week. */
  readonly gateways: readonly string[];
};

const OTHERS = `
select (select count(*) from (select from subscribers union all select from customers) people)::int as people,
  (select count(*) from webhooks)::int as webhooks,
  array(select name from gateway_states
    where greatest(checked_at, last_success_at, paused_at) > now() - interval '7 days' order by name) as gateways`;

/** Data that existed before the demo. */
export async function readOthers(db: Db): Promise<Others> {
  const [row] = await db.query<Others>("others than the demo", OTHERS, []);
  return row!;
}
