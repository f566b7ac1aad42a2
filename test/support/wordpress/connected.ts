import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createDatabase, dropDatabase } from "../database/database.ts";
import { basic } from "../people/people.ts";
import { freePorts } from "../service/free-ports.ts";
import { startServiceProcess } from "../service/service.ts";
import type { SiteUser } from "./site-template.ts";
import { startWordPress, type SiteOptions } from "./site.ts";

export type SiteCall = {
  /** Login of a user of the site, own credentials, or null for an anonymous call; default: the administrator. */
  readonly as?: string | { readonly user: string; readonly password: string } | null;
  readonly method?: string;
  /** Sent as JSON. */
  readonly json?: unknown;
  readonly body?: string | FormData;
  readonly headers?: Record<string, string>;
  readonly redirect?: "follow" | "manual";
};

export type ConnectedSite = Awaited<ReturnType<typeof startConnected>>;

/**
 * A real WordPress and a real service process, connected with the companion's connect route, as by an administrator.
 */
export async function startConnected(settings: Record<string, string> = {}, options: SiteOptions = {}) {
  const site = await startWordPress(options);
  const folder = await mkdtemp(join(tmpdir(), "tidings-wordpress-"));
  const connection = await createDatabase();
  const [port] = await freePorts(1);
  const secret = randomBytes(32).toString("base64url");

  /** One call of the site's REST API: a path like /svc/v1/credit. */
  async function call(path: string, { as = "admin", ...init }: SiteCall = {}) {
    const credentials = typeof as === "string" ? (site.users[as] as SiteUser) : as;
    const headers: Record<string, string> = {
      ...(credentials && { authorization: basic(credentials.user, credentials.password) }),
      ...(init.json !== undefined && { "content-type": "application/json" }),
      ...init.headers,
    };
    const body = init.json === undefined ? init.body : JSON.stringify(init.json);
    const response = await fetch(site.api(path), {
      method: init.method ?? (body === undefined ? "GET" : "POST"),
      headers,
      ...(body !== undefined && { body }),
      redirect: init.redirect ?? "manual",
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parse(text) };
  }

  async function open() {
    const service_url = `http://127.0.0.1:${port}`;
    const made = await call("/tidings/v1/connect", { json: { service_url, secret } });
    if (made.status !== 200) throw new Error(`not connected: ${made.text}`);
    const account = `${made.body.service_user}:${made.body.application_password}`;
    const start = (other: Record<string, string> = {}) =>
      startServiceProcess({
        TIDINGS_LISTEN: `127.0.0.1:${port}`,
        TIDINGS_DATA: folder,
        DATABASE_URL: connection.url,
        TIDINGS_GATEWAY: "sandbox://default?receipt_ms=5&credit=1000000&keep=50000",
        TIDINGS_OUTBOUND_ALLOW: "127.0.0.0/8",
        TIDINGS_PLATFORM: `wordpress+${site.url}?service=${account}&secret=${secret}`,
        ...settings,
        ...other,
      });
    return { made: made.body, start, service: await start() };
  }
  async function clear(): Promise<void> {
    await site.stop();
    await dropDatabase(connection);
    await rm(folder, { recursive: true, force: true });
  }
  const opened = await open().catch(async (error: unknown) => {
    await clear();
    throw error;
  });
  let { service } = opened;

  return {
    site,
    secret,
    /** What the connect route returned. */
    made: opened.made,
    service: () => service,
    databaseUrl: connection.url,
    call,
    /** One call of the service itself, past the site. */
    async direct(path: string, init: RequestInit = {}) {
      const response = await fetch(`${service.url}/svc/v1${path}`, init);
      const text = await response.text();
      return { status: response.status, text, body: parse(text) };
    },
    /** @param other settings that differ this time */
    async restart(other: Record<string, string> = {}): Promise<void> {
      service = await opened.start(other);
    },
    async stop(): Promise<void> {
      await service.kill("SIGTERM");
      await clear();
    },
  };
}

// Each test knows its shape.
function parse(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
