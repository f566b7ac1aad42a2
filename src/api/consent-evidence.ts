import type { Caller } from "#domain/access/capability";
import type { Evidence, Wording } from "#domain/consent/consent-record";
import { operator } from "#domain/users/granting";

import type { CallContext } from "./endpoint.ts";

/** The parameters that state how a consent came about. */
export type ConsentFields = {
  readonly consent_source?: Evidence["source"] | undefined;
  readonly consent_text?: string | undefined;
  readonly consent_version?: string | undefined;
  readonly consent_language?: string | undefined;
};

/** Who made a call, and from where, for the consent ledger. */
export function evidenceOf({ caller, ip }: Pick<CallContext, "caller" | "ip">, fields: ConsentFields = {}): Evidence {
  return { source: fields.consent_source ?? sourceOf(caller), actor: caller.principal, ip };
}

/** A person at the machine or signed in to the console, a call through the site, or a program. */
function sourceOf(caller: Caller): Evidence["source"] {
  if (caller.principal === operator.principal || caller.sessionId !== undefined) return "console";
  return caller.hostBlocked ? "wordpress" : "api";
}

/** What the person saw, if the caller says anything about it. */
export function wordingOf(fields: ConsentFields): Wording | undefined {
  const { consent_text: text, consent_version: version, consent_language: language } = fields;
  return (text ?? version ?? language) ? { text, version, language } : undefined;
}
