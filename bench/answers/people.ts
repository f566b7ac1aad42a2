import { numbers } from "../../test/support/engine/engine.ts";
import type { Harness } from "../lib/harness.ts";

/** What the service has stored about a number. */
export const kinds = ["unknown", "also unknown", "pending", "subscribed", "left", "opted out"] as const;
export type Kind = (typeof kinds)[number];
export type Groups = Readonly<Record<Kind, readonly string[]>>;

const NO_LIMIT = {
  number_per_minute: 0,
  number_per_hour: 0,
  number_per_day: 0,
  prefix_per_hour: 0,
  prefix_per_day: 0,
  address_per_hour: 0,
  address_per_day: 0,
  country_per_hour: 0,
  site_per_hour: 0,
  pause_below: 0,
  prefix_unverified: 0,
};

/** This many numbers of each kind. Those of the first two are in no table. */
export async function groupsOf({ client, pool }: Harness, each: number): Promise<Groups> {
  await client.call({ method: "PATCH", path: "/settings", body: { guard: NO_LIMIT } });
  const of = (kind: Kind): readonly string[] => numbers(each, 700_000_000 + kinds.indexOf(kind) * 1_000_000);
  const groups: Groups = {
    unknown: of("unknown"),
    "also unknown": of("also unknown"),
    pending: of("pending"),
    subscribed: of("subscribed"),
    left: of("left"),
    "opted out": of("opted out"),
  };
  const subscribe = async (mobile: string, doubleOptIn: boolean): Promise<void> => {
    const body = { name: "Ada", mobile, double_opt_in: doubleOptIn };
    const { status } = await client.call({ path: "/newsletter", body });
    if (status !== 200) throw new Error(`${status} for a subscription`);
  };
  for (const phone of groups.pending) await subscribe(phone, true);
  for (const phone of [...groups.subscribed, ...groups.left]) await subscribe(phone, false);
  for (const mobile of groups.left) await client.call({ path: "/newsletter/unsubscribe", body: { mobile } });
  await pool.query(
    "insert into suppressions (phone, reason, source) select p, 'stop', 'sms' from unnest($1::text[]) p",
    [groups["opted out"]],
  );
  return groups;
}
