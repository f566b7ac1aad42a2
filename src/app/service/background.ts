import { creditWatch } from "#engine/credit-watch";
import { consentSealer } from "#engine/consent-sealer";
import { bounceWatch } from "#engine/bounce-watch";
import type { NotifyDeps } from "#domain/alerts/notify";
import type { NewsletterDeps } from "#domain/newsletter/subscribe";
import { formRequests } from "#engine/form-requests";
import { eraser } from "#engine/eraser";
import { startInTurn, type WorkerLoop } from "#engine/worker-loop";
import { jobRunner } from "#engine/job-runner";
import { pauseWatch } from "#engine/pause-watch";
import { pruner } from "#engine/pruner";
import { requestLogWriter } from "#engine/request-log-writer";
import { rollUp } from "#engine/roll-up";
import { clockKeeper, membershipCountKeeper, partitionKeeper } from "#engine/upkeep";
import { webhookSender } from "#engine/webhook-sender";
import { cancellationWorker } from "#engine/cancellation-worker";
import { keptBy, retentionSection } from "#domain/privacy/retention-settings";
import type { JobKind } from "#domain/jobs/job-kind";
import { requestLogSection } from "#domain/requests/request-log-settings";
import { secretContext } from "#domain/webhooks/endpoints";
import { secretBox, type SecretBox } from "#lib/secret-box";
import { schemaState } from "#store/migrate";
import { ensurePartitions } from "#store/partitions";

import { tallyKeeper } from "./gateway-board.ts";
import { indexKeeper } from "./index-keeper.ts";
import { webhookHeaders } from "./open-compat.ts";
import { openAlerts } from "./open-alerts.ts";
import { openJobKinds } from "./open-job-kinds.ts";
import { openNewsletter } from "./open-newsletter.ts";
import { openOrders, type OpenOrders } from "./open-orders.ts";
import { openSchedules, type OpenSchedules } from "./open-schedules.ts";
import { schemaWatch } from "./schema-watch.ts";
import type { Directory } from "./directory.ts";
import type { Node } from "./node.ts";
import type { Sending } from "./sending.ts";
import type { Storage } from "./storage.ts";

export type Background = {
  readonly schedules: OpenSchedules["ports"];
  /** What callers may start as a job. */
  readonly jobKinds: readonly JobKind[];
  readonly orders: Pick<OpenOrders, "services" | "mounts">;
  /** Seals the secrets of webhooks. */
  readonly box: SecretBox;
  readonly newsletter: NewsletterDeps;
  /** What sending to the recipients of alerts needs. */
  readonly alerts: NotifyDeps;
  /** Seals the keys of files to import. */
  readonly importBox: SecretBox;
  /** A partition is missing and must be created now. */
  readonly wakePartitions: () => void;
  /** Resolves once this node is too old for the schema. */
  readonly outdated: Promise<void>;
  start(): void;
  stop(): Promise<void>;
};

