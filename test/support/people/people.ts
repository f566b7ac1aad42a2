import { createHmac, createSecretKey, randomBytes, randomUUID } from "node:crypto";

import { createApp } from "#api/app";
import { assetsMount } from "#api/pages/assets";
import { notFoundPage, wantsPage } from "#api/pages/not-found";
import { ownCall, type ApiDeps } from "#api/services";
import { applicationPasswordEndpoints } from "#api/v1/people/application-password";
import { applicationPasswordsEndpoints } from "#api/v1/people/application-passwords";
import { customersEndpoints } from "#api/v1/people/customers";
import { rolesEndpoints } from "#api/v1/people/roles";
import { userEndpoints } from "#api/v1/people/user";
import { usersEndpoints } from "#api/v1/people/users";
import { ownOrigins } from "#app/http/own-origin";
import type { Capability } from "#domain/access/capability";
import { failedTries } from "#domain/access/failed-tries";
import type { Credentials } from "#domain/access/credentials";
import { IDLE_SECONDS } from "#domain/users/open-session";
import { people } from "#domain/users/people";
import { builtinHost } from "#hosts/builtin";
import { builtinCredentials } from "#hosts/builtin/credentials";
import { builtinTotp } from "#hosts/builtin/totp";
import { builtinWebAuthn } from "#hosts/builtin/webauthn";
import type { Db } from "#store/database";
import { isUnavailable } from "#store/pg-errors";
import { applicationPasswordQueries } from "#store/queries/people/application-passwords";
import { customerQueries } from "#store/queries/people/customers";
import { idempotencyQueries } from "#store/queries/accept/idempotency";
import { passkeyQueries } from "#store/queries/people/passkeys";
import { roleQueries } from "#store/queries/people/roles";
import { secondFactorQueries } from "#store/queries/people/second-factors";
import { sessionQueries } from "#store/queries/people/sessions";
import { setupLinkQueries } from "#store/queries/people/setup-links";
import { standingQuery } from "#store/queries/people/standing";
import { userQueries } from "#store/queries/people/users";

import { describedApp } from "../contract/described-app.ts";

/** Where a call comes from, passed as the environment of `app.request`. */
export type From = { readonly ip?: string; readonly confidential?: boolean; readonly encrypted?: boolean };

/** The built-in host with its stores, routes and pages, wired as on one node. */
export async function openPeople(db: Db, options: { key?: Buffer; now?: () => number } = {}) {
  const key = options.key ?? randomBytes(32);
  const clock = { now: options.now ?? (() => performance.timeOrigin + performance.now()) };
  const secrets = {
    derive: (purpose: string) => createSecretKey(createHmac("sha256", key).update(purpose).digest()),
    randomBytes,
  };
  const credentials: Credentials = builtinCredentials(secrets);
  const changed = (): void => host.changed();
  const users = userQueries(db, { changed, webhooks: () => undefined });
  const roles = roleQueries(db, changed);
  const passwords = applicationPasswordQueries(db, changed);
  const tries = failedTries({ clock });
  const signIns = failedTries({ clock });
  const guesses = failedTries({ clock });
  const logged: string[] = [];
  const log = (_level: string, message: string, detail?: unknown): void => {
    logged.push(`${message} ${JSON.stringify(detail)}`);
  };
  const host = builtinHost({ users, roles, passwords }, { credentials, tries, clock, log });
  const service = people({
    users,
    roles,
    passwords,
    sessions: sessionQueries(db),
    secondFactors: secondFactorQueries(db),
    passkeys: passkeyQueries(db),
    setupLinks: setupLinkQueries(db),
    credentials,
    totp: builtinTotp(secrets),
    webauthn: builtinWebAuthn(),
    readStanding: standingQuery(db, IDLE_SECONDS, { name: "builtin" }),
    now: options.now ?? db.now,
    log,
    tries: signIns,
    guesses,
    unanswered: failedTries({ clock }),
  });
  const services: ApiDeps = {
    host,
    idempotency: idempotencyQueries(db),
    clientOf: (environment, headers) => ({
      ...ownCall("127.0.0.1"),
      host: headers.get("host") ?? "",
      ...(environment as From | undefined),
    }),
    isOwnOrigin: ownOrigins([]),
    sessionOf: (cookie) => service.sessionOf(cookie),
    isDatabaseDown: isUnavailable,
    fingerprintKey: Buffer.alloc(32),
    newRequestId: () => `req_${randomUUID()}`,
    log,
    docsUrl: "/docs/errors",
  };
  const parts = { people: service, country: "DE" as const, base: "/svc/v1" };
  const app = describedApp(
    createApp(
      [
        ...usersEndpoints(parts),
        ...userEndpoints(parts),
        ...rolesEndpoints(parts),
        ...applicationPasswordsEndpoints(parts),
        ...applicationPasswordEndpoints(parts),
        ...customersEndpoints({ ...parts, customers: customerQueries(db) }),
      ],
      services,
      {
        mounts: [assetsMount()],
        notFound: (request) => (wantsPage(request) ? notFoundPage() : null),
      },
    ),
  );

  /** A user with a role of its own that grants exactly these capabilities, and an application password. */
  async function userWith(username: string, capabilities: readonly Capability[], password = "correct horse battery") {
    const role = `only-${username.toLowerCase()}`;
    await service.createRole(service.operator, { name: role, label: role, capabilities });
    const user = await service.createUser(service.operator, {
      username,
      email: `${username}@example.org`,
      name: username,
      phone: null,
      roles: [role],
      locale: "en",
      password,
    });
    const made = await service.createApplicationPassword(service.operator, user.id, { name: "test", appId: null });
    return { ...user, role, secret: made.password, basic: basic(username, made.password), uuid: made.uuid };
  }

  async function call(
    method: string,
    path: string,
    init: { auth?: string; body?: unknown; headers?: Record<string, string>; from?: From } = {},
  ) {
    const headers: Record<string, string> = { ...(init.auth && { authorization: init.auth }), ...init.headers };
    const body = init.body === undefined ? {} : { body: JSON.stringify(init.body) };
    if (init.body !== undefined) headers["content-type"] = "application/json";
    const response = await app.request(`/svc/v1${path}`, { method, headers, ...body }, init.from ?? {});
    const text = await response.text();
    return { status: response.status, headers: response.headers, json: text === "" ? null : JSON.parse(text) };
  }

  return { app, host, service, users, credentials, signIns, guesses, logged, userWith, call };
}

export type OpenPeople = Awaited<ReturnType<typeof openPeople>>;

export function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}
