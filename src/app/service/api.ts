import { randomBytes, randomUUID } from "node:crypto";

import type { Hono } from "hono";

import { createApp, type Mount } from "#api/app";
import type { Endpoint } from "#api/endpoint";
import { exportSlots } from "#api/response/export-slots";
import { healthRoutes, type Check } from "#api/health";
import { metricsMount } from "#api/metrics";
import { requestLog } from "#api/request-log";
import type { PlatformSignInDeps } from "#api/pages/console/platform-sign-in";
import { mediaFiles } from "#api/pages/media-files";
import { eventHub, type EventHub } from "#api/live/event-hub";
import { progressHub, type ProgressHub } from "#api/live/progress-hub";
import type { ApiDeps } from "#api/services";
import { hostRevocationsMount } from "#api/v1/people/host-revocations";
import { endpoints } from "#api/v1/index";
import { receiptsMount } from "#api/v1/gateways/receipts";
import { limits } from "#contract/limits";
import type { ReadStanding } from "#domain/access/standing";
import { priceSection } from "#domain/credit/prices";
import { guardSection } from "#domain/guard/guard-settings";
import { unverifiedCountries } from "#domain/guard/unverified-countries";
import { filterReader } from "#domain/subscribers/read-filter";
import { previewedContacts } from "#engine/previewed-contacts";
import { scheduleReader } from "#domain/schedules/read-plan";
import { IDLE_SECONDS } from "#domain/users/open-session";
import { uuidv7 } from "#lib/ids";
import { isUnavailable, lacksPartition } from "#store/pg-errors";
import { standingQuery } from "#store/queries/people/standing";

import { urlOf } from "../config/addresses.ts";
import { clientReader } from "../http/client-address.ts";
import { gatewayBoard } from "./gateways/gateway-board.ts";
import { queueRoutes } from "./gateways/queue-routes.ts";
import { openMetrics, type Metrics } from "../metrics/metrics.ts";
import { openCompat } from "./open-compat.ts";
import { formAnswers, openForms } from "./open-forms.ts";
import { openPages } from "./open-pages.ts";
import { openPersonLinks } from "./open-person-links.ts";
import { ownMedia } from "./own-media.ts";
import { ownOrigins } from "../http/own-origin.ts";
import { readiness } from "../readiness/readiness.ts";
import { sandboxesOf } from "./gateways/sandboxes.ts";
import { siteReader } from "./site.ts";
import { callsForGone, forgedCalls, unreadCalls } from "./gateways/unread-calls.ts";
import type { Background } from "./background.ts";
import type { Directory } from "./directory.ts";
import type { Node } from "./node.ts";
import type { Sending } from "./sending.ts";
import type { Storage } from "./storage.ts";

/** The parts that calls are answered from. */
export type ApiParts = {
  readonly node: Node;
  readonly storage: Storage;
  readonly directory: Directory;
  readonly sending: Sending;
  readonly background: Background;
};

export type Api = {
  readonly app: Hono;
  readonly routes: readonly Endpoint[];
  readonly services: ApiDeps;
  readonly metrics: Metrics;
  /** Live views: they end before the service waits for its last calls. */
  readonly live: { readonly progress: ProgressHub; readonly events: EventHub; close(): void };
};

/** Everything that answers a call. A worker-only node serves its health endpoints alone. */
export function openApi(parts: ApiParts): Api {
  const { node } = parts;
  const readStanding = standingQuery(parts.storage.db, IDLE_SECONDS, parts.directory.host);
  const live = liveOf(parts, readStanding);
  const services = servicesOf(parts);
  const metrics = metricsOf(parts);
  const ready = readinessOf(parts);
  const routes = endpointsOf(parts, services, { ...live, metrics, ready, readStanding });
  const health = healthRoutes(node.basePath, { role: node.config.role, instance: parts.storage.instance }, ready);
  const app = node.answers
    ? appOf(parts, { routes, services, metrics, health })
    : createApp([], services, { mountPrefix: node.config.mountPrefix, frequent: [], mounts: [health] });
  return { app, routes, services, metrics, live };
}

