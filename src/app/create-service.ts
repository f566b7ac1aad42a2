import { refusalWhileStopping } from "#api/app";
import type { Platform } from "#domain/access/platform";
import type { FirstAdministrator } from "#domain/users/ensure-administrator";
import { isLoopback } from "#lib/ip";
import { LOG_LEVELS } from "#lib/log";

import { ConfigError, type Config } from "./config/config.ts";
import { readValues, type SettingsFile } from "./config/config-file.ts";
import { readAllSettings } from "./config/preflight.ts";
import { openLog } from "./logger.ts";
import { openService } from "./service/open-service.ts";

/** The settings of the environment, by the same names: docs/reference/configuration.md. A list may be an array. */
export type ServiceSettings = { readonly [Name in keyof SettingsFile]?: SettingsFile[Name] | undefined };

export type Log = (
  level: "debug" | "info" | "warn" | "error",
  message: string,
  detail?: Readonly<Record<string, unknown>>,
) => void;

export type ServiceOptions = {
  /** Receives the log lines at or above TIDINGS_LOG_LEVEL. Absent: JSON lines on standard error. */
  readonly log?: Log;
  /** The program's own users, in place of those of the service and of TIDINGS_PLATFORM. */
  readonly platform?: Platform;
};

/** Who made a call, as reported by the host's socket. */
export type Client = {
  /** IP address of the socket's peer; behind a proxy, the proxy's: see TIDINGS_TRUSTED_PROXIES. */
  readonly address?: string | undefined;
  /** Whether the socket is TLS. Absent: whether the request's URL is https. */
  readonly encrypted?: boolean | undefined;
  /**
   * Id of the platform's user whom the program has authenticated by its own session; a call with an Authorization
   * header is judged by that. As with any session of a browser, a call that changes something is refused if another
   * site's page sent it.
   */
  readonly user?: number | undefined;
};

export type { FirstAdministrator };

export type Service = {
  /** Path prefix of every route: "/svc/v1", after TIDINGS_MOUNT_PREFIX. */
  readonly basePath: string;
  /** Answers one call: API, pages and provider callbacks. */
  fetch(request: Request, client?: Client): Promise<Response>;
  /**
   * Starts sending and all other background work. With TIDINGS_ROLE=api: only maintenance. After `stop`: nothing. It
   * stops by itself once a newer Tidings has migrated the database to a schema that this one cannot work on.
   */
  start(): void;
  /**
   * Accepts no new work, finishes what is in progress, closes the database. A repeated call returns the same promise.
   */
  stop(): Promise<void>;
  /** Creates the administrator of a new installation; null if it has users, or its host platform manages them. */
  createAdministrator(): Promise<FirstAdministrator | null>;
  /**
   * To be called when users, roles or rights of `options.platform` have changed: every node queries them again at once.
   */
  platformChanged(): void;
};

/**
 * Opens the service inside another program: its database, its gateways, its routes. Does not listen, sends nothing
 * before `start`, reads no environment variable and no settings file.
 *
 * @throws ConfigError with a sentence for each wrong setting
 */
export async function createService(settings: ServiceSettings, options: ServiceOptions = {}): Promise<Service> {
  const config = readAllSettings(
    readValues("createService", settings, 'takes an object of settings: { TIDINGS_DATA: "…" }'),
  );
  const { log, platform } = options;
  requireOnePlatform(config, platform);
  const least = LOG_LEVELS.indexOf(config.logLevel);
  const service = await openService(
    config,
    log
      ? (level, message, detail) => void (LOG_LEVELS.indexOf(level) >= least && attempt(log, level, message, detail))
      : openLog(config.logLevel, false),
    { platform },
  );
  const calls = new Set<Promise<Response>>();
  let stopped: Promise<void> | null = null;

  async function close(): Promise<void> {
    try {
      service.live.close();
      await Promise.all([Promise.allSettled(calls), service.engine.stop()]);
    } finally {
      // Open sessions and the embedded server would keep the host's process alive.
      await service.close();
    }
  }

  const stop = (): Promise<void> => (stopped ??= close());
  void service.outdated.then(stop).catch(() => undefined);

  return {
    basePath: service.basePath,
    async fetch(request, client) {
      if (stopped) return refusalWhileStopping(request, service.services);
      const call = Promise.resolve(
        service.app.fetch(request, { incoming: { socket: socketOf(request, client) }, user: userOf(client, platform) }),
      );
      calls.add(call);
      return call.finally(() => calls.delete(call));
    },
    start() {
      if (!stopped) service.engine.start();
    },
    stop,
    createAdministrator: async () => (service.managedBy ? null : service.people.ensureAdministrator()),
    platformChanged: service.platformChanged,
  };
}

function requireOnePlatform({ platform: setting }: Config, platform: Platform | undefined): void {
  if (!platform) return;
  if (setting) throw new ConfigError(["TIDINGS_PLATFORM and the option platform exclude each other."]);
  const { name } = platform;
  if (!/^[a-z]{2,20}$/.test(name) || ["builtin", "wordpress", "operator"].includes(name)) {
    throw new ConfigError([
      `The option platform has the name ${JSON.stringify(name)}: use 2 to 20 lower-case letters, other than builtin, wordpress and operator.`,
    ]);
  }
}

/** Without a platform, the program has no users that it could name. */
function userOf(client: Client = {}, platform: Platform | undefined): number | undefined {
  return platform && client.user;
}

/** A worker logs from its error handler: an exception of the host's log function would end the worker for good. */
function attempt(log: Log, ...line: Parameters<Log>): void {
  try {
    log(...line);
  } catch {
    // There is nowhere else to report it.
  }
}

/**
 * What the routes know about a caller. If the host does not say, only a URL of this machine counts as loopback: if
 * every caller did, passwords would be accepted over plain http.
 */
function socketOf(request: Request, client: Client = {}): { remoteAddress: string; encrypted: boolean } {
  const { hostname, protocol } = new URL(request.url);
  return {
    remoteAddress: client.address ?? (isLoopback(hostname) ? "127.0.0.1" : "0.0.0.0"),
    encrypted: client.encrypted ?? protocol === "https:",
  };
}
