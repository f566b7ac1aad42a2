import { randomBytes, randomInt, randomUUID } from "node:crypto";

import type { Hono } from "hono";

import { BASE_PATH, createApp } from "#api/app";
import { healthRoutes } from "#api/health";
import { metricsMount } from "#api/metrics";
import { progressHub } from "#api/progress-hub";
import { hostRevocationsMount } from "#api/v1/people/host-revocations";
import { endpoints } from "#api/v1/index";
import type { ApiServices, Log } from "#api/services";
import { receiptsMount } from "#api/v1/gateways/receipts";
import { creditReader } from "#domain/credit/read-credit";
import { providerEventReceiver } from "#domain/inbox/receive-events";
import { eraser } from "#engine/eraser";
import { pauseWatch } from "#engine/pause-watch";
import { pruner } from "#engine/pruner";
import { rollUp } from "#engine/roll-up";
import { clockKeeper, partitionKeeper } from "#engine/upkeep";
import { newsletterSettingsOf } from "#domain/newsletter/settings";
import { isCountry } from "#domain/recipients/phone";
import { scheduleReader } from "#domain/schedules/reader";
import { secretContext } from "#domain/webhooks/endpoints";
import { webhookSender } from "#engine/webhook-sender";
import { cancellationWorker } from "#engine/cancellation-worker";
import { uuidv7 } from "#lib/ids";
import { secretBox } from "#lib/secret-box";
import { ensurePartitions } from "#store/partitions";
import { isUnavailable, lacksPartition } from "#store/pg-errors";
import { nonceQueries } from "#store/queries/platform/nonces";
import { storedNewsletterSettings } from "#store/queries/newsletter/newsletter";

import { allowedOutbound, urlOf } from "./addresses.ts";
import { clientReader } from "./client-address.ts";
import { isLoopback, type Config } from "./config.ts";
import { openEngine, type GatewayPauses } from "./open-engine.ts";
import { openConfiguredGateways } from "./open-gateways.ts";
import { openLicenses } from "./license.ts";
import { openMetrics } from "./metrics.ts";
import { openCompat, webhookHeaders } from "./open-compat.ts";
import { openCommerce } from "./open-commerce.ts";
import { openOrders } from "./open-orders.ts";
import { openCounts } from "./metrics/counts.ts";
import { createMetricHooks } from "./metrics/hooks.ts";
import { gatewayBoard, tallyKeeper } from "./gateway-board.ts";
import { lookAtMedia } from "./look-at-media.ts";
import { openNotificationBus } from "./notification-bus.ts";
import { openPages } from "./open-pages.ts";
import { openPeople } from "./open-people.ts";
import { ownOrigins } from "./own-origin.ts";
import { openPlatform } from "./open-platform.ts";
import { openQueries, noNotifications } from "./open-queries.ts";
import { openSchedules } from "./open-schedules.ts";
import { monotonic, openStore, type OpenStore } from "./open-store.ts";
import { createOutbound } from "./outbound.ts";
import { readiness } from "./readiness.ts";
import { sandboxesOf } from "./sandboxes.ts";
import { adopt, standbyReason } from "./standby.ts";
import { unreadCalls } from "./unread-calls.ts";

/** The whole service, opened: what HTTP, CLI and tests are given. */
export type Service = Awaited<ReturnType<typeof createParts>>;

/**
 * The only place where rooms meet. Opens everything a node needs; nothing is listened to and no machine runs yet.
 *
 * @param options.beside for the command line: use the database of a service that runs, and send nothing by itself
 */
export async function openService(
  config: Config,
  log: Log,
  { beside = false }: { readonly beside?: boolean } = {},
): Promise<Service> {
  const store = await openStore(config, log, { beside });
  try {
    const standby = await standbyReason(store.db, config.dataDir);
    if (!beside && standby === null) await adopt(store.db, config.dataDir);
    if (!beside && standby !== null) log("warn", "nothing is sent until: tidings restore --activate", { standby });
    return await createParts(config, log, store, { beside, standby });
  } catch (error) {
    // Open sessions and the embedded server would keep a process alive that serves nothing.
    await store.close();
    throw error;
  }
}

