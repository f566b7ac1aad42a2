import { openSchedules, type ScheduleModuleDeps } from "#app/service/open-schedules";
import type { RouteInfo } from "#domain/routing/routes";
import type { Installed } from "#domain/license/require";
import type { Db } from "#store/database";
import { acceptQueries } from "#store/queries/accept/accept";
import { settingsQueries } from "#store/queries/settings/settings";

import { emptyHost } from "../service/empty-host.ts";

const FOREVER = 253_402_300_799_000;

/** A license for all add-ons that never ends. */
export const everything: Installed = {
  kind: "license",
  license: { licensee: "Test", features: ["scheduling", "recurring"], issuedAt: 0, expiresAt: FOREVER },
};

const route: RouteInfo = {
  route: "default",
  gateway: "sandbox",
  gateways: ["sandbox"],
  abilities: { flash: true, media: true, credit: false, receipts: true, deduplicates: false },
  sandbox: true,
};

/** The scheduler of one node, without gateways: its work is done when messages are in the queue. */
export function schedulerNode(
  db: Db,
  installed: () => Installed = () => everything,
  platform: Partial<Pick<ScheduleModuleDeps, "host" | "monotonic">> = {},
) {
  const logged: Record<string, unknown>[] = [];
  const opened = openSchedules({
    db,
    messages: acceptQueries(db, () => undefined),
    routes: { byDefault: () => route, byName: () => null, names: () => ["sandbox"] },
    licenses: { current: async () => installed() },
    readSettings: settingsQueries(db).read,
    consentCheck: { listWithoutConsent: async () => [], declareBasis: async () => undefined },
    consentKeys: { lookup: (phone) => Buffer.from(phone) },
    host: emptyHost,
    commerce: null,
    activePhones: async () => [],
    country: null,
    monotonic: { now: () => performance.now() },
    random: Math.random,
    log: (level, message, detail) => logged.push({ level, message, ...detail }),
    due: () => opened.workerLoop.wake(),
    ...platform,
  });
  return { ...opened, logged };
}
