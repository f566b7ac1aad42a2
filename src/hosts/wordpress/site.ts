import pLimit from "p-limit";

import { OUTBOUND_REFUSED } from "#domain/access/outbound";
import { deadlineSignal } from "#lib/deadline";
import { readText } from "#lib/read-text";
import type { Secret } from "#lib/redact";
import { second, type Clock } from "#lib/time";

/** An answer of WordPress itself: JSON, whatever its status. */
export type SiteReply = {
  readonly status: number;
  readonly json: unknown;
  /** `code` of an error; "" where there is none. */
  readonly code: string;
  /** How many there are in all, where the route counts. */
  readonly total: number | null;
};

export type SiteCredentials = { readonly user: string; readonly password: Secret };

type Query = Readonly<Record<string, string>>;

/** The site's REST API. */
export type Site = {
  readonly url: string;
  /** @throws SiteDown where WordPress did not answer */
  get(route: string, query: Query, as: SiteCredentials | null): Promise<SiteReply>;
  post(route: string, body: object, as: SiteCredentials): Promise<SiteReply>;
  /** Whether addresses were found to need `?rest_route=`. */
  plainPermalinks(): boolean;
};

/** Why the site could not be asked, in words for whoever keeps it. */
export class SiteDown extends Error {
  override readonly name = "SiteDown";
  readonly why: "unreachable" | "forbidden" | "slow" | "refused" | "redirect" | "failing" | "not_wordpress";

  constructor(why: SiteDown["why"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.why = why;
  }
}

/** Bytes of an answer at most, unpacked: 5,000 people with their numbers are 200 kB, a person of WordPress 1 kB. */
export const LONGEST_ANSWER = 8 * 1024 * 1024;

/** Calls under way to one site at most: its PHP workers are few, and visitors need them too. */
const AT_ONCE = 8;

/** After an answer that did not come nobody else waits for one: everybody is told at once, for this long. */
const COOL_DOWN_MS = 2 * second;
const LONGEST_COOL_DOWN_MS = 15 * second;

/**
 * @param options.fetch     the outbound gate's
 * @param options.clock     one that never jumps
 * @param options.timeoutMs for a call from asking to the last byte, the wait for its turn included
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
    // A web server that knows no front controller answers PUT and DELETE of "/" with 405.
    return `${site}${asPlain ? "/index.php" : `/wp-json${route}`}${search === "" ? "" : `?${search}`}`;
  };

  /** @throws SiteDown where nobody shall wait */
  function requireAwake(since: number): void {
    if (clock.now() < coolDownUntil) {
      throw new SiteDown("slow", `WordPress at ${site} did not answer within ${timeoutMs / 1000} s, some seconds ago.`);
    }
    // Who has little time left would find a site silent that is only busy, and everybody would be told so.
    if (clock.now() - since > timeoutMs / 2) {
      throw new SiteDown("slow", `WordPress at ${site} has ${AT_ONCE} of our calls to answer before this one.`);
    }
  }

  async function ask(route: string, query: Query, init: RequestInit): Promise<SiteReply> {
    const since = clock.now();
    requireAwake(since);
    const signal = deadlineSignal(timeoutMs);
    return turn(async () => {
      requireAwake(since);
      // Others may find out meanwhile, and turn it over.
      const form = plain;
      const first = await read(address(form, route, query), { ...init, signal });
      if (!(first instanceof SiteDown)) return first;
      // Anything that is no REST answer may mean that permalinks are off, or on again.
      if (first.why !== "not_wordpress" && first.why !== "redirect") throw first;
      const second = await read(address(!form, route, query), { ...init, signal });
      if (second instanceof SiteDown) throw first;
      plain = !form;
      return second;
    });
  }

  /** An answer, or why there is none that could come from WordPress's REST API. @throws SiteDown where none came */
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
    const { status } = response;
    if (text === null) throw new SiteDown("failing", `WordPress at ${site} answers with more than can be read.`);
    if (status >= 300 && status < 400) return new SiteDown("redirect", redirected(response));
    if (status === 429 || status >= 500) {
      throw new SiteDown("failing", `WordPress at ${site} answers with status ${status}.`);
    }
    const json = /^application\/json\b/i.test(response.headers.get("content-type") ?? "") ? parse(text) : undefined;
    const isJson = typeof json === "object" && json !== null;
    const code = isJson && "code" in json && typeof json.code === "string" ? json.code : "";
    // WordPress names its reason, whichever it is. A gateway or a lock before it may speak JSON as well.
    if ((status === 401 || status === 403) && code === "") {
      throw new SiteDown("refused", `Something before WordPress at ${site} refuses our calls with status ${status}.`);
    }
    if (!isJson) return new SiteDown("not_wordpress", `There is no REST API of WordPress at ${site}.`);
    const total = response.headers.get("x-wp-total");
    return {
      status,
      json,
      code,
      total: total === null ? null : Number(total),
    };
  }

  function silence(cause: unknown): SiteDown {
    if (cause instanceof Error && (cause.name === "TimeoutError" || cause.name === "AbortError")) {
      const now = clock.now();
      // Those that waited beside each other are one silence.
      if (now >= coolDownUntil) {
        silences += 1;
        coolDownUntil = now + Math.min(COOL_DOWN_MS * 2 ** (silences - 1), LONGEST_COOL_DOWN_MS);
      }
      return new SiteDown("slow", `WordPress at ${site} did not answer within ${timeoutMs / 1000} s.`, { cause });
    }
    const inner = cause instanceof Error ? (cause.cause as { code?: unknown } | undefined) : undefined;
    if (inner?.code === OUTBOUND_REFUSED) {
      const rule = "Without https only hosts are called that TIDINGS_OUTBOUND_ALLOW names, in private networks too.";
      return new SiteDown("forbidden", `WordPress at ${site} may not be called. ${rule}`, { cause });
    }
    const code = typeof inner?.code === "string" ? ` (${inner.code})` : "";
    const words = `WordPress at ${site} cannot be reached${code}.`;
    return new SiteDown("unreachable", words, { cause });
  }

  function redirected(response: Response): string {
    const to = URL.parse(response.headers.get("location") ?? "", site);
    return `${site} answers with a redirect${to ? ` to ${to.origin}` : ""}: the platform must be given the site's own address.`;
  }

  return {
    url: site,
    get: (route, query, as) => ask(route, query, { headers: headersOf(as) }),
    post: (route, body, as) =>
      ask(
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
