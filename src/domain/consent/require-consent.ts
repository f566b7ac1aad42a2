import { counted } from "#lib/counted";

import { DomainError } from "../error.ts";
import type { MessageContent } from "../messages/content.ts";
import type { Audience, Category } from "../messages/message.ts";
import type { Phone } from "../recipients/phone.ts";
import type { ReadSettings } from "../settings/settings-store.ts";
import { consentSection } from "./consent-settings.ts";

export type ConsentCheck = {
  /**
   * How many of the numbers have no consent in effect and would still get marketing that is sent as `sender`:
   * suppressed people are not counted.
   */
  withoutConsent(phones: readonly Phone[], sender: string | null): Promise<number>;
  /** These numbers, at most `limit` of them. */
  listWithoutConsent(phones: readonly Phone[], sender: string | null, limit: number): Promise<readonly Phone[]>;
  /** Records that a caller stated another basis for a marketing message. */
  declareBasis(by: string, basis: string): Promise<void>;
};

export type ConsentCheckDeps = {
  readonly settings: { readonly read: ReadSettings };
  readonly consentCheck: Pick<ConsentCheck, "withoutConsent" | "declareBasis">;
};

/** A call to send, as far as the rule is concerned. */
export type MarketingCall = {
  readonly category: Category;
  readonly content: Pick<MessageContent, "sender">;
  /** Numbers that are known now. Called only if the rule concerns the message. */
  readonly phones: () => readonly Phone[];
  /** Resolved after the response: its people are not known yet. */
  readonly audience: Audience | null;
  /** Another basis than a recorded consent, as stated by the caller; null: none. */
  readonly basis: string | null;
  readonly by: string;
};

export type ConsentCheckResult = {
  /** For the caller. */
  readonly warnings: readonly string[];
  /** How many of the known numbers have no consent; null: they were not counted. */
  readonly missing: number | null;
  readonly ground: ConsentGround | null;
  /** null: the message may be sent. */
  readonly refusal: ConsentRefusal | null;
};

/** Why the whole message is refused, in whole sentences, and what can be done. */
export type ConsentRefusal = {
  readonly reasons: readonly string[];
  readonly remedies: readonly string[];
  /** Facts for the caller, in API form. */
  readonly facts: { readonly without_consent: number | null };
};

/**
 * The basis on which a message may be sent to all its recipients: a consent on record, or another that the caller
 * stated.
 */
export const consentGrounds = ["record", "basis"] as const;
export type ConsentGround = (typeof consentGrounds)[number];

const NOT_COUNTED: ConsentCheckResult = { warnings: [], missing: null, ground: null, refusal: null };
/** Shared by all messages that the rule does not concern. */
const NOT_CONCERNED = Promise.resolve(NOT_COUNTED);

/**
 * The rule for marketing to people without a consent, before a message is sent on it.
 *
 * @throws DomainError consent_required
 */
export function requireConsent(ports: ConsentCheckDeps, call: MarketingCall): Promise<ConsentCheckResult> {
  return isConcerned(call) ? consentFor(ports, call) : NOT_CONCERNED;
}

const isConcerned = ({ category }: Pick<MarketingCall, "category">): boolean => category === "marketing";

async function consentFor(ports: ConsentCheckDeps, call: MarketingCall): Promise<ConsentCheckResult> {
  const result = await checkConsent(ports, call);
  const { ground, refusal } = result;
  if (refusal) {
    const sentences = [...refusal.reasons, NOTHING_SENT, ...refusal.remedies];
    throw new DomainError("consent_required", sentences.join(" "), [], refusal.facts);
  }
  if (ground === "basis") await ports.consentCheck.declareBasis(call.by, call.basis!);
  return result;
}

/**
 * What the rule says about a call. Members of groups have a consent; it concerns direct numbers, users, roles and
 * customers. People who are looked up after the response cannot be counted here: to be on the safe side, they count as
 * people without one.
 */
export async function checkConsent(
  {
    settings,
    consentCheck,
  }: Pick<ConsentCheckDeps, "settings"> & {
    readonly consentCheck: Pick<ConsentCheck, "withoutConsent">;
  },
  { category, content, phones, audience, basis }: Omit<MarketingCall, "by">,
): Promise<ConsentCheckResult> {
  if (!isConcerned({ category })) return NOT_COUNTED;
  if (basis !== null) return { ...NOT_COUNTED, ground: "basis" };
  const { requireRecord: rule } = await settings.read(consentSection);
  if (rule === "off") return NOT_COUNTED;
  const known = phones();
  const missing = known.length === 0 ? 0 : await consentCheck.withoutConsent(known, content.sender);
  const isOpen = isLookedUpLater(audience);
  const reasons = [
    ...(missing > 0 ? [`There is no record that ${counted(missing, "recipient")} agreed to marketing.`] : []),
    ...(isOpen ? ["Users, roles and customers are looked up later: whether they agreed cannot be checked."] : []),
  ];
  if (reasons.length === 0) return { ...NOT_COUNTED, missing, ground: "record" };
  if (rule === "warn") return { ...NOT_COUNTED, warnings: reasons, missing };
  const remedies = [isOpen ? GROUPS_INSTEAD : SIGN_UP_FIRST, NO_MARKETING, ANOTHER_BASIS];
  const facts = { without_consent: isOpen ? null : missing };
  return { ...NOT_COUNTED, missing, refusal: { reasons, remedies, facts } };
}

/** Whether an audience has people besides members of groups and segments. */
export const isLookedUpLater = (audience: Audience | null): boolean =>
  audience !== null && (audience.users.length > 0 || audience.roles.length > 0 || audience.customers);

/** A sentence each, so that each can be translated. */
const NOTHING_SENT = "Nothing was sent.";
const SIGN_UP_FIRST = "Let people sign up on a page or with a form, or import them with their consent.";
const GROUPS_INSTEAD = "Send to a newsletter group, whose members have agreed.";
const NO_MARKETING = "If the message is not marketing, set category to transactional.";
const ANOTHER_BASIS =
  "A user with svc_setting may state another basis in consent_basis, or change the setting consent.require_record.";
