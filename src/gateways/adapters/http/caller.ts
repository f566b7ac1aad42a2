import { OUTBOUND_REFUSED } from "#domain/access/outbound";
import type { GatewayDeps, Outcome } from "#domain/gateways/gateway";

import { openTokens } from "../../shared/oauth.ts";
import { openOrigin } from "../../shared/origin.ts";
import { exchange, type WireAnswer, type WireFailure } from "../../shared/wire.ts";
import { makeAuthorize } from "./authorize.ts";
import { contentTypes } from "./body.ts";
import { readHeader, renderHeaders } from "./headers.ts";
import type { HttpSettings } from "./settings.ts";
import type { Values } from "./template.ts";

/**
 * Result of a call. `unsafe`: a value would break out of its header, nothing was sent; `no token`: nothing was sent
 * either.
 */
export type CallResult =
  | WireAnswer
  | WireFailure
  | { readonly kind: "unsafe" }
  | { readonly kind: "no token"; readonly outcome: Outcome };

type Call = { readonly content: string | undefined; readonly values: Values };

/** Calls of one API, with our credentials. */
export type Caller = {
  /**
   * @param inDoubt whether the call may have been executed in spite of a 401: then it is not repeated with a new token
   */
  call(method: string, path: string, what: Call, inDoubt?: (answer: WireAnswer) => boolean): Promise<CallResult>;
  /** What must never appear in a reason. */
  readonly secrets: readonly (string | undefined)[];
};

/** Opens the API that the settings describe. */
export function openCaller(given: HttpSettings, tools: GatewayDeps): Caller {
  const { plain, timeout } = given;
  const urlOf = openOrigin(given);
  const headers = given.header.map(readHeader);
  const authorize = makeAuthorize(given);
  const source = { host: given.tokenHost ?? given.host, path: given.tokenPath, plain, timeout, scope: given.scope };
  const client = { clientId: given.username ?? "", clientSecret: given.password ?? "" };
  const tokens =
    given.auth === "oauth2" ? openTokens({ ...source, ...client, inForm: given.tokenAuth === "form" }, tools) : null;
  // The pair too: Basic sends it as one base64 word, in which neither half is found.
  const pair = `${given.username ?? ""}:${given.password ?? ""}`;

  // Calls in progress may still carry the previous token.
  const used: string[] = [];
  const remember = (token: string): void => {
    if (used[0] !== token) used.splice(0, used.length, token, ...used.slice(0, 1));
  };

  const callOnce: Caller["call"] = async (method, path, { content, values }) => {
    const extra = renderHeaders(headers, values);
    if (extra === null) return { kind: "unsafe" };
    const inQuery = content !== undefined && given.type === "query";
    const target = inQuery ? `${path}${path.includes("?") ? "&" : "?"}${content}` : path;
    const url = urlOf(target);
    if (url === null) return { kind: "unsent", code: OUTBOUND_REFUSED };
    const body = inQuery || content === undefined ? undefined : content;
    const proof = authorize({ method, host: given.host, target, body, values });
    if (/[^\t\u0020-\u007e]/.test(Object.values(proof).join(""))) return { kind: "unsafe" };
    return exchange(tools.fetch, {
      method,
      url,
      headers: {
        ...(body === undefined ? {} : { "content-type": contentTypes[given.type] }),
        ...proof,
        ...extra,
      },
      ...(body === undefined ? {} : { body }),
      timeoutMs: timeout * 1_000,
    });
  };

  return {
    get secrets() {
      return [given.password, given.username, pair, given.signatureSecret, ...used];
    },
    async call(method, path, what, inDoubt = () => false) {
      if (tokens === null) return callOnce(method, path, what);
      for (let again = true; ; again = false) {
        const reported = await tokens.take();
        if ("kind" in reported) return { kind: "no token", outcome: reported };
        remember(reported.token);
        const answer = await callOnce(method, path, { ...what, values: { ...what.values, token: reported.token } });
        // A token may expire early; two 401s in a row mean account trouble.
        if (answer.kind !== "answer" || answer.status !== 401 || !again) return answer;
        await tokens.forget(reported.token);
        if (inDoubt(answer)) return answer;
      }
    },
  };
}