async function createParts(
  config: Config,
  log: Log,
  store: OpenStore,
  { beside, standby }: { readonly beside: boolean; readonly standby: string | null },
) {
  const works = config.role !== "api" && !beside && standby === null;
  const { db, key } = store;
  const answers = config.role !== "worker";
  const owner = `${process.pid}-${randomBytes(4).toString("hex")}`;
  const notifications = noNotifications();
  const clock = { now: monotonic };
  const ticks = (): number => performance.now();
  const counts = openCounts(ticks);
  const metricHooks = createMetricHooks(counts, ticks);
  const queries = openQueries(db, notifications, metricHooks);
  const { messages, receipts, newsletter, credit, groups, idempotency, messageViews, gatewayStates } = queries;
  const random = (): number => randomInt(2 ** 32) / 2 ** 32;
  const tools = { log, random };
  const country = config.country !== null && isCountry(config.country) ? config.country : null;
  const basePath = `${config.mountPrefix}${BASE_PATH}`;
  const clientOf = clientReader(config.trustedProxies);
  const ownUrl = config.publicUrl ?? urlOf(config.listen);
  const outboundAllow = allowedOutbound(config);
  const outbound = createOutbound({ allow: outboundAllow });

  const builtin = await openPeople(db, key, {
    clock,
    log,
    webhooks: () => notifications.webhooks(),
  });
  const { people } = builtin;
  const shop = openCommerce(config, builtin, { fetch: outbound.trustedFetch, random, now: clock.now });
  const { customers, commerce } = shop;
  const receiveProviderEvents = providerEventReceiver({
    receipts,
    inbox: queries.inbox,
    newsletter,
    unitOfWork: db,
    country,
    sharesIds: (name) => gateways.sharesIds(name),
  });
  await gatewayStates.refresh();
  const others = { notify: (_bell: string) => {} };
  const { host, forget } = openPlatform(config, {
    builtin: builtin.host,
    sessionOf: people.sessionOf,
    outbound,
    clock,
    time: db,
    nonces: nonceQueries(db),
    log,
    revoked: () => others.notify("principals"),
  });
  const pauses: GatewayPauses = {
    isPaused: (name) => gatewayStates.paused().has(name),
    all: gatewayStates.paused,
    async pause(...args) {
      await gatewayStates.pause(...args);
      others.notify("pauses");
    },
  };
  const gateways = openConfiguredGateways(config, {
    fetch: outbound.trustedFetch,
    random,
    key: key.derive("receipts"),
    events: receiveProviderEvents,
    log,
    // A worker's own address takes no receipts.
    publicUrl: config.publicUrl ?? (answers && isLoopback(config.listen.host) ? ownUrl : null),
    basePath,
    sends: works,
  });
  // Calls that the platform passes on find the names of its roles known.
  if (host.managedBy && answers && !beside) void host.roles([]).catch(() => undefined);
  const box = secretBox(key.derive("webhook-secrets"));
  const sender = webhookSender({
    queue: queries.webhookQueue,
    fetch: outbound.fetch,
    unseal: (sealed, id) => box.open(sealed, secretContext(id)),
    ...webhookHeaders(config),
    clock: db,
    random,
    log,
  });
  const cancellations = cancellationWorker({
    store: queries.cancellations,
    owner,
    clock: db,
    ...tools,
  });
  const erasing = eraser({ store: queries.erasures, owner, ...tools });
  const licenses = openLicenses(config, key, { db, clock });
  const schedules = openSchedules({
    db,
    messages,
    licenses,
    host,
    commerce,
    country,
    random,
    log,
    routes: gateways.routes,
    activePhones: groups.activePhones,
    due: () => notifications.schedules(),
  });
  const orders = openOrders({
    db,
    shop,
    messages,
    routes: gateways.routes,
    sender: config.sender,
    country,
    timeZone: () => config.timeZone,
    webhooks: () => notifications.webhooks(),
    apiUrl: `${ownUrl}${basePath}`,
    log,
    random,
  });
  const progress = progressHub({ messageViews, clock, log });
  const pauseWatcher = pauseWatch(gatewayStates, tools);
  const partitions = partitionKeeper(() => ensurePartitions(db.pool, db.now()), tools);
  const tallies = tallyKeeper(counts, queries.gatewayTallies, { ...tools, clock: db });
  const engine = openEngine({
    owner,
    works,
    queue: queries.queue,
    throttles: queries.throttles,
    routingStore: queries.routingStore,
    receipts,
    fanOuts: queries.fanOuts,
    gateways: { ...gateways, gateways: metricHooks.gateways(gateways.gateways) },
    pauses,
    host,
    commerce,
    country,
    clock: db,
    random,
    log,
    others: [
      sender,
      schedules.workerLoop,
      ...orders.workerLoops,
      cancellations,
      erasing,
      rollUp(queries.rollUps, tools),
      pruner(queries.pruning, config.keep, { ...tools, clock: db }),
    ],
    everywhere: [pauseWatcher, partitions, clockKeeper(db.syncClock, tools), tallies],
    passOn: () => others.notify("dispatch"),
  });
  const ownNotifications: Record<string, () => void> = {
    ...engine.wake,
    webhooks: sender.wake,
    cancellations: cancellations.wake,
    schedules: schedules.workerLoop.wake,
    erasures: erasing.wake,
  };
  // A node that works rings for itself; one that does not rings for those that do.
  for (const [name, own] of Object.entries(ownNotifications)) {
    Object.assign(notifications, { [name]: works ? own : () => others.notify(name) });
  }

  const routes = endpoints({
    managedBy: host.managedBy,
    messages,
    schedules: schedules.ports,
    host,
    people,
    customers,
    ...orders.services,
    country,
    base: basePath,
    groups,
    idempotency,
    webhooks: queries.webhooks,
    gate: outbound,
    box,
    newId: () => uuidv7(db.now()),
    newsletter,
    unitOfWork: db,
    newsletterSettings: async () => newsletterSettingsOf(await storedNewsletterSettings(db)),
    randomBytes,
    codeKey: key.derive("opt-in-code"),
    routes: gateways.routes,
    stranded: queries.stranded,
    credit,
    readCredit: creditReader({
      store: credit,
      clock,
      log,
      sources: gateways.gateways.map(({ name, gateway }) => ({
        name,
        ...(gateway.credit && { credit: () => gateway.credit!() }),
      })),
    }),
    book: queries.book,
    privacy: queries.privacy,
    erasures: queries.erasures,
    messageViews,
    messageControl: queries.messageControl,
    progress,
    outbox: queries.outbox,
    clock,
    timeZone: () => config.timeZone,
    // The phones are in the memory of the node that sends.
    inbox: queries.inbox,
    lookAtMedia: lookAtMedia(outbound.fetch),
    board: gatewayBoard(gateways, gatewayStates, queries.gatewayTallies, engine.healthOf),
    sandboxes: works ? sandboxesOf(gateways) : [],
    sender: config.sender,
    standby,
    hasCommerce: commerce !== null,
    checkUrl: outbound.check,
    readSchedule: scheduleReader({ zone: config.timeZone, clock: db }),
  });
  const services: ApiServices = {
    host,
    idempotency,
    clientOf,
    isOwnOrigin: ownOrigins([ownUrl, urlOf(config.listen)]),
    sessionOf: host.sessionOf ?? (async () => null),
    isDatabaseDown(error) {
      if (lacksPartition(error)) partitions.wake();
      return isUnavailable(error);
    },
    newRequestId: () => `req_${randomUUID().replaceAll("-", "")}`,
    observe: counts.call,
    log,
    docsUrl: config.mountPrefix === "" ? `${ownUrl}/docs/errors` : `${config.publicUrl ?? ""}${basePath}/docs/errors`,
  };
  const health = healthRoutes(
    basePath,
    { role: config.role },
    readiness({ db, store, gateways, stranded: queries.stranded, pauses, works, licenses, standby }),
  );
  const gatewayNames = gateways.routes.names();
  const resolvedRoutes = gateways.routing.resolvedRoutes.map(({ route }) => route);
  const metrics = openMetrics({
    counts,
    gateways: gatewayNames,
    resolvedRoutes,
    isPaused: pauses.isPaused,
    db,
    now: ticks,
  });
  const { byName: gatewayOf, isReceiptToken: isToken } = gateways;
  const unread = unreadCalls(counts, { log, now: ticks });
  const receiptServices = {
    ...services,
    base: basePath,
    publicUrl: ownUrl,
    gatewayOf,
    isToken,
    receiveProviderEvents,
    unread,
  };
  const pages = openPages(config, key, { ...services, people, country, managedBy: host.managedBy, ownUrl, basePath });
  const app: Hono = createApp(answers ? routes : [], services, {
    mountPrefix: config.mountPrefix,
    frequent: answers ? [receiptsMount(receiptServices)] : [],
    ...(answers && { notFound: pages.notFound }),
    mounts: answers
      ? [
          health,
          metricsMount(basePath, metrics, services),
          hostRevocationsMount(basePath, services),
          ...orders.mounts({ ...services, base: basePath }),
          ...openCompat(config, {
            ...schedules.ports,
            db,
            people,
            outbound,
            hasCommerce: commerce !== null,
            ownUrl,
            endpoints: routes,
            services,
          }),
          ...pages.mounts,
        ]
      : [health],
  });
  const line = openNotificationBus(config, {
    self: owner,
    works,
    log,
    random,
    own: { ...ownNotifications, dispatch: engine.heard },
    everywhere: { pauses: pauseWatcher.wake, principals: forget },
  });
  others.notify = line.notify;

  return {
    app,
    services,
    /** Why nothing is sent from here; null: it is. */
    standby,
    /** /metrics for a listener of its own. */
    metricsApp: metrics.app,
    routes,
    /** What stands before the path of a route: "/svc/v1" behind the mount prefix. */
    basePath,
    outboundAllow,
    engine,
    /** Live views of messages: they end before the service waits for its last calls. */
    progress,
    people,
    /** null: the service keeps its users itself. */
    managedBy: host.managedBy ?? null,
    gateways,
    licenses,
    store,
    /** Ends in the order of dependence: no new work, what is in flight, connections, the database. */
    async close() {
      progress.close();
      await engine.stop();
      await line.close();
      await builtin.host.settled();
      await gateways.close();
      await outbound.close();
      await store.close();
    },
  };
}
