import { alertSection } from "#domain/alerts/alert-settings";
import type { NotifyDeps } from "#domain/alerts/notify";
import type { AlertRule } from "#domain/alerts/rule";
import { codesUnverified } from "#domain/alerts/kinds/codes-unverified";
import { creditLow } from "#domain/alerts/kinds/credit-low";
import { gatewayIdle } from "#domain/alerts/kinds/gateway-idle";
import { gatewayRefuses } from "#domain/alerts/kinds/gateway-refuses";
import { gatewayStopped } from "#domain/alerts/kinds/gateway-stopped";
import { licenseEnding } from "#domain/alerts/kinds/license-ending";
import { queueLate } from "#domain/alerts/kinds/queue-late";
import { spendCapReached } from "#domain/alerts/kinds/spend-cap-reached";
import { roleGone } from "#domain/alerts/kinds/role-gone";
import { runFailed } from "#domain/alerts/kinds/run-failed";
import { schedulePaused } from "#domain/alerts/kinds/schedule-paused";
import { webhookDisabled } from "#domain/alerts/kinds/webhook-disabled";
import { guardSection } from "#domain/guard/guard-settings";
import { unverifiedCountries } from "#domain/guard/unverified-countries";
import { alertSender } from "#engine/alert-sender";
import { alertWatch } from "#engine/alert-watch";
import type { WorkerLoop } from "#engine/worker-loop";
import { failedRuns } from "#store/queries/schedules/failed-runs";
import { ownerlessSchedules } from "#store/queries/schedules/ownerless";
import { scheduledRoles } from "#store/queries/schedules/scheduled-roles";
import { readBacklog } from "#store/queries/queue/backlog";

import { smtpMailer } from "../mail/smtp-mailer.ts";
import { creditUpdates } from "./gateways/credit-updates.ts";
import { queueRoutes } from "./gateways/queue-routes.ts";
import type { Directory } from "./directory.ts";
import type { Node } from "./node.ts";
import type { Sending } from "./sending.ts";
import type { Storage } from "./storage.ts";

export type OpenAlerts = {
  readonly watch: WorkerLoop;
  readonly sender: WorkerLoop;
  /** What sending to the recipients needs. */
  readonly services: NotifyDeps;
};

/** Alerts: what is checked, and how recipients are notified. */
export function openAlerts(
  node: Node,
  storage: Storage,
  { host }: Pick<Directory, "host">,
  sending: Sending,
): OpenAlerts {
  const { config, log, random, owner, country } = node;
  const { db, queries } = storage;
  const { gateways, pauses } = sending;
  const { names } = gateways.routes;
  const services: NotifyDeps = {
    alerts: queries.alerts,
    unitOfWork: db,
    readSettings: queries.settings.read,
    mailer: config.mail && smtpMailer(config.mail.server, config.mail.from),
    publicUrl: config.publicUrl && `${config.publicUrl}${config.mountPrefix}`,
    clock: db,
    random,
    messages: queries.messages,
    country,
    routes: gateways.routes,
    sending: () => names().filter((name) => !pauses.isPaused(name)),
    spendRules: sending.spendRules,
    spending: queries.spending,
    credit: queries.credit,
    now: db.now,
    timeZone: () => config.timeZone,
    sender: config.sender,
  };
  const rules = alertRules(node, storage, host, sending, services);
  const { settings } = queries;
  const tools = { log, random };
  return {
    watch: alertWatch({ store: queries.alerts.checks, rules, readSettings: settings.read, owner, clock: db, ...tools }),
    sender: alertSender({ ...services, ...tools, owner }),
    services,
  };
}

function alertRules(
  { config, log, ticks }: Node,
  { db, queries, licenses }: Storage,
  host: Directory["host"],
  { gateways, engine, readCredit }: Sending,
  services: NotifyDeps,
): readonly AlertRule[] {
  const { settings, guardStore, gatewayStates, gatewayTallies, status } = queries;
  const { names } = gateways.routes;
  const minutes = async (): Promise<number> => (await settings.read(alertSection)).queueMinutes;
  const records = (): ReturnType<typeof gatewayTallies.records> => gatewayTallies.records();
  const clock = db;
  const updateCredit = creditUpdates({ gateways: gateways.withCredit, readCredit, ticks, log });
  return [
    gatewayStopped({ states: gatewayStates, gateways: names, clock }),
    gatewayIdle({
      sending: services.sending,
      records,
      async oldestFor(name) {
        const routes = [...new Set([name, ...gateways.routing.servedAlone(name, engine.healthOf)])];
        const { priorities } = await readBacklog(db, routes);
        return Math.max(0, ...priorities.map(({ oldest }) => oldest));
      },
      minutes,
      clock,
    }),
    gatewayRefuses({ refusals: gatewayTallies.refusals, gateways: names }),
    creditLow({
      async credits() {
        const { creditDays } = await settings.read(alertSection);
        if (creditDays > 0) updateCredit();
        return status.credits();
      },
      gateways: names,
      spendRules: services.spendRules,
      days: async () => (await settings.read(alertSection)).creditDays,
      clock,
    }),
    webhookDisabled({ webhooks: () => queries.webhooks.list() }),
    licenseEnding({ current: licenses.current, source: licenses.source, clock }),
    codesUnverified({ unverified: unverifiedCountries(guardStore, () => settings.read(guardSection)) }),
    queueLate({
      waiting: async () => (await readBacklog(db, queueRoutes(gateways))).priorities,
      records,
      minutes,
      clock,
    }),
    runFailed({ failed: () => failedRuns(db) }),
    schedulePaused({ paused: () => ownerlessSchedules(db) }),
    roleGone({
      scheduled: () => scheduledRoles(db),
      listed: async () => (await host.listRoles?.())?.map(({ name }) => name) ?? null,
      clock,
    }),
    spendCapReached({
      spendRules: services.spendRules,
      spending: queries.spending,
      timeZone: () => config.timeZone,
      clock,
    }),
  ];
}
