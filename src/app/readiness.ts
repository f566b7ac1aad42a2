import type { Check } from "#api/health";
import { deliveriesTable } from "#store/partitions";
import { uuidFloor } from "#lib/ids";
import { day } from "#lib/time";
import type { Db } from "#store/database";
import { hasTable } from "#store/queries/installation";
import { counted } from "#lib/counted";

import type { OpenGateways } from "./open-gateways.ts";
import type { GatewayPauses } from "./open-engine.ts";

/** Partitions must reach this far ahead, or the next month's first message would find none. */
const AHEAD = 32 * day;

/** What `/readyz` and `tidings doctor` look at. */
export function readiness(
  db: Db,
  gateways: OpenGateways,
  pauses: Pick<GatewayPauses, "isPaused">,
): () => Promise<readonly Check[]> {
  return async () => {
    const names = gateways.gateways.map((gateway) => gateway.name);
    const paused = names.filter((name) => pauses.isPaused(name));
    const sandbox = gateways.routes.byDefault()?.sandbox ?? false;
    const database = await hasTable(db, deliveriesTable(uuidFloor(db.now()))).catch(() => null);
    const ahead =
      database === null ? false : await hasTable(db, deliveriesTable(uuidFloor(db.now() + AHEAD))).catch(() => false);
    return [
      { name: "database", ok: database !== null },
      { name: "partitions", ok: database === true && ahead },
      {
        name: "gateways",
        ok: names.length > paused.length,
        ...(paused.length > 0 && { warning: `${paused.length} of ${counted(names.length, "gateway")} paused.` }),
        ...(sandbox && paused.length === 0 && { warning: "Messages leave by the sandbox: nothing is really sent." }),
      },
    ];
  };
}