/** The routes of the API, and all pages. */
function appOf(
  parts: ApiParts,
  { routes, services, metrics, health }: Pick<Api, "routes" | "services" | "metrics"> & { readonly health: Mount },
): Hono {
  const { node, storage, directory, background } = parts;
  const { config, basePath, country, ownUrl } = node;
  const { host, people, outbound, shop } = directory;
  const publicForms = openForms(parts, services);
  const platformSignIn = platformSignInDeps(parts, services);
  const { managedBy } = host;
  const { awaitsSetup } = people;
  const pages = openPages(config, { publicForms, platformSignIn, managedBy, basePath, awaitsSetup });
  return createApp(routes, services, {
    mountPrefix: config.mountPrefix,
    frequent: [receiptsOf(parts, services)],
    notFound: pages.notFound,
    mounts: [
      health,
      metricsMount(basePath, metrics, services),
      hostRevocationsMount(basePath, services),
      ...background.orders.mounts({ ...services, base: basePath, ticks: node.ticks }),
      ...openCompat(config, {
        ...background.schedules,
        country,
        db: storage.db,
        people,
        outbound,
        readLinks: background.newsletter.readLinks,
        subscriberRepository: storage.queries.subscriberRepository,
        hasCommerce: shop.commerce !== null,
        ownUrl,
        endpoints: routes,
        services,
      }),
      mediaFiles(storage.queries.media, services),
      ...pages.mounts,
    ],
  });
}

/** null: people do not sign in to the console at the platform. */
function platformSignInDeps({ node, directory }: ApiParts, services: ApiDeps): PlatformSignInDeps | null {
  const { host, platformSessions: sessions, nonces } = directory;
  if (!host.signIn || !sessions) return null;
  const newState = (): string => randomBytes(16).toString("base64url");
  return { ...services, signIn: host.signIn, sessions, nonces, newState, ownUrl: node.ownUrl };
}

function liveOf({ node: { clock, log }, storage, background }: ApiParts, readStanding: ReadStanding): Api["live"] {
  const { queries } = storage;
  const progress = progressHub({ messageViews: queries.messageViews, readStanding, clock, log });
  const events = eventHub({ ...queries, readStanding, jobKinds: background.jobKinds, clock, log });
  return {
    progress,
    events,
    close() {
      progress.close();
      events.close();
    },
  };
}

/** What every route needs. */
function servicesOf({ node, storage, directory: { host }, background }: ApiParts): ApiDeps {
  const { config, ownUrl, basePath } = node;
  return {
    host,
    idempotency: storage.queries.idempotency,
    fingerprintKey: storage.key.derive("request-fingerprints").export(),
    clientOf: clientReader(config.trustedProxies),
    isOwnOrigin: ownOrigins([ownUrl, urlOf(config.listen)]),
    sessionOf: host.sessionOf ?? (async () => null),
    isDatabaseDown(error) {
      if (lacksPartition(error)) background.wakePartitions();
      return isUnavailable(error);
    },
    newRequestId: () => `req_${randomUUID().replaceAll("-", "")}`,
    observe: node.counts.call,
    requestLog: requestLog({ recorder: node.requests, ticks: node.ticks, clock: storage.db }),
    log: node.log,
    docsUrl: config.mountPrefix === "" ? `${ownUrl}/docs/errors` : `${config.publicUrl ?? ""}${basePath}/docs/errors`,
  };
}

/** What shows the state of the service. */
type ViewParts = {
  readonly progress: ProgressHub;
  readonly events: EventHub;
  readonly metrics: Metrics;
  readonly ready: () => Promise<readonly Check[]>;
  readonly readStanding: ReadStanding;
};