/** Work besides sending: schedules, webhooks, orders, cancellations, erasures, and the maintenance of each node. */
export function openBackground(
  node: Node,
  storage: Storage,
  { outbound, host, shop }: Directory,
  sending: Sending,
): Background {
  const { gateways, setup, spendRules, readCredit } = sending;
  const { config, log, random, bus, owner, country } = node;
  const { db, key, queries, licenses, works } = storage;
  const { messages, groups } = queries;
  const { commerce } = shop;
  const { routes } = gateways;
  const tools = { log, random };
  const box = secretBox(key.derive("webhook-secrets"));
  const importBox = secretBox(key.derive("imports"));
  const schedules = openSchedules({
    db,
    messages,
    licenses,
    readSettings: queries.settings.read,
    host,
    commerce,
    country,
    random,
    log,
    routes,
    activePhones: groups.activePhones,
    due: () => bus.publish("schedules"),
  });
  const orders = openOrders({
    db,
    shop,
    messages,
    routes,
    sender: config.sender,
    country,
    timeZone: () => config.timeZone,
    webhooks: () => bus.publish("webhooks"),
    apiUrl: `${node.ownUrl}${node.basePath}`,
    log,
    random,
  });
  const sender = webhookSender({
    queue: queries.webhookQueue,
    fetch: outbound.fetch,
    unseal: (sealed, id) => box.open(sealed, secretContext(id)),
    ...webhookHeaders(config),
    clock: db,
    ...tools,
  });
  const cancellations = cancellationWorker({ store: queries.cancellations, owner, clock: db, ...tools });
  const erasing = eraser({ store: queries.erasures, owner, ...tools });
  const sealing = consentSealer({ store: queries.consents.sealing, owner, ...tools });
  const jobKinds = openJobKinds(queries, { box: importBox, now: db.now });
  const jobs = jobRunner({ store: queries.jobs, kinds: jobKinds, owner, ...tools });
  const newsletter = openNewsletter(node, storage, sending);
  const forms = formRequests(
    { ...newsletter, formRequests: queries.formRequests, consentRepository: queries.consentRepository },
    tools,
  );
  const alerts = openAlerts(node, storage, sending);
  const pauseWatcher = pauseWatch(queries.gatewayStates, tools);
  const schema = schemaWatch(() => schemaState(db.pool), storage.store.schema, tools);
  const partitions = partitionKeeper(() => ensurePartitions(db.pool, db.now()), tools);
  const working: readonly WorkerLoop[] = [
    sender,
    schedules.workerLoop,
    ...orders.workerLoops,
    cancellations,
    erasing,
    sealing,
    jobs,
    forms,
    rollUp(queries.rollUps, tools),
    membershipCountKeeper(queries.membershipCounts, tools),
    bounceWatch(queries.bounces, tools),
    creditWatch({
      rules: spendRules,
      gateways: () => gateways.gateways.filter(({ gateway }) => gateway.credit).map(({ name }) => name),
      readCredit,
      holds: queries.holds,
      ...tools,
    }),
    alerts.watch,
    alerts.sender,
    pruner(queries.pruning, async () => keptBy(await queries.settings.read(retentionSection), config.keep), {
      ...tools,
      clock: db,
    }),
    indexKeeper(storage.store, tools),
  ];
  const everywhere: readonly WorkerLoop[] = [
    pauseWatcher,
    setup,
    schema.workerLoop,
    partitions,
    clockKeeper(db.syncClock, tools),
    tallyKeeper(node.counts, queries.gatewayTallies, { ...tools, clock: db }),
    ...(node.answers
      ? [
          requestLogWriter({
            recorder: node.requests,
            store: queries.requestLog,
            readSettings: () => queries.settings.read(requestLogSection),
            clock: node.clock,
            ...tools,
          }),
        ]
      : []),
  ];
  let endStart = (): void => undefined;
  // The order of shutdown.
  const stages = works ? [working, everywhere] : [everywhere];
  if (works) {
    bus.subscribe("webhooks", sender.wake);
    bus.subscribe("cancellations", cancellations.wake);
    bus.subscribe("schedules", schedules.workerLoop.wake);
    bus.subscribe("erasures", erasing.wake);
    bus.subscribe("jobs", jobs.wake);
    bus.subscribe("forms", forms.wake);
    bus.subscribe("alerts", alerts.sender.wake);
    // Whoever makes a check due need not wait for the next poll.
    bus.subscribe("alerts", alerts.watch.wake);
  }
  bus.subscribe("pauses", pauseWatcher.wake);
  return {
    schedules: schedules.ports,
    jobKinds,
    orders,
    box,
    newsletter,
    alerts: alerts.services,
    importBox,
    wakePartitions: partitions.wake,
    outdated: schema.outdated,
    start() {
      endStart = startInTurn(stages.flat());
    },
    async stop() {
      endStart();
      for (const stage of stages) await Promise.all(stage.map((workerLoop) => workerLoop.stop()));
    },
  };
}
