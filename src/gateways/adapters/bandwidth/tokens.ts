import type { GatewayTools, Outcome } from "#domain/ports/gateway";

import { basic, openClient } from "../../vendor/client.ts";
import { textAt } from "../../vendor/json.ts";
import { outcomeOfStatus } from "../../vendor/status.ts";
import { outcomeOfFailure } from "../../vendor/wire.ts";
import type { BandwidthSettings } from "./settings.ts";

/** Milliseconds before its end at which a token is no longer used: a text may wait that long for its connection. */
const EARLY = 60_000;

type Told = { readonly token: string } | Outcome;

/** Access tokens by client credentials (RFC 6749 §4.4), kept until shortly before their end. */
export function openTokens(given: BandwidthSettings, tools: GatewayTools) {
  const pair = basic(given.username, given.password);
  const client = openClient({ ...given, host: given.tokenHost }, tools, {
    headers: { authorization: `Basic ${pair}` },
    secrets: [given.password, pair],
  });
  let kept: Promise<Told> | null = null;
  let until = 0;

  const ask = async (): Promise<Told> => {
    const form = new URLSearchParams({ grant_type: "client_credentials" });
    const answer = await client.call({ path: "/api/v1/oauth2/token", form });
    if (answer.kind !== "answer") return withoutDoubt(outcomeOfFailure(answer));
    const token = textAt(answer.json, "access_token");
    const words = client.words(textAt(answer.json, "error_description") || textAt(answer.json, "error"));
    if (answer.status !== 200) return withoutDoubt(outcomeOfStatus(answer.status, answer.headers, words));
    if (!/^[\x21-\x7e]{8,8192}$/.test(token))
      return withoutDoubt({ kind: "unknown", reason: "no token in the answer" });
    until = tools.clock.now() + Number(textAt(answer.json, "expires_in")) * 1_000 - EARLY;
    return { token };
  };

  return {
    /** A token, or what to say of a text because there is none: nothing of it was sent. */
    async take(): Promise<Told> {
      if (kept !== null && tools.clock.now() < until) return kept;
      const asked = (kept = ask());
      // While it is asked for, everybody waits for this one.
      until = Infinity;
      const told = await asked;
      if ("kind" in told && kept === asked) kept = null;
      return told;
    },
    /** Forgets a token that is not taken any more. */
    async forget(token: string): Promise<void> {
      const told = await kept;
      if (told && "token" in told && told.token === token) kept = null;
    },
  };
}

/** No text was in the call for a token: a doubt about the call is none about the text, and a refusal is the account's. */
function withoutDoubt(outcome: Outcome): Outcome {
  if (outcome.kind === "unknown") return { kind: "later", code: "no_token", reason: outcome.reason };
  return outcome.kind === "rejected" ? { ...outcome, kind: "stop" } : outcome;
}
