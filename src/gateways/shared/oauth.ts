import type { GatewayDeps, Outcome } from "#domain/gateways/gateway";
import { outsideContext } from "#lib/outside-context";

import { basicAuth, openClient } from "./client.ts";
import { textAt } from "./json.ts";
import { outcomeOfStatus } from "./status.ts";
import { outcomeOfFailure } from "./wire.ts";

/** Milliseconds before its end at which a token is no longer used: a message may wait that long for its connection. */
const EARLY = 60_000;

type TokenReply = { readonly token: string } | Outcome;

export type TokenSource = {
  readonly host: string;
  readonly path: string;
  readonly plain: boolean;
  /** Seconds. */
  readonly timeout: number;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The client's id and secret are sent in the form, not in a header (RFC 6749 §2.3.1). */
  readonly inForm?: boolean;
  readonly scope?: string | undefined;
};

/** Access tokens by client credentials (RFC 6749 §4.4), cached until shortly before their end. */
export function openTokens(given: TokenSource, tools: GatewayDeps) {
  const auth = basicAuth(given.clientId, given.clientSecret);
  const client = openClient(given, tools, given.inForm === true ? { ...auth, headers: {} } : auth);
  let kept: Promise<TokenReply> | null = null;
  let until = 0;

  const request = async (): Promise<TokenReply> => {
    const form = new URLSearchParams({
      grant_type: "client_credentials",
      ...(given.inForm === true && { client_id: given.clientId, client_secret: given.clientSecret }),
      ...(given.scope !== undefined && { scope: given.scope }),
    });
    const answer = await client.call({ path: given.path, form });
    if (answer.kind !== "answer") return withoutDoubt(outcomeOfFailure(answer));
    const token = textAt(answer.json, "access_token");
    const words = client.words(textAt(answer.json, "error_description") || textAt(answer.json, "error"));
    if (answer.status !== 200) return withoutDoubt(outcomeOfStatus(answer.status, answer.headers, words));
    if (!/^[\x21-\x7e]{8,8192}$/.test(token))
      return withoutDoubt({ kind: "unknown", reason: "no token in the response" });
    until = tools.clock.now() + lifetimeOf(textAt(answer.json, "expires_in"));
    return { token };
  };

  return {
    /** A token, or the outcome of a message because there is none: nothing of it was sent. */
    async take(): Promise<TokenReply> {
      if (kept !== null && tools.clock.now() < until) return kept;
      // Not in the context of the message that is first to need it, whose last check is for its own first byte: others
      // wait for this token, too, and a message counts as on the wire once it was checked.
      const current = (kept = outsideContext(request));
      // While a token is being requested, all callers wait for this one.
      until = Infinity;
      const reply = await current;
      if ("kind" in reply && kept === current) kept = null;
      return reply;
    },
    /** Forgets a token that is no longer accepted. */
    async forget(token: string): Promise<void> {
      const reply = await kept;
      if (reply && "token" in reply && reply.token === token) kept = null;
    },
  };
}

/** Milliseconds a token is used. Its lifetime may be missing (RFC 6749 §5.1): then one is requested every hour. */
function lifetimeOf(seconds: string): number {
  const lasts = seconds === "" ? 3_600 : Number(seconds);
  return Number.isFinite(lasts) ? lasts * 1_000 - EARLY : 0;
}

/**
 * The token call contained no message: if its outcome is unknown, the message was still not sent, and a refusal
 * concerns the account.
 */
function withoutDoubt(outcome: Outcome): Outcome {
  if (outcome.kind === "unknown") return { kind: "later", code: "no_token", reason: outcome.reason };
  return outcome.kind === "rejected" ? { kind: "stop", code: outcome.code, reason: outcome.reason } : outcome;
}
