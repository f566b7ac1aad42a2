import { DomainError } from "#domain/error";
import { backoff } from "#lib/backoff";
import { deadlineSignal } from "#lib/deadline";
import { readText } from "#lib/read-text";
import { signal } from "#lib/signal";
import { second } from "#lib/time";
import { isCertificateRefused, whyUnreachable } from "#lib/unreachable";

import type { ShopSettings } from "./dsn.ts";
import { judge, type Answer, type ShopPage } from "./judge-response.ts";
import { signRequest } from "./sign-request.ts";
import { signedAddress, authMethodsOf, type AuthMethod } from "./auth-methods.ts";

export type ShopDeps = {
  /** Must not follow redirects: the credentials would go along. */
  readonly fetch: typeof fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** 0 ≤ random < 1 */
  readonly random: () => number;
  readonly newNonce: () => string;
  /** Timeouts of a call, where they differ from the defaults. */
  readonly times?: { readonly tryMs?: number; readonly callMs?: number };
};

export type ShopClient = {
  /** One page of a collection below wc/v3; null: it is too long for a response. @throws DomainError host_unavailable */
  list(path: string, query: Readonly<Record<string, string>>): Promise<ShopPage | null>;
  /** The error to throw where the rows make no sense; `why` follows the shop's address. */
  issue(why: string): Error;
};

/**
 * A page of an audience takes two calls, one after the other: together they must stay below the 30 s lease of the job.
 */
const TRY_MS = 8 * second;
const CALL_MS = 12 * second;
const MAX_TRIES = 4;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5 * second;
/** For `issue`, where `list` returns null. */
export const TOO_LONG = "returns more than was requested: over 4 MB";
export const OUT_OF_ORDER = "does not return its rows in the requested order";
/** A hundred rows of the few fields that are requested take some 10 KB; fifty typical orders, some 500 KB. */
const LONGEST_ANSWER = 4 * 1_024 * 1_024;

/** GETs of WooCommerce's REST API, each with a deadline, retried where the shop is busy or unreachable. */
export function openShopClient(settings: ShopSettings, tools: ShopDeps): ShopClient {
  const { tryMs = TRY_MS, callMs = CALL_MS } = tools.times ?? {};
  const where = new URL(settings.site).host;
  const methods = authMethodsOf(settings);
  /** The method that worked last. */
  let known = 0;

  const issue = (why: string): Error => new DomainError("host_unavailable", `The shop at ${where} ${why}.`);

  return {
    issue,
    async list(path, query) {
      const end = tools.now() + callMs;
      for (let attempt = 1; ; attempt += 1) {
        const answer = await tryEachMethod(path, query, end);
        if (answer.kind === "page") return answer.page;
        const pause = answer.kind === "again" ? Math.max(answer.afterMs, pauseOf(attempt)) : 0;
        if (answer.kind !== "again" || attempt >= MAX_TRIES || tools.now() + pause >= end) throw issue(answer.why);
        await signal().wait(pause);
      }
    },
  };

  async function tryEachMethod(path: string, query: Readonly<Record<string, string>>, end: number): Promise<Answer> {
    const first = known;
    for (let tried = 0; ; tried += 1) {
      const at = (first + tried) % methods.length;
      const answer = await request(path, query, methods[at]!, Math.min(tryMs, Math.max(1, end - tools.now())));
      if (answer.kind === "page") known = at;
      if (answer.kind !== "unseen" || tried + 1 >= methods.length) return answer;
    }
  }

  function pauseOf(attempt: number): number {
    return backoff(attempt, FIRST_PAUSE_MS, LONGEST_PAUSE_MS, tools.random());
  }

  async function request(
    path: string,
    query: Readonly<Record<string, string>>,
    method: AuthMethod,
    timeoutMs: number,
  ): Promise<Answer> {
    const below = settings.permalinks ? `/wp-json/wc/v3/${path}` : "/index.php";
    const url = new URL(`${settings.site}${below}`);
    if (!settings.permalinks) url.searchParams.set("rest_route", `/wc/v3/${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const signed = { address: signedAddress(settings.home, method, below), query: url.searchParams };
    const credentials = signRequest(settings, method === "basic" ? null : signed, {
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
        signal: deadlineSignal(timeoutMs),
      });
      body = await readText(response, LONGEST_ANSWER);
    } catch (error) {
      if (isCertificateRefused(error)) return { kind: "refused", why: whyUnreachable(error) };
      const late = error instanceof Error && error.name === "TimeoutError";
      return { kind: "again", why: late ? "does not answer in time" : whyUnreachable(error), afterMs: 0 };
    }
    return judge(response, body, method, settings);
  }
}
