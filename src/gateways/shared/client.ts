import { OUTBOUND_REFUSED } from "#domain/access/outbound";
import type { GatewayDeps, Outcome } from "#domain/gateways/gateway";

import { parseJson } from "./json.ts";
import { openOrigin } from "./origin.ts";
import { exchange, outcomeOfFailure, type WireAnswer, type WireFailure } from "./wire.ts";
import { loggableText } from "./loggable-text.ts";

/** `json` is undefined if the body is not JSON. */
export type Answer = WireAnswer & { readonly json: unknown };

export type Call = {
  /** POST if the call has a body, else GET. */
  readonly method?: string;
  /** With its query, if it has one; appended to the origin and the client's own path. */
  readonly path: string;
  /** At most one of the three. */
  readonly json?: unknown;
  readonly form?: URLSearchParams;
  readonly body?: { readonly type: string; readonly text: string };
  readonly headers?: Readonly<Record<string, string>>;
};

/** One vendor's API, with our credentials. */
export type Client = {
  call(call: Call): Promise<Answer | WireFailure>;
  /** Calls, and reads the outcome from a complete or broken response; if there is none, returns what that means. */
  request<Read>(call: Call, read: (answer: Answer) => Read): Promise<Read | Outcome>;
  /** A vendor's words made fit for a log: without our credentials and without `texts`. */
  words(wording: unknown, ...texts: (string | undefined)[]): string;
};

type ClientOptions = {
  /** In front of every call's path, e.g. `/v1`. */
  readonly path?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What must never appear in a reason; encoded forms of it are found, too. */
  readonly secrets: readonly (string | undefined)[];
};

/** Opens the API at a vendor's host. */
export function openClient(
  given: { readonly host: string; readonly plain: boolean; readonly timeout: number },
  tools: GatewayDeps,
  options: ClientOptions,
): Client {
  const urlOf = openOrigin(given);

  const call = async ({ method, path, json, form, body, headers }: Call): Promise<Answer | WireFailure> => {
    const content =
      json !== undefined
        ? { type: "application/json", text: JSON.stringify(json) }
        : form !== undefined
          ? { type: "application/x-www-form-urlencoded", text: form.toString() }
          : body;
    const url = urlOf((options.path ?? "") + path);
    if (url === null) return { kind: "unsent", code: OUTBOUND_REFUSED };
    const answer = await exchange(tools.fetch, {
      method: method ?? (content ? "POST" : "GET"),
      url,
      headers: {
        accept: "application/json",
        ...options.headers,
        ...(content ? { "content-type": content.type } : {}),
        ...headers,
      },
      ...(content ? { body: content.text } : {}),
      timeoutMs: given.timeout * 1_000,
    });
    return answer.kind === "answer" ? { ...answer, json: parseJson(answer.body) } : answer;
  };

  return {
    call,
    request: requestOver(call),
    words: (wording, ...texts) =>
      typeof wording === "string" ? loggableText(wording, [...options.secrets, ...texts]) : "",
  };
}

/** A client's `request`, by means of its `call`. */
export const requestOver =
  (call: Client["call"]): Client["request"] =>
  async (given, read) => {
    const answer = await call(given);
    return answer.kind === "answer" ? read(answer) : outcomeOfFailure(answer);
  };

/** HTTP Basic as options of a client. @param secrets further ones */
export function basicAuth(
  user: string,
  password: string,
  ...secrets: (string | undefined)[]
): Pick<ClientOptions, "headers" | "secrets"> {
  const pair = Buffer.from(`${user}:${password}`).toString("base64");
  return { headers: { authorization: `Basic ${pair}` }, secrets: [password, pair, ...secrets] };
}
