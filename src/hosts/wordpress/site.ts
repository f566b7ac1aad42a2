import pLimit from "p-limit";

import { OUTBOUND_REFUSED } from "#domain/access/outbound";
import { deadlineSignal } from "#lib/deadline";
import { readText } from "#lib/read-text";
import type { Secret } from "#lib/secret";
import { second, type Clock } from "#lib/time";
import { isCertificateRefused, whyUnreachable } from "#lib/unreachable";

import { replyOf, SiteDown, type SiteReply } from "./site-reply.ts";

export type SiteCredentials = { readonly user: string; readonly password: Secret };

type Query = Readonly<Record<string, string>>;

/** The site's REST API. */
export type Site = {
  readonly url: string;
  /** @throws SiteDown where WordPress did not answer */
  get(route: string, query: Query, as: SiteCredentials | null): Promise<SiteReply>;
  post(route: string, body: object, as: SiteCredentials): Promise<SiteReply>;
  /** Whether requests turned out to need `?rest_route=`. */
  plainPermalinks(): boolean;
};

/** Maximum size of a response, unpacked: 5,000 users with their numbers are 200 kB, one WordPress user is 1 kB. */
export const LONGEST_ANSWER = 8 * 1024 * 1024;

/** Maximum of concurrent calls to one site: it has few PHP workers, and visitors need them too. */
const AT_ONCE = 8;

/** After a timeout, calls fail immediately for this long instead of waiting. */
const COOL_DOWN_MS = 2 * second;
const LONGEST_COOL_DOWN_MS = 15 * second;

/**
 * @param options.fetch     the outbound gate's
 * @param options.clock     a monotonic clock
 * @param options.timeoutMs for a call from its start to the last byte, including the wait for a slot
 */
export function siteOf(options: {
  readonly url: string;
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
  readonly clock: Clock;
}): Site {
  const { url: site, timeoutMs, clock } = options;
  const turn = pLimit(AT_ONCE);
  let plain = false;
  let silences = 0;
  let coolDownUntil = -Infinity;

  const address = (asPlain: boolean, route: string, query: Query): string => {
    const search = new URLSearchParams(asPlain ? { rest_route: route, ...query } : query).toString();
    // A web server without a front controller answers PUT and DELETE of "/" with 405.
    return `${site}${asPlain ? "/index.php" : `/wp-json${route}`}${search === "" ? "" : `?${search}`}`;
  };

  /** @throws SiteDown where waiting is pointless */
  function requireAwake(since: number): void {
    if (clock.now() < coolDownUntil) {
      throw new SiteDown("slow", `WordPress at ${site} did not answer within ${timeoutMs / 1000} s, some seconds ago.`);
    }
    // A call with little time left would make a busy site look unresponsive, and every other call would then fail too.
    if (clock.now() - since > timeoutMs / 2) {
      throw new SiteDown("slow", `WordPress at ${site} has ${AT_ONCE} of our calls to answer before this one.`);
    }
  }

  async function request(route: string, query: Query, init: RequestInit): Promise<SiteReply> {
    const since = clock.now();
    requireAwake(since);
    const signal = deadlineSignal(timeoutMs);
    return turn(async () => {
      requireAwake(since);
      // Other calls may find out in the meantime, and change it.
      const form = plain;
      const first = await read(address(form, route, query), { ...init, signal });
      if (!(first instanceof SiteDown)) return first;
      // Any response that is not from the REST API may mean that permalinks were switched off, or back on.
      if (first.why !== "not_wordpress" && first.why !== "redirect") throw first;
      const second = await read(address(!form, route, query), { ...init, signal });
      if (second instanceof SiteDown) throw first;
      plain = !form;
      return second;
    });
  }

  /** A response, or why it cannot be from WordPress's REST API. @throws SiteDown where there was no response */
  async function read(url: string, init: RequestInit): Promise<SiteReply | SiteDown> {
    let response: Response;
    let text: string | null;
    try {
      // Never followed: a redirect would carry the credentials elsewhere.
      response = await options.fetch(url, { ...init, redirect: "manual" });
      text = await readText(response, LONGEST_ANSWER);
    } catch (cause) {
      throw silence(cause);
    }
    silences = 0;
    if (text === null) throw new SiteDown("failing", `WordPress at ${site} answers with more than can be read.`);
    return replyOf(response, text, site);
  }

  function silence(cause: unknown): SiteDown {
    if (cause instanceof Error && (cause.name === "TimeoutError" || cause.name === "AbortError")) {
      const now = clock.now();
      // Calls that timed out together count as one.
      if (now >= coolDownUntil) {
        silences += 1;
        coolDownUntil = now + Math.min(COOL_DOWN_MS * 2 ** (silences - 1), LONGEST_COOL_DOWN_MS);
      }
      return new SiteDown("slow", `WordPress at ${site} did not answer within ${timeoutMs / 1000} s.`, { cause });
    }
    const inner = cause instanceof Error ? (cause.cause as { code?: unknown } | undefined) : undefined;
    if (inner?.code === OUTBOUND_REFUSED) {
      const rule = "Without https, only hosts that TIDINGS_OUTBOUND_ALLOW names are called, even in private networks.";
      return new SiteDown("forbidden", `WordPress at ${site} may not be called. ${rule}`, { cause });
    }
    const why = isCertificateRefused(cause) ? "certificate" : "unreachable";
    return new SiteDown(why, `WordPress at ${site} ${whyUnreachable(cause)}.`, { cause });
  }

  return {
    url: site,
    get: (route, query, as) => request(route, query, { headers: headersOf(as) }),
    post: (route, body, as) =>
      request(
        route,
        {},
        {
          method: "POST",
          headers: { ...headersOf(as), "Content-Type": "application/json" },
          body: JSON.stringify(body),
        },
      ),
    plainPermalinks: () => plain,
  };
}

function headersOf(as: SiteCredentials | null): Record<string, string> {
  const basic = as && Buffer.from(`${as.user}:${as.password.reveal()}`).toString("base64");
  return {
    Accept: "application/json",
    "Cache-Control": "no-cache",
    "User-Agent": "Tidings",
    ...(basic && { Authorization: `Basic ${basic}` }),
  };
}
