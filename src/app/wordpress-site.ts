import { randomBytes } from "node:crypto";

import { connectSite } from "#hosts/wordpress/connect";
import { isOldPlugin } from "#hosts/wordpress/plugin-versions";
import { readWordPressDsn, redactedWordPressDsn } from "#hosts/wordpress/dsn";
import { siteOf } from "#hosts/wordpress/site";
import { readWpSmsTables, type SiteRow } from "#hosts/wordpress/wp-sms-tables";
import { Secret } from "#lib/secret";
import { isLoopback } from "#lib/ip";

import { allowedOutbound } from "./config/addresses.ts";
import type { Config } from "./config/config.ts";
import { localAddress } from "./running-service.ts";
import { fetchFor } from "./service/open-platform.ts";
import { monotonic } from "./service/open-store.ts";
import { createOutbound } from "./outbound/outbound.ts";

/** What a site and the service now know about each other. */
export type Connection = {
  /** The value of TIDINGS_PLATFORM, with its secrets and without a single quote. */
  readonly dsn: string;
  readonly shown: string;
  readonly serviceUrl: string;
  readonly plugin: string;
  /** The plugin must be updated before calls proxied by the site are accepted. */
  readonly isOld: boolean;
};

/**
 * Connects a WordPress site that has the companion plugin. An earlier connection of the site ends.
 *
 * @param options.url      address of the site
 * @param options.password an application password of a user who may change the site's settings
 * @throws Error with a sentence that says what to do
 */
export async function connectWordPress(
  config: Config,
  options: {
    readonly url: string;
    readonly user: string;
    readonly password: string;
    readonly serviceUrl: string | null;
  },
): Promise<Connection> {
  const url = siteUrl(options.url);
  const serviceUrl = options.serviceUrl ?? config.publicUrl ?? ownUrl(config, new URL(url).hostname);
  const outbound = createOutbound({ allow: allowedOutbound(config) });
  try {
    const site = siteOf({ url, fetch: fetchFor(url, outbound), timeoutMs: 20_000, clock: { now: monotonic } });
    const secret = randomBytes(32).toString("base64url");
    const administrator = { user: options.user, password: new Secret(options.password) };
    const made = await connectSite(site, administrator, { serviceUrl, secret });
    const account = `${encodeURIComponent(made.user)}:${encodeURIComponent(made.password)}`;
    // The value is printed in single quotes, inside which every other character is literal.
    const dsn = `wordpress+${url}?service=${account}&secret=${secret}`.replaceAll("'", "%27");
    const settings = readWordPressDsn(dsn);
    if (!("site" in settings)) throw new Error(`The site returned an account that cannot be used: ${settings[0]}.`);
    return {
      dsn,
      shown: redactedWordPressDsn(settings),
      serviceUrl,
      plugin: made.plugin,
      isOld: isOldPlugin(made.plugin),
    };
  } finally {
    await outbound.close();
  }
}

/** The address of a site as it was typed. @throws Error if it is none */
function siteUrl(text: string): string {
  const address = URL.parse(text.includes("://") ? text : `https://${text}`);
  if (!address || !/^https?:$/.test(address.protocol) || address.username + address.password + address.search !== "") {
    throw new Error("The site's address must look like https://site.example.");
  }
  return address.origin + address.pathname.replace(/\/(wp-json\/?|wp-admin\/?)?$/, "").replace(/\/+$/, "");
}

/**
 * Reads the tables of WP SMS from a site that has the companion plugin, whether it is connected or not.
 *
 * @throws Error with a sentence that says what to do
 */
export async function* wpSmsOfSite(
  config: Config,
  options: { readonly url: string; readonly user: string; readonly password: string },
): AsyncGenerator<SiteRow> {
  const url = siteUrl(options.url);
  const outbound = createOutbound({ allow: allowedOutbound(config) });
  try {
    const site = siteOf({ url, fetch: fetchFor(url, outbound), timeoutMs: 20_000, clock: { now: monotonic } });
    yield* readWpSmsTables(site, { user: options.user, password: new Secret(options.password) });
  } finally {
    await outbound.close();
  }
}

/** Only a site on this machine finds the service at a loopback address. */
function ownUrl(config: Config, site: string): string {
  if (isLoopback(site) && isLoopback(config.listen.host)) return localAddress(config);
  throw new Error(
    "The address at which the site reaches the service is unknown: set TIDINGS_PUBLIC_URL, or pass --service-url.",
  );
}
