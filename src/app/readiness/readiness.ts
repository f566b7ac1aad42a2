import type { Check } from "#api/health";
import type { UnverifiedCountries } from "#domain/guard/unverified-countries";
import type { StrandedStore } from "#domain/gateways/stranded-store";
import { withTimeout } from "#lib/with-timeout";
import { counted } from "#lib/counted";
import { second } from "#lib/time";
import { countWorkers } from "#store/notifications";
import type { Db } from "#store/database";
import { schemaState } from "#store/migrate";
import { partitionsAt } from "#store/partitions";
import { hasPartitions } from "#store/queries/installation/installation";
import { probeWrite } from "#store/queries/upkeep/write-probe";

import type { OpenLicenses } from "../config/license.ts";
import { servedRoutes } from "../service/gateways/gateway-board.ts";
import type { OpenGateways } from "../service/gateways/open-gateways.ts";
import type { GatewayPauses } from "../service/open-engine.ts";
import type { OpenStore } from "../service/open-store.ts";
import { writeCheck } from "./writes.ts";

/** Bounds the response time while the database hangs. */
const TIMEOUT_MS = 3 * second;

/** What `/readyz` and `tidings doctor` check. A node that sends nothing is ready while all gateways are paused. */
export function readiness(parts: {
  readonly db: Db;
  readonly gateways: OpenGateways;
  readonly stranded: Pick<StrandedStore, "find">;
  readonly unverified: UnverifiedCountries;
  readonly pauses: Pick<GatewayPauses, "isPaused">;
  readonly works: boolean;
  readonly store: Pick<OpenStore, "poolerIssue" | "schema">;
  readonly licenses: Pick<OpenLicenses, "report">;
  /** Why nothing is sent from here; null: sending is enabled. */
  readonly standby: string | null;
}): () => Promise<readonly Check[]> {
  const { db, gateways, pauses } = parts;
  const writes = writeCheck(
    () => probeWrite(db),
    () => performance.now(),
  );
  let under: Promise<readonly Check[]> | null = null;
  return () => {
    // One at a time, even if it hangs: each keeps a session for as long.
    under ??= check().finally(() => (under = null));
    const warning = `It did not answer within ${TIMEOUT_MS / second} s.`;
    return withTimeout(under, TIMEOUT_MS).catch(() => [{ name: "database", ok: false, warning }]);
  };

  async function check(): Promise<readonly Check[]> {
    const names = gateways.gateways.map((gateway) => gateway.name);
    const paused = names.filter((name) => pauses.isPaused(name));
    const byDefault = gateways.routes.byDefault();
    const partitions = await hasPartitions(db, partitionsAt(db.now())).catch(() => null);
    return [
      { name: "database", ok: partitions !== null },
      ...(parts.store.poolerIssue() === null
        ? []
        : [{ name: "sessions", ok: false, warning: parts.store.poolerIssue()! }]),
      await writes(),
      { name: "partitions", ok: partitions === true },
      await schema(db, parts.store.schema),
      ...(parts.works || parts.standby !== null ? [] : [await workers(db)]),
      // Calls that a restored copy accepts would be lost with it.
      ...(parts.standby === null
        ? []
        : [{ name: "standby", ok: false, warning: `Nothing is sent: ${parts.standby}.` }]),
      await license(parts.licenses),
      await stranded(parts.stranded, servedRoutes(gateways)),
      usable(gateways.unusable.length),
      await codes(parts.unverified),
      {
        name: "gateways",
        ok: !parts.works || names.length === 0 || names.length > paused.length,
        ...(names.length === 0 && { warning: "There is no gateway: nothing can be sent." }),
        ...(paused.length > 0 && { warning: `${paused.length} of ${counted(names.length, "gateway")} paused.` }),
        ...(byDefault?.sandbox &&
          paused.length === 0 && { warning: "Messages go to the sandbox: nothing is really sent." }),
        ...(byDefault === null && names.length > 0 && { warning: NOWHERE }),
      },
    ];
  }
}

const NOWHERE = "No gateway of the default route can be used: only messages that name a gateway are sent.";

/** Other nodes may be able to use what this one cannot: it is ready all the same. */
function usable(count: number): Check {
  // Which gateways the site has is not public.
  const warning = `${counted(count, "stored gateway")} cannot be used by this node. See the log and: tidings doctor.`;
  return { name: "stored gateways", ok: true, ...(count > 0 && { warning }) };
}

/** Messages that wait for a gateway removed from the settings never leave by themselves. */
async function stranded(store: Pick<StrandedStore, "find">, served: readonly string[]): Promise<Check> {
  const found = await store.find(served).catch(() => []);
  // How many messages wait, and for which gateways, is not public.
  const warning = "Messages wait for gateways that are not in use. See: tidings doctor.";
  return { name: "stranded", ok: true, ...(found.length > 0 && { warning }) };
}

/** Codes that are requested and never entered suggest traffic pumping: someone is paid for the messages. */
async function codes(unverified: UnverifiedCountries): Promise<Check> {
  const found = await unverified().catch(() => []);
  // Which countries the site serves is not public.
  const warning = `Few of the last codes to ${counted(found.length, "country", "countries")} were verified. See the log.`;
  return { name: "codes", ok: true, ...(found.length > 0 && { warning }) };
}

/** Sending needs no license; one that lapses or is refused is worth knowing before schedules wait for it. */
async function license(licenses: Pick<OpenLicenses, "report">): Promise<Check> {
  const report = await licenses.report().catch(() => null);
  const holds = report === null || report.state === "absent" || report.state === "valid";
  const warning = holds ? report?.warning : report.remarks[0];
  return { name: "license", ok: true, ...(warning && { warning }) };
}

/** Calls are accepted without any worker; what they request waits. */
async function workers(db: Db): Promise<Check> {
  const none = (await countWorkers(db).catch(() => null)) === 0;
  return {
    name: "workers",
    ok: true,
    ...(none && { warning: "No running worker was found: accepted messages wait." }),
  };
}

/** A node keeps working beside newer ones until a migration breaks compatibility. */
async function schema(db: Db, newest: number): Promise<Check> {
  const state = await schemaState(db.pool).catch(() => null);
  if (!state) return { name: "schema", ok: false };
  const ok = state.needs <= newest && state.current >= newest;
  const words = `The schema is at ${state.current}, this node knows ${newest}`;
  const remedy = state.needs > newest ? "start a newer one" : "run tidings migrate";
  if (!ok) return { name: "schema", ok, warning: `${words}: ${remedy}.` };
  return { name: "schema", ok, ...(state.current > newest && { warning: `${words} and works beside newer ones.` }) };
}
