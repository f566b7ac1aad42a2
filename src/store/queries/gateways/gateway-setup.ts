import type { GatewaySetup, GatewaySetupStore, StoredGateway } from "#domain/gateways/stored/stored-gateway";

import type { Db } from "../../database.ts";
import { millis } from "../millis.ts";

type SetupRow = Pick<GatewaySetup, "revision" | "isTrial"> & GatewaySetup["routing"];
type GatewayRow = StoredGateway & { readonly removed: boolean };

/** How long receipts for a deleted gateway are received; the pruner deletes the row then. */
export const REMOVED_DAYS = 7;

const SETUP = `
select revision, trial as "isTrial", routing as expression, version, ${millis("updated_at")} as "updatedAt",
  updated_by as "updatedBy"
from gateway_setup`;
const GATEWAYS = `
select name, kind, settings, sealed, secrets, enabled, in_default_route as "inDefaultRoute", position, version,
  ${millis("account_since")} as "accountSince", ${millis("created_at")} as "createdAt", created_by as "createdBy",
  ${millis("updated_at")} as "updatedAt", updated_by as "updatedBy", removed_at is not null as removed
from gateways where removed_at is null or removed_at > now() - make_interval(days => ${REMOVED_DAYS})
order by removed_at is not null, position, name`;

const ADD = `
insert into gateways (name, kind, settings, sealed, secrets, enabled, in_default_route, created_by, updated_by, position)
select $1, $2, $3::jsonb, $4, $5, $6, $7, $8, $8, coalesce(max(position) + 1, 0) from gateways where removed_at is null
on conflict (name) do update set kind = excluded.kind, settings = excluded.settings, sealed = excluded.sealed,
  secrets = excluded.secrets, enabled = excluded.enabled, in_default_route = excluded.in_default_route,
  position = excluded.position, account_since = clock_timestamp(), version = gateways.version + 1, created_at = now(),
  created_by = excluded.created_by, updated_at = now(), updated_by = excluded.updated_by, removed_at = null`;

const CHANGE = `
update gateways set kind = $2, settings = $3::jsonb, sealed = $4, secrets = $5, enabled = $6, in_default_route = $7,
  account_since = case when $9 then clock_timestamp() else account_since end, version = version + 1,
  updated_at = now(), updated_by = $8
where name = $1`;

const ORDER = `
update gateways g set position = place - 1 from unnest($1::text[]) with ordinality as o(name, place)
where g.name = o.name and g.removed_at is null`;

const REMOVE = `
update gateways set removed_at = now(), updated_at = now(), updated_by = $2, version = version + 1 where name = $1`;

const ROUTE = `
update gateway_setup set revision = revision + 1, routing = $1, version = version + 1, updated_at = now(),
  updated_by = $2`;

/** A trial does not begin again. */
const RAISE = `
update gateway_setup set revision = revision + 1,
  trial = trial and not exists (select from gateways where in_default_route and removed_at is null)`;

const RECORD = `
insert into setting_changes (section, by, before, after) values ('gateways', $1, $2::jsonb, $3::jsonb)`;

/** The gateways that are configured at run time. */
export function gatewaySetupQueries(db: Db): GatewaySetupStore {
  async function setupOf({ revision, isTrial, ...routing }: SetupRow): Promise<GatewaySetup> {
    const rows = await db.query<GatewayRow>("stored gateways", GATEWAYS, []);
    return {
      revision,
      gateways: rows.filter((row) => !row.removed).map(gatewayOf),
      removed: rows.filter((row) => row.removed).map(gatewayOf),
      routing,
      isTrial,
    };
  }

  async function raise(): Promise<void> {
    await db.query("raise gateway revision", RAISE, []);
  }

  return {
    // The revision is read first: a change in between is seen again, and never missed.
    async load() {
      return setupOf((await db.query<SetupRow>("gateway setup", SETUP, []))[0]!);
    },
    async lock() {
      return setupOf((await db.query<SetupRow>("lock gateway setup", `${SETUP} for update`, []))[0]!);
    },
    async revision() {
      const [row] = await db.query<{ revision: number }>("gateway revision", "select revision from gateway_setup", []);
      return Number(row!.revision);
    },
    async add(gateway, by) {
      await db.query("add gateway", ADD, valuesOf(gateway, by));
      await raise();
    },
    async change(gateway, by) {
      await db.query("change gateway", CHANGE, [...valuesOf(gateway, by), gateway.newAccount]);
      await raise();
    },
    async order(names) {
      await db.query("order gateways", ORDER, [names]);
      await raise();
    },
    async remove(name, by) {
      await db.query("remove gateway", REMOVE, [name, by]);
      await raise();
    },
    async route(expression, by) {
      await db.query("route gateways", ROUTE, [expression, by]);
    },
    async record({ by, before, after }) {
      await db.query("record gateway change", RECORD, [by, JSON.stringify(before), JSON.stringify(after)]);
    },
  };
}

function valuesOf(gateway: Parameters<GatewaySetupStore["add"]>[0], by: string): unknown[] {
  const { name, kind, settings, sealed, secrets, enabled, inDefaultRoute } = gateway;
  return [name, kind, JSON.stringify(settings), sealed, secrets, enabled, inDefaultRoute, by];
}

function gatewayOf(row: GatewayRow): StoredGateway {
  const { removed: _, ...gateway } = row;
  return gateway;
}
