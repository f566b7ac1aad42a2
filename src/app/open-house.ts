import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";

import type { Hono } from "hono";

import { BASE_PATH, createApp } from "#api/app";
import { healthRoutes } from "#api/health";
import { metricsMount } from "#api/metrics";
import { profilePages } from "#api/pages/profile";
import { progressHub } from "#api/progress-hub";
import { endpoints } from "#api/v1/index";
import { referencePages } from "#api/pages/reference";
import type { ApiServices, Log } from "#api/services";
import { receiptsMount } from "#api/v1/receipts";
import type { SandboxServices } from "#api/v1/sandbox-messages";
import { creditReader } from "#domain/credit/read-credit";
import { newsReceiver } from "#domain/inbox/receive-news";
import { pauseWatch } from "#engine/pause-watch";
import { pruner } from "#engine/pruner";
import { rollUp } from "#engine/roll-up";
import { clockKeeper, partitionKeeper } from "#engine/upkeep";
import { phoneOf } from "#gateways/sandbox";
import { creditQueries } from "#store/queries/credit";
import { gatewayStateQueries } from "#store/queries/gateway-states";
import { inboxQueries } from "#store/queries/inbox";
import { messageControlQueries } from "#store/queries/message-control";
import { messageViewQueries } from "#store/queries/message-view";
import { outboxQueries } from "#store/queries/outbox";
import { pruningQueries } from "#store/queries/pruning";
import { rollUpQueries } from "#store/queries/rollups";
import { laneOf } from "#domain/messages/message";
import { deliveryOf } from "#domain/messages/reference";
import { newsletterSettingsOf } from "#domain/newsletter/settings";
import { isCountry } from "#domain/recipients/phone";
import { scheduleReader } from "#domain/schedules/reader";
import { secretContext } from "#domain/webhooks/endpoints";
import { GIVE_UP_ENDPOINT_MS } from "#domain/webhooks/retry-plan";
import { webhookSender } from "#engine/webhook-sender";
import { withdrawer } from "#engine/withdrawer";
import { uuidv7 } from "#lib/ids";
import { secretBox } from "#lib/secret-box";
import { ensurePartitions } from "#store/partitions";
import { isUnavailable, lacksPartition } from "#store/pg-errors";
import { acceptQueries } from "#store/queries/accept";
import { fanOutQueries } from "#store/queries/fan-out";
import { groupQueries } from "#store/queries/groups";
import { idempotencyQueries } from "#store/queries/idempotency";
import { newsletterQueries, storedNewsletterSettings } from "#store/queries/newsletter";
import { queueQueries } from "#store/queries/queue";
import { receiptQueries } from "#store/queries/receipts";
import { throttleQueries } from "#store/queries/throttle";
import { webhookQueueQueries } from "#store/queries/webhook-queue";
import { webhookQueries } from "#store/queries/webhooks";
import { withdrawalQueries } from "#store/queries/withdrawals";

import { allowedOutbound, urlOf } from "./addresses.ts";
import { clientReader } from "./client-address.ts";
import { isLoopback, type Config } from "./config.ts";
import { openEngine, type GatewayPauses } from "./open-engine.ts";
import { openConfiguredGateways, type OpenGateways } from "./open-gateways.ts";
import { openLicences } from "./licence.ts";
import { openMetrics } from "./metrics.ts";
import { openCounts } from "./metrics-counts.ts";
import { metricTaps } from "./metrics-taps.ts";
import { openLine } from "./open-line.ts";
import { openPeople } from "./open-people.ts";
import { openSchedules } from "./open-schedules.ts";
import { monotonic, openStore, type OpenStore } from "./open-store.ts";
import { createOutbound } from "./outbound.ts";
import { readiness } from "./readiness.ts";
import { adopt, standbyReason } from "./standby.ts";
import { loadSecretKey, type SecretKey } from "./secret-key.ts";

/** The whole service, opened: what HTTP, CLI and tests are given. */
export type House = Awaited<ReturnType<typeof furnish>>;

/**
 * The only place where rooms meet. Opens everything a node needs; nothing is listened to and no machine runs yet.
 *
 * @param options.beside for the command line: use the database of a service that runs, and send nothing by itself
 */
export async function openHouse(
  config: Config,
  log: Log,
  { beside = false }: { readonly beside?: boolean } = {},
): Promise<House> {
  const key = await loadSecretKey(config.secretKey, config.dataDir);
  const store = await openStore(config, key, log, { beside });
  try {
    const standby = await standbyReason(store.db, config.dataDir);
    if (!beside && standby === null) await adopt(store.db, config.dataDir);
    if (!beside && standby !== null) log("warn", "nothing is sent until: tidings restore --activate", { standby });
    return await furnish(config, log, key, store, { beside, standby });
  } catch (error) {
    // Open sessions and the embedded server would keep a process alive that serves nothing.
    await store.close();
    throw error;
  }
}

