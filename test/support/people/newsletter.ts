import { createSecretKey, randomBytes, randomUUID } from "node:crypto";

import { createApp } from "#api/app";
import { ownCall, type ApiDeps } from "#api/services";
import { groupEndpoints } from "#api/v1/newsletter/group";
import { groupsEndpoints } from "#api/v1/newsletter/groups";
import { newsletterEndpoint, type NewsletterEndpointDeps } from "#api/v1/newsletter/newsletter";
import { newsletterUnsubscribeEndpoint } from "#api/v1/newsletter/newsletter-unsubscribe";
import { newsletterVerifyEndpoint } from "#api/v1/newsletter/newsletter-verify";
import { linkReader } from "#domain/forms/person-link";
import { guard } from "#domain/guard/guard";
import { guardHashes } from "#domain/guard/guard-hashes";
import { guardSection, type GuardSettings } from "#domain/guard/guard-settings";
import { newsletterSection, type NewsletterSettings } from "#domain/newsletter/settings";
import type { GatewayBoard } from "#domain/gateways/gateway-board";
import type { Phone } from "#domain/recipients/phone";
import type { RouteInfo } from "#domain/routing/routes";
import { spendRules } from "#domain/spending/spend-rules";
import { isUnreachable } from "#store/pg-errors";
import { acceptQueries } from "#store/queries/accept/accept";
import { personLinkQueries } from "#store/queries/forms/person-links";
import { creditQueries } from "#store/queries/gateways/credit";
import { groupQueries } from "#store/queries/newsletter/groups";
import { idempotencyQueries } from "#store/queries/accept/idempotency";
import { guardQueries } from "#store/queries/guard/code-requests";
import { settingsQueries } from "#store/queries/settings/settings";
import { spendingQueries } from "#store/queries/spending/spending";
import { fieldQueries } from "#store/queries/subscribers/fields";
import { newsletterQueries } from "#store/queries/newsletter/newsletter";

import { describedApp } from "../contract/described-app.ts";
import { freshDatabase } from "../database/database.ts";
import { consentsOver } from "./consents.ts";
import { openPeople } from "./people.ts";

export const sandbox: RouteInfo = {
  route: "default",
  gateway: "sandbox",
  gateways: ["sandbox"],
  abilities: { flash: true, media: true, unicode: true } as unknown as RouteInfo["abilities"],
  sandbox: true,
};

/** No gateway that could be unhealthy. */
const NO_BOARD: GatewayBoard = {
  gateways: [],
  disabled: [],
  served: [],
  unusable: [],
  environmentRoute: { kind: "failover", members: [] },
  route: { kind: "failover", members: [] },
  health: () => ({ pause: null, status: "up", part: 1, reason: null, since: null }),
  shares: () => [],
  records: async () => new Map(),
};

/** For tests of other features, which send many codes to consecutive numbers. */
const UNLIMITED: Partial<GuardSettings> = {
  numberPerMinute: 0,
  numberPerHour: 0,
  numberPerDay: 0,
  prefixPerHour: 0,
  prefixPerDay: 0,
  countryPerHour: 0,
  sitePerHour: 0,
  prefixUnverified: 0,
  pauseBelow: 0,
};

/** Any JSON: a test reads it and fails if it is something else. */
type Json = ReturnType<typeof JSON.parse>;

export type Answer = { status: number; headers: Headers; json: Json };

