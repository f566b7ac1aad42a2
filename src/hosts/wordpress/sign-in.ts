import type { KeyObject } from "node:crypto";

import type { PlatformSignIn, PlatformUser, SignInAttempt } from "#domain/access/platform-sign-in";
import { second, type Clock } from "#lib/time";

import { createCache } from "../shared/cache.ts";
import { isOlderPlugin, SIGN_IN_PLUGIN } from "./plugin-versions.ts";
import { callerOf, isRecord, readPrincipal, type SitePerson } from "./principal.ts";
import { isSignature, MAX_AGE_SECONDS, sign, signInAnswerText, signInRequestText } from "./signature.ts";
import type { UnlessDown } from "./reachability.ts";
import { SiteDown } from "./site-reply.ts";
import type { Site, SiteCredentials } from "./site.ts";
import { describedUser } from "./user-now.ts";

/** Time for a person to sign in at the site, second factor and password manager included. */
const ATTEMPT_SECONDS = 600;
const CHECKED_MS = 30 * second;
/** An obstacle that was removed is noticed after this time. */
const OBSTACLE_MS = 3 * second;

/**
 * Signing in to the console through the site: a signed request leads the browser to it, where WordPress signs its user
 * in, and the companion plugin sends the browser back with a signed statement of who that is.
 *
 * @param options.secret that site and service sign with
 */
export function siteSignIn(
  site: Site,
  options: { readonly service: SiteCredentials; readonly secret: KeyObject; readonly granting: readonly string[] },
  tools: {
    readonly clock: Clock;
    /** The database's. */
    readonly time: Clock;
    /** Turns a site that cannot be queried into the error that callers see. */
    readonly unlessDown: UnlessDown;
  },
): PlatformSignIn {
  const { service, secret, granting } = options;
  const { clock, time, unlessDown } = tools;
  const place = new URL(site.url).host;
  const seconds = (): number => Math.floor(time.now() / 1000);

  const checked = createCache<{ readonly obstacle: string | null }, null>({
    ms: CHECKED_MS,
    msOf: ({ obstacle }) => (obstacle === null ? CHECKED_MS : OBSTACLE_MS),
    max: 1,
    clock,
    keyOf: () => "",
    load: async () => ({ obstacle: await findObstacle() }),
  });

  async function findObstacle(): Promise<string | null> {
    try {
      const { status, json } = await site.get("/tidings/v1/status", {}, service);
      const plugin = status === 200 && isRecord(json) ? json["plugin"] : null;
      if (typeof plugin !== "string") {
        return `The companion plugin on ${place} does not answer: npx tidings doctor says why.`;
      }
      if (!isOlderPlugin(plugin, SIGN_IN_PLUGIN)) return null;
      return `The companion plugin on ${place} is version ${plugin}. Update it there to ${SIGN_IN_PLUGIN} or newer.`;
    } catch (error) {
      if (!(error instanceof SiteDown)) throw error;
      return `${place} does not answer at the moment. Try again in a moment.`;
    }
  }

  function userOf(person: SitePerson, stamp: string): PlatformUser {
    const { userId: id, username, capabilities } = callerOf(person, granting);
    return { id, username, capabilities, stamp, name: person.name || username, roles: person.roles };
  }

  return {
    place,
    obstacle: async () => (await checked.get(null))?.obstacle ?? null,

    addressFor(attempt) {
      const expires = String(seconds() + ATTEMPT_SECONDS);
      const query = new URLSearchParams({
        tidings_sign_in: attempt.state,
        tidings_return: attempt.returnTo,
        tidings_expires: expires,
        tidings_signature: sign(signInRequestText(attempt, expires), secret),
      });
      return `${site.url}/?${query}`;
    },

    read(answer, attempt: SignInAttempt) {
      const value = (name: string): string => {
        const all = answer.getAll(`tidings_${name}`);
        return all.length === 1 ? all[0]! : "";
      };
      const [principal, expires] = [value("principal"), value("expires")];
      if (!/^\d{1,12}$/.test(expires)) return "forged";
      if (!isSignature(value("signature"), signInAnswerText(attempt, expires, principal), secret)) return "forged";
      const left = Number(expires) - time.now() / 1000;
      if (left < 0 || left > 2 * MAX_AGE_SECONDS) return "stale";
      const read = readPrincipal(principal);
      return read?.person && read.stamp !== null ? userOf(read.person, read.stamp) : "forged";
    },

    userNow: (id) => unlessDown(userNow(id)),
  };

  async function userNow(id: number): Promise<PlatformUser | null> {
    const described = await describedUser(site, service, id);
    return described && userOf(described.person, described.stamp);
  }
}
