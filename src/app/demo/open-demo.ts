import { operator } from "#domain/users/granting";
import type { Log } from "#lib/log";
import { rollUpQueries } from "#store/queries/messages/rollups";

import type { Config } from "../config/config.ts";
import { callsOf, otherSettingsOf, requireSame, sendsOf, type Operator } from "../operator.ts";
import { shownAddress } from "../running-service.ts";
import { openService, type Service } from "../service/open-service.ts";

/** The principal that creates the demo's objects, by which they are found again. */
export const DEMO_PRINCIPAL = "demo";

/** The service for making or removing the demo. No worker runs here. */
export type DemoService = Pick<Operator, "call" | "sends"> & {
  readonly service: Service;
  readonly db: Service["store"]["db"];
  /** Address of the console. */
  readonly console: string;
  /** Adds what was counted to the roll-ups, as a worker does each second. */
  fold(): Promise<void>;
  close(): Promise<void>;
};

export async function openDemo(config: Config, log: Log): Promise<DemoService> {
  const service = await openService(config, log, { forCommand: true });
  try {
    // The gateways that the demo requires to be sandboxes are those of the service.
    requireSame(await otherSettingsOf(config, service));
  } catch (error) {
    await service.close();
    throw error;
  }
  const { db } = service.store;
  const caller = { ...operator, principal: DEMO_PRINCIPAL, username: DEMO_PRINCIPAL };
  const rollUps = rollUpQueries(db, () => config.timeZone);
  return {
    ...callsOf(service, caller),
    service,
    db,
    console: `${shownAddress(config)}${service.basePath.replace(/\/svc\/v1$/, "")}/`,
    sends: () => sendsOf(config, service),
    async fold() {
      for (const fold of [rollUps.fold, rollUps.foldProgress, rollUps.foldStats]) {
        while ((await fold(AT_ONCE)) > 0);
      }
    },
    close: service.close,
  };
}

const AT_ONCE = 20_000;