/** The newsletter over a fresh database, wired as on one node. `site` holds what a test may change. */
export async function openNewsletter() {
  const db = await freshDatabase();
  const people = await openPeople(db);
  const site: { route: RouteInfo | null } = { route: sandbox };
  const consents = consentsOver(db);
  const groups = groupQueries(db, consents, () => undefined);
  const logged: string[] = [];
  const services: NewsletterEndpointDeps = {
    newsletter: newsletterQueries(db, consents, () => undefined),
    unitOfWork: db,
    messages: acceptQueries(db, () => undefined),
    routes: { byDefault: () => site.route, byName: () => null, names: () => [] },
    newsletterSettings: () => settingsQueries(db).read(newsletterSection),
    readSettings: settingsQueries(db).read,
    sender: null,
    readLinks: linkReader(
      { personLinks: personLinkQueries(db), linkKey: createSecretKey(Buffer.alloc(32)), randomBytes },
      "https://sms.example.com",
    ),
    randomBytes,
    codeKey: createSecretKey(randomBytes(32)),
    guard: guard({
      store: guardQueries(db),
      unitOfWork: db,
      settings: () => settingsQueries(db).read(guardSection),
      hashes: guardHashes(createSecretKey(randomBytes(32))),
      country: "DE",
      clock: db,
      log: (level, message, detail) => void logged.push(`${level} ${message} ${JSON.stringify(detail)}`),
    }),
    groups,
    fields: fieldQueries(db),
    consentRepository: consents.repository,
    country: "DE",
    spendRules: spendRules(settingsQueries(db).read, { clock: db, inTransaction: db.inTransaction }),
    spending: spendingQueries(db),
    credit: creditQueries(db),
    now: db.now,
    timeZone: () => "UTC",
  };
  const idempotency = idempotencyQueries(db);
  const api: ApiDeps = {
    host: people.host,
    idempotency,
    clientOf: () => ownCall("192.0.2.7"),
    isOwnOrigin: () => false,
    sessionOf: async () => null,
    isDatabaseDown: isUnreachable,
    fingerprintKey: Buffer.alloc(32),
    newRequestId: () => `req_${randomUUID()}`,
    log: (_level, message, detail) => logged.push(`${message} ${JSON.stringify(detail)}`),
    docsUrl: "/docs/errors",
  };
  const app = describedApp(
    createApp(
      [
        newsletterEndpoint({ ...services, board: NO_BOARD, credit: creditQueries(db) }),
        newsletterVerifyEndpoint({ ...services, idempotency }),
        newsletterUnsubscribeEndpoint(services),
        ...groupsEndpoints({ groups, base: "/svc/v1" }),
        ...groupEndpoints({ groups }),
      ],
      api,
    ),
  );
  const clerk = await people.userWith("clerk", ["svc_subscribers"]);
  const sender = await people.userWith("sender", ["svc_sendsms", "svc_outbox"]);

  async function call(
    method: string,
    path: string,
    body?: unknown,
    more: { auth?: string | null; key?: string; type?: string } = {},
  ): Promise<Answer> {
    const auth = more.auth === undefined ? clerk.basic : more.auth;
    const response = await app.request(`/svc/v1${path}`, {
      method,
      headers: {
        ...(auth !== null && { authorization: auth }),
        ...(more.key !== undefined && { "idempotency-key": more.key }),
        ...(body !== undefined && { "content-type": more.type ?? "application/json" }),
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, json: await response.json() };
  }

  async function rows(text: string, values: unknown[] = []): Promise<Json[]> {
    return (await db.pool.query(text, values)).rows;
  }

  /** Messages that were accepted for a number, oldest first. */
  async function textsTo(phone: string): Promise<string[]> {
    const found = await rows(
      "select body from messages join deliveries on message_id = messages.id where phone = $1 order by messages.id",
      [phone],
    );
    return found.map((row) => row.body);
  }

  async function configure(section: string, settings: object): Promise<void> {
    await rows("insert into settings (name, value) values ($1, $2) on conflict (name) do update set value = $2", [
      section,
      JSON.stringify(settings),
    ]);
  }
  await configure("guard", UNLIMITED);

  return {
    db,
    site,
    services,
    api,
    groups,
    logged,
    sender,
    rows,
    textsTo,
    call,
    post: (path: string, body: unknown, more?: Parameters<typeof call>[3]) => call("POST", path, body, more),
    subscribe: (body: unknown, more?: Parameters<typeof call>[3]) => call("POST", "/newsletter", body, more),
    verify: (mobile: string, activation: unknown, more: object = {}) =>
      call("POST", "/newsletter/verify", { mobile, activation, ...more }),
    /** The code in the newest text to a number. */
    async codeOf(phone: string): Promise<string> {
      return /\d{6}/.exec((await textsTo(phone)).at(-1) ?? "")?.[0] ?? "no code";
    },
    /** Makes the number's code older. */
    age: (phone: string, seconds: number) =>
      rows(
        `update opt_in_codes set sent_at = sent_at - make_interval(secs => $2), expires_at = expires_at - make_interval(secs => $2)
         from subscribers where subscribers.id = subscriber_id and phone = $1`,
        [phone, seconds],
      ),
    membershipsOf: (phone: string) =>
      rows("select group_id, state from memberships where phone = $1 order by group_id", [phone]),
    eventsOf: (phone: string) => rows("select kind, data from events where phone = $1 order by id", [phone]),
    consents,
    async consentsOf(phone: string): Promise<Json[]> {
      const records = await consents.repository.since(phone as Phone, 0, 1_000);
      return records.map(({ groupId, kind, source, actor, ip, wording }) => ({
        group_id: groupId,
        kind,
        source,
        actor,
        ip,
        wording,
      }));
    },
    async group(name: string, doubleOptIn: boolean | null = null): Promise<number> {
      return (await groups.create(name, { doubleOptIn }))!.id;
    },
    configure: (settings: Partial<NewsletterSettings>) => configure("newsletter", settings),
    /** Absent limits have their defaults; every test begins without the limits that its many numbers would reach. */
    limitCodes: (settings: Partial<GuardSettings>) => configure("guard", settings),
    close: () => db.drop(),
  };
}

export type OpenNewsletter = Awaited<ReturnType<typeof openNewsletter>>;

let next = 15_112_000_000;

/** A German mobile number that no other test uses. */
export function freshPhone(): string {
  return `+49${(next += 1)}`;
}