async function furnish(
  config: Config,
  log: Log,
  key: SecretKey,
  store: OpenStore,
  { beside, standby }: { readonly beside: boolean; readonly standby: string | null },
) {
  const works = config.role !== "api" && !beside && standby === null;
  const { db } = store;
  const answers = config.role !== "worker";
  const owner = `${process.pid}-${randomBytes(4).toString("hex")}`;
  const bells = {
    dispatch: () => {},
    fanOut: () => {},
    receipts: () => {},
    webhooks: () => {},
    withdrawals: () => {},
    schedules: () => {},
  };
  const clock = { now: monotonic };
  const ticks = (): number => performance.now();
  const counts = openCounts(ticks);
  const taps = metricTaps(counts, ticks);
  const random = (): number => randomInt(2 ** 32) / 2 ** 32;
  const tools = { log, random };
  const country = config.country !== null && isCountry(config.country) ? config.country : null;
  const basePath = `${config.mountPrefix}${BASE_PATH}`;
  const clientOf = clientReader(config.trustedProxies);
  const ownUrl = config.publicUrl ?? urlOf(config.listen);
  const outboundAllow = allowedOutbound(config);
  const outbound = createOutbound({ allow: outboundAllow });

  const { host, people, customers, commerce } = await openPeople(db, key, {
    clock,
    log,
    webhooks: () => bells.webhooks(),
  });
  const receipts = receiptQueries(db, {
    deliveryOf,
    stored: () => bells.receipts(),
    hooked: () => bells.webhooks(),
  });
  const newsletter = newsletterQueries(db, () => bells.webhooks());
  const receiveNews = newsReceiver({
    receipts,
    inbox: inboxQueries(db, () => bells.webhooks()),
    newsletter,
    country,
  });
  const states = gatewayStateQueries(db, () => bells.webhooks());
  await states.refresh();
  const others = { ring: (_bell: string) => {} };
  const pauses: GatewayPauses = {
    isPaused: (name) => states.paused().has(name),
    async pause(...args) {
      await states.pause(...args);
      others.ring("pauses");
    },
  };
  const gateways = openConfiguredGateways(config, {
    fetch: outbound.trustedFetch,
    random,
    key: key.derive("receipts"),
    news: receiveNews,
    log,
    // A worker's own address takes no receipts.
    publicUrl: config.publicUrl ?? (answers && isLoopback(config.listen.host) ? ownUrl : null),
    basePath,
    sends: works,
  });
  const groups = groupQueries(db);
  const idempotency = idempotencyQueries(db);
  const credit = creditQueries(db);
  const box = secretBox(key.derive("webhook-secrets"));
  const sender = webhookSender({
    queue: webhookQueueQueries(db, GIVE_UP_ENDPOINT_MS),
    fetch: outbound.fetch,
    unseal: (sealed, id) => box.open(sealed, secretContext(id)),
    clock: db,
    random,
    log,
  });
  const messages = taps.messages(
    acceptQueries(db, laneOf, (resolving) => {
      bells.dispatch();
      if (resolving) bells.fanOut();
    }),
  );
  const withdrawals = withdrawer({
    store: withdrawalQueries(db, { woken: () => bells.dispatch(), hooked: () => bells.webhooks() }),
    owner,
    clock: db,
    ...tools,
  });
  const licences = openLicences(config, key, { db, clock });
  const schedules = openSchedules({
    db,
    messages,
    licences,
    host,
    commerce,
    country,
    random,
    log,
    routes: gateways.routes,
    activePhones: groups.activePhones,
    due: () => bells.schedules(),
  });
  const messageViews = messageViewQueries(db);
  const progress = progressHub({ messageViews, clock, log });
  const pauseWatcher = pauseWatch(states, tools);
  const partitions = partitionKeeper(() => ensurePartitions(db.pool, db.now()), tools);
  const engine = openEngine({
    owner,
    works,
    queue: taps.queue(queueQueries(db, { webhooks: () => bells.webhooks(), receipts: () => bells.receipts() })),
    throttles: taps.throttles(throttleQueries(db)),
    receipts,
    fanOuts: taps.fanOuts(fanOutQueries(db, () => bells.dispatch())),
    gateways: { ...gateways, gateways: taps.gateways(gateways.gateways) },
    pauses,
    host,
    commerce,
    activePhones: groups.activePhones,
    frozenPhones: schedules.frozenPhones,
    country,
    clock: db,
    random,
    log,
    others: [
      sender,
      schedules.machine,
      withdrawals,
      rollUp(rollUpQueries(db), tools),
      pruner(pruningQueries(db), { ...tools, clock: db }),
    ],
    everywhere: [pauseWatcher, partitions, clockKeeper(db.syncClock, tools)],
    passOn: () => others.ring("dispatch"),
  });
  const ownBells: Record<string, () => void> = {
    ...engine.wake,
    webhooks: sender.wake,
    withdrawals: withdrawals.wake,
    schedules: schedules.machine.wake,
  };
  // A node that works rings for itself; one that does not rings for those that do.
  for (const [name, own] of Object.entries(ownBells)) {
    Object.assign(bells, { [name]: works ? own : () => others.ring(name) });
  }

  const routes = endpoints({
    messages,
    schedules: schedules.ports,
    host,
    people,
    customers,
    country,
    base: basePath,
    groups,
    idempotency,
    webhooks: webhookQueries(db, () => bells.webhooks()),
    gate: outbound,
    box,
    newId: () => uuidv7(db.now()),
    newsletter,
    newsletterSettings: async () => newsletterSettingsOf(await storedNewsletterSettings(db)),
    randomBytes,
    codeKey: key.derive("opt-in-code"),
    routes: gateways.routes,
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
    messageViews,
    messageControl: messageControlQueries(db, {
      dispatch: () => bells.dispatch(),
      withdraw: () => bells.withdrawals(),
      webhooks: () => bells.webhooks(),
    }),
    progress,
    outbox: outboxQueries(db),
    clock,
    timeZone: () => config.timeZone,
    // The phones are in the memory of the node that sends.
    sandboxes: works ? sandboxesOf(gateways) : [],
    sender: config.sender,
    hasCommerce: commerce !== null,
    checkUrl: outbound.check,
    readSchedule: scheduleReader({ zone: config.timeZone, clock: db }),
  });
  const services: ApiServices = {
    host,
    idempotency,
    clientOf,
    sessionOf: people.sessionOf,
    isDatabaseDown(error) {
      if (lacksPartition(error)) partitions.wake();
      return isUnavailable(error);
    },
    newRequestId: () => `req_${randomUUID().replaceAll("-", "")}`,
    observe: counts.call,
    log,
    docsUrl: `${config.publicUrl ?? ""}${config.mountPrefix === "" ? "" : basePath}/docs/errors`,
  };
  const health = healthRoutes(
    basePath,
    { role: config.role },
    readiness({ db, gateways, pauses, works, knows: store.schema, licences, standby }),
  );
  const gatewayNames = gateways.routes.names();
  const metrics = openMetrics({ counts, gateways: gatewayNames, isPaused: pauses.isPaused, db, now: ticks });
  const app: Hono = createApp(answers ? routes : [], services, {
    mountPrefix: config.mountPrefix,
    mounts: answers
      ? [
          health,
          metricsMount(basePath, metrics, services),
          receiptsMount({
            ...services,
            base: basePath,
            publicUrl: ownUrl,
            gatewayOf: gateways.byName,
            isToken: gateways.isReceiptToken,
            receiveNews,
          }),
          profilePages({ ...services, people, country, apiUrl: `${ownUrl}${basePath}` }),
          // Whoever opens the printed address in a browser wants to sign in.
          (root) => void root.get("/", (c) => c.redirect("/profile")),
          referencePages({ openapi: readOpenApi, base: basePath, publicUrl: config.publicUrl }),
        ]
      : [health],
  });
  const line = openLine(config, {
    self: owner,
    works,
    log,
    random,
    own: { ...ownBells, dispatch: engine.heard },
    everywhere: { pauses: pauseWatcher.wake },
  });
  others.ring = line.ring;

  return {
    app,
    services,
    /** Why nothing is sent from here; null: it is. */
    standby,
    /** Gateways that are paused, with the reason. */
    paused: states.paused,
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
    gateways,
    licences,
    store,
    /** Ends in the order of dependence: no new work, what is in flight, connections, the database. */
    async close() {
      progress.close();
      await engine.stop();
      await line.close();
      await host.settled();
      await gateways.close();
      await outbound.close();
      await store.close();
    },
  };
}

/** The phones of the sandboxes among the gateways. */
function sandboxesOf({ gateways }: OpenGateways): SandboxServices["sandboxes"] {
  return gateways.flatMap(({ name, gateway }) => {
    const phone = phoneOf(gateway);
    return phone ? [{ gateway: name, messages: phone.messages }] : [];
  });
}

async function readOpenApi(): Promise<object> {
  return JSON.parse(await readFile(new URL("../../openapi.json", import.meta.url), "utf8")) as object;
}
