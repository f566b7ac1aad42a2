import { creditWatch } from "#engine/credit-watch";
import { consentSealer } from "#engine/consent-sealer";
import { bounceWatch } from "#engine/bounce-watch";
import type { NotifyDeps } from "#domain/alerts/notify";
import type { NewsletterDeps } from "#domain/newsletter/subscribe";
import { formRequests } from "#engine/form-requests";
import { dueWatch } from "#engine/due-watch";
import { eraser } from "#engine/eraser";
import { startInTurn, type LoopDeps, type WorkerLoop } from "#engine/worker-loop";
import { jobRunner } from "#engine/job-runner";
import { inboundPartWatch } from "#engine/inbound-part-watch";
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

import { tallyKeeper } from "./gateways/gateway-board.ts";
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
import type { Topic } from "./notification-bus.ts";
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

/** A worker loop, with the notification that wakes it. */
type Woken = readonly [workerLoop: WorkerLoop, by?: Topic];

/** Work besides sending: schedules, webhooks, orders, cancellations, erasures, and the maintenance of each node. */
export function openBackground(node: Node, storage: Storage, directory: Directory, sending: Sending): Background {
  const { key, queries } = storage;
  const tools: LoopDeps = { log: node.log, random: node.random };
  const parts = {
    schedules: schedulesOf(node, storage, directory, sending),
    orders: ordersOf(node, storage, directory, sending),
    alerts: openAlerts(node, storage, directory, sending),
    newsletter: openNewsletter(node, storage, sending),
    box: secretBox(key.derive("webhook-secrets")),
    importBox: secretBox(key.derive("imports")),
  };
  const jobKinds = openJobKinds(queries, { box: parts.importBox, unitOfWork: storage.db, now: storage.db.now });
  const schema = schemaWatch(() => schemaState(storage.db.pool), storage.store.schema, tools);
  const partitions = partitionKeeper(() => ensurePartitions(storage.db.pool, storage.db.now()), tools);
  // The order of shutdown.
  const stages: readonly (readonly Woken[])[] = [
    storage.works
      ? [
          ...jobLoops(node, storage, directory, { ...parts, jobKinds }, tools),
          [dueWatch(queries.dueWork, node.bus.receive, tools)],
          ...watchLoops(node, storage, sending, tools),
          [parts.alerts.watch, "alerts"],
          [parts.alerts.sender, "alerts"],
        ]
      : [],
    [[sending.setup], [schema.workerLoop], [partitions], ...nodeLoops(node, storage, tools)],
  ];
  for (const [workerLoop, topic] of stages.flat()) if (topic) node.bus.subscribe(topic, workerLoop.wake);
  let endStart = (): void => undefined;
  return {
    ...parts,
    schedules: parts.schedules.ports,
    alerts: parts.alerts.services,
    jobKinds,
    wakePartitions: partitions.wake,
    outdated: schema.outdated,
    start() {
      endStart = startInTurn(stages.flat().map(([workerLoop]) => workerLoop));
    },
    async stop() {
      endStart();
      for (const stage of stages) await Promise.all(stage.map(([workerLoop]) => workerLoop.stop()));
    },
  };
}

/** Loops that run jobs which a caller requested or whose time has come. */
function jobLoops(
  { config, owner }: Node,
  { db, queries }: Storage,
  { outbound }: Directory,
  {
    schedules,
    orders,
    newsletter,
    box,
    jobKinds,
  }: {
    readonly schedules: OpenSchedules;
    readonly orders: OpenOrders;
    readonly newsletter: NewsletterDeps;
    readonly box: SecretBox;
    readonly jobKinds: readonly JobKind[];
  },
  tools: LoopDeps,
): readonly Woken[] {
  const { formRequests: requests } = queries;
  const sender = webhookSender({
    queue: queries.webhookQueue,
    fetch: outbound.fetch,
    unseal: (sealed, id) => box.open(sealed, secretContext(id)),
    ...webhookHeaders(config),
    clock: db,
    ...tools,
  });
  return [
    [sender, "webhooks"],
    [schedules.workerLoop, "schedules"],
    ...orders.workerLoops.map((workerLoop): Woken => [workerLoop]),
    [cancellationWorker({ store: queries.cancellations, owner, clock: db, ...tools }), "cancellations"],
    [eraser({ store: queries.erasures, owner, ...tools }), "erasures"],
    [consentSealer({ store: queries.consents.sealing, owner, ...tools }), "consents"],
    [jobRunner({ store: queries.jobs, kinds: jobKinds, owner, ...tools }), "jobs"],
    [formRequests({ ...newsletter, formRequests: requests }, tools), "forms"],
  ];
}

/** Upkeep, on every node that sends. */
function watchLoops(
  { config }: Node,
  { db, store, queries }: Storage,
  { gateways, passOnOverdue, spendRules, readCredit }: Sending,
  tools: LoopDeps,
): readonly Woken[] {
  const kept = async () => keptBy(await queries.settings.read(retentionSection), config.keep);
  return [
    [rollUp(queries.rollUps, tools), "rollUps"],
    [membershipCountKeeper(queries.membershipCounts, tools)],
    [bounceWatch(queries.bounces, tools), "bounces"],
    [inboundPartWatch({ passOn: passOnOverdue, forgetOld: queries.inboundParts.forgetOld }, tools), "inboundParts"],
    [creditWatch({ rules: spendRules, gateways: gateways.withCredit, readCredit, holds: queries.holds, ...tools })],
    [pruner(queries.pruning, kept, { ...tools, clock: db })],
    [indexKeeper(store, tools)],
  ];
}

/** Loops that every node runs for itself. */
function nodeLoops(node: Node, { db, queries }: Storage, tools: LoopDeps): readonly Woken[] {
  const requests = requestLogWriter({
    recorder: node.requests,
    store: queries.requestLog,
    readSettings: () => queries.settings.read(requestLogSection),
    clock: node.clock,
    ...tools,
  });
  return [
    [pauseWatch(queries.gatewayStates, tools), "pauses"],
    [clockKeeper(db.syncClock, tools)],
    [tallyKeeper(node.counts, queries.gatewayTallies, { ...tools, clock: db })],
    // What a command calls in its own process is not in the log.
    ...(node.answers && !node.forCommand ? [[requests] as const] : []),
  ];
}

function schedulesOf(
  { bus, clock, country, random, log }: Node,
  { db, queries, licenses }: Storage,
  { host, shop }: Directory,
  { gateways }: Sending,
): OpenSchedules {
  return openSchedules({
    db,
    messages: queries.messages,
    licenses,
    readSettings: queries.settings.read,
    consentKeys: queries.consents.keys,
    consentCheck: queries.consentCheck,
    host,
    commerce: shop.commerce,
    country,
    monotonic: clock,
    random,
    log,
    routes: gateways.routes,
    activePhones: queries.groups.activePhones,
    due: () => bus.publish("schedules"),
  });
}

function ordersOf(
  { config, bus, country, random, log, ownUrl, basePath }: Node,
  { db, queries }: Storage,
  { shop }: Directory,
  { gateways }: Sending,
): OpenOrders {
  return openOrders({
    db,
    shop,
    messages: queries.messages,
    routes: gateways.routes,
    sender: config.sender,
    country,
    timeZone: () => config.timeZone,
    webhooks: () => bus.publish("webhooks"),
    apiUrl: `${ownUrl}${basePath}`,
    log,
    random,
  });
}
