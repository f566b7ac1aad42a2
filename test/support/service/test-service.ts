import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type pg from "pg";

import { readConfig } from "#app/config/config";
import { openService, type Service } from "#app/service/open-service";
import type { Capability } from "#domain/access/capability";

import { describedApp } from "../contract/described-app.ts";
import { createDatabase, dropDatabase, openPool } from "../database/database.ts";

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  // Each test knows its shape.
  readonly body: any;
};

export type Credentials = { readonly user: string; readonly password: string };

export type CallOptions = {
  readonly as?: Credentials | null;
  readonly headers?: Record<string, string>;
  /** Sent as it is, instead of as JSON. */
  readonly raw?: string | Uint8Array | ReadableStream<Uint8Array>;
};

export type TestService = Service & {
  readonly url: string;
  readonly admin: Credentials;
  readonly pool: pg.Pool;
  readonly logged: readonly Record<string, unknown>[];
  /** One call of the API, path below /svc/v1, as the administrator by default. */
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  /** A user who holds exactly these capabilities, with an application password. */
  userWith(...capabilities: Capability[]): Promise<Credentials>;
  /** Closes the service and drops its database. */
  end(): Promise<void>;
};

/** The whole service on a database of its own, without a socket: calls go straight to the handler. */
export async function startTestService(
  settings: Record<string, string> = {},
  options: { workerLoops?: boolean } = {},
): Promise<TestService> {
  const connection = await createDatabase();
  const folder = await mkdtemp(join(tmpdir(), "tidings-service-"));
  const logged: Record<string, unknown>[] = [];
  const config = readConfig({
    DATABASE_URL: connection.url,
    TIDINGS_DATA: folder,
    TIDINGS_GATEWAY: "sandbox://default?receipt_ms=5&credit=1000000&keep=50000",
    TIDINGS_OUTBOUND_ALLOW: "127.0.0.0/8",
    ...settings,
  });
  const service = await openService(config, (level, message, detail) => logged.push({ level, message, ...detail }));
  describedApp(service.app);
  const first = await service.people.ensureAdministrator();
  const admin = { user: first!.username, password: first!.applicationPassword };
  if (options.workerLoops !== false) service.engine.start();
  const pool = openPool(connection);
  let users = 0;

  async function call(method: string, path: string, body?: unknown, more: CallOptions = {}): Promise<Answer> {
    const headers: Record<string, string> = { ...more.headers };
    const as = more.as === undefined ? admin : more.as;
    if (as) headers["authorization"] ??= `Basic ${Buffer.from(`${as.user}:${as.password}`).toString("base64")}`;
    const content = more.raw ?? (body === undefined ? undefined : JSON.stringify(body));
    if (content !== undefined) headers["content-type"] ??= "application/json";
    const response = await service.app.request(`http://127.0.0.1/svc/v1${path}`, {
      method,
      headers,
      ...(content !== undefined && { body: content as string, duplex: "half" }),
    });
    if (response.headers.get("content-type")?.startsWith("text/event-stream")) {
      // It does not end on its own.
      await response.body?.cancel();
      return { status: response.status, headers: response.headers, body: null };
    }
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: parse(text) };
  }

  return {
    ...service,
    url: connection.url,
    admin,
    pool,
    logged,
    call,
    async userWith(...capabilities) {
      users += 1;
      const name = `user${users}`;
      await service.people.createRole(service.people.operator, { name: `role-${name}`, label: name, capabilities });
      const user = await service.people.createUser(service.people.operator, {
        username: name,
        email: `${name}@example.test`,
        name,
        phone: null,
        roles: [`role-${name}`],
        locale: "en",
      });
      const { password } = await service.people.createApplicationPassword(service.people.operator, user.id, {
        name: "test",
        appId: null,
      });
      return { user: name, password };
    },
    async end() {
      await pool.end();
      await service.close();
      await dropDatabase(connection);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