/** What single endpoints need in addition. */
function endpointsOf(
  parts: ApiParts,
  { isDatabaseDown, log, docsUrl }: ApiDeps,
  { progress, events, metrics, ready, readStanding }: ViewParts,
) {
  const { node, storage, background } = parts;
  const { config, clock } = node;
  const { db, key, queries, standby } = storage;
  return endpoints({
    ...background.newsletter,
    ...queries,
    ...background.orders.services,
    ...directoryDeps(parts),
    ...gatewayDeps(parts),
    ...openPersonLinks(storage),
    isDatabaseDown,
    log,
    docsUrl,
    progress,
    events,
    clock,
    standby,
    schedules: background.schedules,
    jobKinds: background.jobKinds,
    box: background.box,
    importBox: background.importBox,
    alertRecipients: background.alerts,
    formAnswers: formAnswers({ node, storage, background }),
    readFilter: filterReader({ fields: queries.fields, zone: config.timeZone }),
    readSchedule: scheduleReader({ zone: config.timeZone, clock: db }),
    readSettings: queries.settings.read,
    prices: () => queries.settings.read(priceSection),
    exportSlots: exportSlots({ most: limits.exports, clock, readStanding }),
    newId: () => uuidv7(db.now()),
    now: db.now,
    hashes: storage.hashes,
    otpKey: key.derive("one-time-password"),
    movedKey: key.derive("moved-entries"),
    configuredRetention: config.keep,
    timeZone: () => config.timeZone,
    sender: config.sender,
    base: node.basePath,
    ownUrl: node.ownUrl,
    publicUrl: config.publicUrl,
    readQueue: metrics.readBacklog,
    readiness: ready,
    async license() {
      const { state, warning } = await storage.licenses.report();
      return { state, warning };
    },
  });
}

/** Users, customers, and data read from other platforms. */
function directoryDeps({ node, storage, directory, sending }: ApiParts) {
  const { host, people, platformSessions, platformPasswords, outbound, shop } = directory;
  const { country } = node;
  const { commerce, customers } = shop;
  return {
    host,
    people,
    platformSessions,
    platformPasswords,
    customers,
    commerce,
    country,
    managedBy: host.managedBy,
    hasCommerce: commerce !== null,
    readSite: siteReader(node, host.managedBy, sending, storage, shop),
    readContacts: (audience: Parameters<typeof previewedContacts>[0]) =>
      previewedContacts(audience, { host, commerce, country }),
    ...ownMedia(storage.queries.media, outbound, node.config.publicUrl),
  };
}

/** The gateways, and their known state. */
function gatewayDeps({ node, storage, sending }: ApiParts) {
  const { gateways, engine, readCredit, spendRules, configure } = sending;
  const { gatewayStates, gatewayTallies } = storage.queries;
  return {
    ...configure,
    readCredit,
    spendRules,
    gatewayStates,
    board: gatewayBoard(gateways, gatewayStates, gatewayTallies, engine.healthOf),
    inFlight: (name: string) => node.counts.gateway(name).inFlight,
    isSandbox: () => gateways.routes.byDefault()?.sandbox ?? false,
    // The sandbox phones are in the memory of the node that sends.
    sandboxes: () => (storage.works ? sandboxesOf(gateways) : []),
    pausesChanged: () => node.bus.broadcast("pauses"),
  };
}

/** The addresses that providers call. */
function receiptsOf({ node, sending: { gateways, receiveProviderEvents } }: ApiParts, services: ApiDeps): Mount {
  return receiptsMount({
    ...services,
    base: node.basePath,
    publicUrl: node.ownUrl,
    gatewayOf: gateways.byName,
    isToken: gateways.isReceiptToken,
    receiveProviderEvents,
    unread: unreadCalls(node.counts, { log: node.log, now: node.ticks }),
    forged: forgedCalls({ log: node.log, now: node.ticks }),
    gone: callsForGone({ log: node.log, now: node.ticks }),
  });
}

function readinessOf({ storage, sending: { gateways, pauses } }: ApiParts): () => Promise<readonly Check[]> {
  const { store, db, queries, works, licenses, standby } = storage;
  const { guardStore, settings } = queries;
  const unverified = unverifiedCountries(guardStore, () => settings.read(guardSection));
  return readiness({
    db,
    store,
    gateways,
    stranded: queries.stranded,
    unverified,
    pauses,
    works,
    licenses,
    standby,
  });
}

function metricsOf({ node, storage, sending: { gateways, pauses } }: ApiParts): Metrics {
  return openMetrics({
    counts: node.counts,
    gateways: gateways.routes.names,
    queueRoutes: () => queueRoutes(gateways),
    isPaused: pauses.isPaused,
    db: storage.db,
    now: node.ticks,
  });
}
