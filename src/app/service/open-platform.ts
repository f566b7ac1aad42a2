import { randomBytes } from "node:crypto";

import type { Credentials } from "#domain/access/credentials";
import { failedTries } from "#domain/access/failed-tries";
import type { NonceStore } from "#domain/access/nonce-store";
import type { Host } from "#domain/access/host";
import type { PlatformSessionStore } from "#domain/access/platform-session-store";
import { platformSessions, type PlatformSessions } from "#domain/users/platform-sessions";
import { wordpressHost } from "#hosts/wordpress";
import { shopKeyOf } from "#commerce/woocommerce/shop-key";
import { readWordPressDsn, redactedWordPressDsn, type WordPressSettings } from "#hosts/wordpress/dsn";
import type { Log } from "#lib/log";
import type { Clock } from "#lib/time";

import type { Config } from "../config/config.ts";
import type { Outbound } from "../outbound/outbound.ts";

/** The settings of the site that is the platform; null if the service manages its users itself. */
export function platformSettings(config: Pick<Config, "platform">): WordPressSettings | null {
  if (!config.platform) return null;
  const read = readWordPressDsn(config.platform.reveal());
  if ("site" in read) return read;
  throw new Error(`TIDINGS_PLATFORM ${read[0]}`);
}

/** The platform as it may be shown; null: the built-in one. */
export function shownPlatform(config: Pick<Config, "platform">): string | null {
  const settings = platformSettings(config);
  return settings && redactedWordPressDsn(settings);
}

/** Whether the shop of TIDINGS_COMMERCE is the platform's own: the companion plugin then reports changes of orders. */
export function hasShop(config: Pick<Config, "platform" | "commerce">): boolean {
  const settings = platformSettings(config);
  if (!settings || typeof config.commerce === "string") return false;
  return [config.commerce.home, config.commerce.site].some(
    (address) => shopKeyOf(address) === shopKeyOf(settings.site),
  );
}

/** Over https an operator's own address may be anywhere; over http only where TIDINGS_OUTBOUND_ALLOW permits it. */
export function fetchFor(site: string, outbound: Pick<Outbound, "fetch" | "trustedFetch">): typeof fetch {
  return site.startsWith("https:") ? outbound.trustedFetch : outbound.fetch;
}

/** Path that a proxy in front of the service strips; "" if there is none. */
function publicPath({ publicUrl }: Pick<Config, "publicUrl">): string {
  return publicUrl === null ? "" : new URL(publicUrl).pathname.replace(/\/+$/, "");
}

export type Platform = {
  readonly host: Host;
  /** null: the service manages its users itself, or the platform does not sign people in here. */
  readonly sessions: PlatformSessions | null;
  /** Another node reported that rights or passwords have changed. */
  forget(): void;
};

/** The platform that TIDINGS_PLATFORM names, else the built-in one. */
export function openPlatform(
  config: Pick<Config, "platform" | "publicUrl">,
  tools: {
    readonly builtin: Platform["host"] & { changed(): void };
    readonly credentials: Credentials;
    readonly sessionStore: PlatformSessionStore;
    readonly sessionOf: NonNullable<Host["sessionOf"]>;
    readonly outbound: Outbound;
    readonly clock: Clock;
    /** The database's. */
    readonly time: Clock;
    readonly nonces: NonceStore;
    readonly log: Log;
    /** The platform reported a change: other nodes must be notified. */
    readonly revoked: () => void;
  },
): Platform {
  const { builtin, credentials, sessionStore, sessionOf, outbound, revoked, ...rest } = tools;
  const settings = platformSettings(config);
  if (!settings) return { host: { ...builtin, sessionOf }, sessions: null, forget: builtin.changed };
  const host = wordpressHost(
    settings,
    {
      prefix: publicPath(config),
      async revoked(users) {
        revoked();
        await sessions?.endOf(users);
      },
    },
    {
      ...rest,
      fetch: fetchFor(settings.site, outbound),
      randomBytes,
      tries: failedTries({ clock: tools.clock }),
    },
  );
  const { name: platform, signIn } = host;
  const sessions = signIn ? platformSessions({ platform, signIn, credentials, store: sessionStore }) : null;
  return { host: sessions ? { ...host, sessionOf: sessions.sessionOf } : host, sessions, forget: host.forget };
}
