import { withoutConsentBy } from "#domain/consent/without-consent";
import { creditReader, type Credit } from "#domain/credit/read-credit";
import { linkReader, sampleLinks } from "#domain/forms/person-link";
import { passOnOverdue, providerEventReceiver } from "#domain/inbox/receive-provider-events";
import type { ConfigureDeps } from "#domain/gateways/stored/configure";
import { holdRules } from "#domain/deliveries/hold-rules";
import { priceTable, priceSection } from "#domain/credit/prices";
import { cachedRead, type CachedReadDeps } from "#domain/settings/cached-read";
import { spendRules, type SpendRules } from "#domain/spending/spend-rules";
import { holdingQueue } from "#engine/holding-queue";
import { pricingQueue } from "#engine/pricing-queue";
import { spendingQueue } from "#engine/spending-queue";
import type { WorkerLoop } from "#engine/worker-loop";
import { secretBox } from "#lib/secret-box";
import { isLoopback } from "#lib/ip";

import { openEngine, type Engine, type EngineDeps, type GatewayPauses } from "./open-engine.ts";
import { openConfiguredGateways, readGateways, type OpenGateways } from "./gateways/open-gateways.ts";
import { configureDeps } from "./gateways/configure-gateways.ts";
import { openPersonLinks } from "./open-person-links.ts";
import { setupWatch } from "./gateways/setup-watch.ts";
import type { Directory } from "./directory.ts";
import type { Node } from "./node.ts";
import type { Storage } from "./storage.ts";

export type Sending = {
  readonly gateways: OpenGateways;
  readonly pauses: GatewayPauses;
  /** Receives receipts and replies, however a provider delivers them. */
  readonly receiveProviderEvents: ReturnType<typeof providerEventReceiver>;
  /** Passes on one long inbound message whose missing parts did not come; false: there is none. */
  readonly passOnOverdue: () => Promise<boolean>;
  readonly engine: Engine;
  /** The present rules about money. */
  readonly spendRules: () => Promise<SpendRules>;
  /** Reads the balance of a gateway; null: of the first that reports it. */
  readonly readCredit: (gateway: string | null) => Promise<Credit>;
  /** Follows the stored setup of gateways, on every node. */
  readonly setup: WorkerLoop;
  /** What a change of the stored gateways needs. */
  readonly configure: ConfigureDeps;
  close(): Promise<void>;
};

/** The gateways, and the worker loops that send messages through them and record the results. */
export async function openSending(node: Node, storage: Storage, { outbound, host, shop }: Directory): Promise<Sending> {
  const { db, key, queries, works } = storage;
  const { config, log, random, bus, country } = node;
  const { receipts, inbox, newsletter, consentLedger } = queries;
  await queries.gatewayStates.refresh();
  const pauses = pausesOf(node, storage);
  const texts = {
    unitOfWork: db,
    inbox,
    parts: queries.inboundParts,
    newsletter,
    suppressions: queries.suppressions,
    helpReplies: queries.helpReplies,
    messages: queries.messages,
    readSettings: queries.settings.read,
    routes: { byName: (name: string) => gateways.routes.byName(name) },
    consentLedger,
    country,
  };
  const receiveProviderEvents = providerEventReceiver({
    ...texts,
    receipts,
    sharesIds: (name: string) => gateways.sharesIds(name),
  });
  const gateways = openConfiguredGateways(readGateways(config), {
    fetch: outbound.trustedFetch,
    guarded: outbound.guarded,
    instrument: node.metricHooks.gateway,
    random,
    key: key.derive("receipts"),
    events: receiveProviderEvents,
    log,
    // A worker's own address receives no receipts.
    publicUrl: config.publicUrl ?? (node.answers && isLoopback(config.listen.host) ? node.ownUrl : null),
    basePath: node.basePath,
    sends: works,
  });
  const gatewayBox = secretBox(key.derive("gateway-secrets"));
  const setup = setupWatch(queries.gatewaySetup, { gateways, box: gatewayBox, log, random });
  await setup.current();
  bus.subscribe("gateways", setup.workerLoop.wake);
  const spending = spendRules(queries.settings.read, timeOf(storage));
  const engine = openEngine({
    owner: node.owner,
    works,
    queue: queueOf(node, storage, spending),
    throttles: queries.throttles,
    routingStore: queries.routingStore,
    receipts,
    fanOuts: queries.fanOuts,
    readLinks: linkReader(openPersonLinks(storage), config.publicUrl),
    linkUnits: sampleLinks(config.publicUrl ?? "").unsubscribe_url.length,
    withoutConsent: withoutConsentBy({ readSettings: queries.settings.read, consentCheck: queries.consentCheck }),
    gateways,
    pauses,
    host,
    commerce: shop.commerce,
    country,
    clock: db,
    random,
    log,
    notifyOthers: () => bus.broadcast("dispatch"),
  });
  if (works) {
    const { wake } = engine;
    bus.subscribe("dispatch", ({ from, priorities }) =>
      from === "here" ? wake.dispatch(priorities) : engine.receivedWork(),
    );
    bus.subscribe("routed", wake.routed);
    bus.subscribe("fanOut", wake.fanOut);
    bus.subscribe("receipts", wake.receipts);
    bus.subscribe("retries", wake.retries);
  }
  return {
    gateways,
    pauses,
    receiveProviderEvents,
    passOnOverdue: () => passOnOverdue(texts),
    engine,
    spendRules: spending,
    readCredit: creditOf(node, storage, gateways),
    setup: setup.workerLoop,
    configure: configureDeps(node, storage, { gateways, outbound, box: gatewayBox, setup }),
    close: gateways.close,
  };
}

function timeOf({ db }: Storage): CachedReadDeps {
  return { clock: db, inTransaction: db.inTransaction };
}

function pausesOf({ bus }: Node, { queries: { gatewayStates } }: Storage): GatewayPauses {
  return {
    isPaused: (name) => gatewayStates.paused().has(name),
    all: gatewayStates.paused,
    async pause(...args) {
      const began = await gatewayStates.pause(...args);
      bus.broadcast("pauses");
      return began;
    },
  };
}

/** The queue, with the decisions about a delivery before it is sent: quiet hours, frequency cap, spending, price. */
function queueOf({ config, log }: Node, storage: Storage, readRules: Sending["spendRules"]): EngineDeps["queue"] {
  const { db, queries } = storage;
  const { settings, spending, credit, holds } = queries;
  const time = timeOf(storage);
  const priced = pricingQueue(queries.queue, {
    prices: cachedRead(async () => priceTable(await settings.read(priceSection)), time),
    log,
  });
  const tools = { holds, unitOfWork: db, clock: db, log };
  const spent = spendingQueue(priced, { readRules, spending, credit, timeZone: config.timeZone, ...tools });
  const held = { readRules: holdRules(settings.read, time, config.timeZone), readAhead: readRules, ...tools };
  return holdingQueue(spent, held);
}

function creditOf({ clock, log }: Node, { queries }: Storage, gateways: OpenGateways): Sending["readCredit"] {
  return creditReader({
    store: queries.credit,
    clock,
    log,
    sources: () =>
      gateways.gateways.map(({ name, gateway }) => ({
        name,
        ...(gateway.credit && { credit: () => gateway.credit!() }),
      })),
  });
}
