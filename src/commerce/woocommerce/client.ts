import { backoff } from "#lib/backoff";
import { signal } from "#lib/signal";
import { second } from "#lib/time";

import type { ShopSettings } from "./dsn.ts";
import { signRequest } from "./sign-request.ts";

export type ShopTools = {
  /** Follows no redirect: credentials must not follow one either. */
  readonly fetch: typeof fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** 0 ≤ random < 1 */
  readonly random: () => number;
  readonly newNonce: () => string;
  /** Makes the error that says: the shop cannot be asked now. */
  readonly unavailable: (message: string) => Error;
  /** How patient a call is, where not as usual. */
  readonly times?: { readonly tryMs?: number; readonly callMs?: number };
};

/** `total`: how many rows there are in all, null where the shop does not say. */
export type ShopPage = { readonly rows: readonly unknown[]; readonly total: number | null };

export type ShopClient = {
  /** One page of a collection below wc/v3. Throws what `unavailable` makes. */
  list(path: string, query: Readonly<Record<string, string>>): Promise<ShopPage>;
  /** What to throw where the rows make no sense; the words go on after the shop's address. */
  fault(why: string): Error;
};

/** A page of an audience takes two calls, one after the other: together below the 30 s lease of whoever resolves it. */
const TRY_MS = 8 * second;
const CALL_MS = 12 * second;
const MOST_TRIES = 4;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5 * second;
/** A hundred rows of the few fields that are asked for have some 10 KB; of whole orders, some 500 KB. */
const LONGEST_ANSWER = 4 * 1_024 * 1_024;

type Answer =
  | { readonly kind: "page"; readonly page: ShopPage }
  | { readonly kind: "again"; readonly why: string; readonly afterMs: number }
  | { readonly kind: "refused"; readonly why: string };

/** GETs of WooCommerce's REST API, each with a deadline, tried again where the shop is busy or away. */
export function openShopClient(settings: ShopSettings, tools: ShopTools): ShopClient {
  const { tryMs = TRY_MS, callMs = CALL_MS } = tools.times ?? {};
  const where = new URL(settings.site).host;

  const fault = (why: string): Error => tools.unavailable(`The shop at ${where} ${why}.`);

  return {
    fault,
    async list(path, query) {
      const end = tools.now() + callMs;
      for (let attempt = 1; ; attempt += 1) {
        const answer = await ask(path, query, Math.min(tryMs, Math.max(1, end - tools.now())));
        if (answer.kind === "page") return answer.page;
        const pause = answer.kind === "again" ? Math.max(answer.afterMs, pauseOf(attempt)) : 0;
        if (answer.kind === "refused" || attempt >= MOST_TRIES || tools.now() + pause >= end) {
          throw fault(answer.why);
        }
        await signal().wait(pause);
      }
    },
  };

  function pauseOf(attempt: number): number {
    return backoff(attempt, FIRST_PAUSE_MS, LONGEST_PAUSE_MS, tools.random());
  }

  async function ask(path: string, query: Readonly<Record<string, string>>, timeoutMs: number): Promise<Answer> {
    const below = settings.permalinks ? `/wp-json/wc/v3/${path}` : "/";
    const url = new URL(`${settings.site}${below}`);
    if (!settings.permalinks) url.searchParams.set("rest_route", `/wc/v3/${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    // The shop checks a signature against the address that it knows itself by.
    const known = new URL(`${settings.home}${below}${url.search}`);
    const credentials = signRequest(settings, url.protocol, known, {
      seconds: Math.floor(tools.now() / second),
      nonce: tools.newNonce(),
    });
    for (const [name, value] of credentials.query) url.searchParams.append(name, value);
    let response: Response;
    let body: string | null;
    try {
      response = await tools.fetch(url, {
        headers: { ...credentials.headers, Accept: "application/json" },
        redirect: "manual",
        signal: AbortSignal.timeout(timeoutMs),
      });
      body = await readText(response);
    } catch (error) {
      const late = error instanceof Error && error.name === "TimeoutError";
      return { kind: "again", why: late ? "does not answer in time" : "cannot be reached", afterMs: 0 };
    }
    return judge(response, body);
  }
}

function judge(response: Response, body: string | null): Answer {
  const { status, headers } = response;
  if (status === 429 || status >= 500) {
    return { kind: "again", why: `answers ${status}`, afterMs: Number(headers.get("retry-after") ?? 0) * second || 0 };
  }
  if (status >= 300 && status < 400) {
    const target = headers.get("location") ?? "";
    const to = URL.canParse(target) ? ` to ${new URL(target).origin}` : "";
    return { kind: "refused", why: `sends us elsewhere${to}: name its final address in TIDINGS_COMMERCE` };
  }
  const json = body === null ? null : parse(body);
  if (status !== 200) return { kind: "refused", why: refusal(status, codeOf(json)) };
  if (body === null) return { kind: "refused", why: "answers more than was asked for: over 4 MB" };
  if (!Array.isArray(json)) return { kind: "refused", why: "answers something that is not WooCommerce's REST API" };
  const total = headers.get("x-wp-total");
  return { kind: "page", page: { rows: json, total: total !== null && /^\d+$/.test(total) ? Number(total) : null } };
}

/** What an administrator has to do. By status: the codes differ with the plugins of the site. */
function refusal(status: number, code: string): string {
  const said = `(${status}${code === "" ? "" : ` ${code}`})`;
  if (status === 401) {
    return `refuses our credentials ${said}: the key or application password is wrong, was revoked, or its web server drops the Authorization header`;
  }
  if (status === 403) {
    return `does not let us read its customers and orders ${said}: the key must belong to an administrator or shop manager`;
  }
  if (status === 404) return `has no WooCommerce REST API ${said}: WooCommerce is off, or permalinks=false is needed`;
  return `refuses our question ${said}`;
}

function codeOf(json: unknown): string {
  const code = typeof json === "object" && json !== null ? (json as { code?: unknown }).code : null;
  return typeof code === "string" && /^[\w-]{1,80}$/.test(code) ? code : "";
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** null: longer than anything that was asked for. */
async function readText(response: Response): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > LONGEST_ANSWER) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
