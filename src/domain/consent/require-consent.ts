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
  /** Numbers that are known now. */
  readonly phones: readonly Phone[];
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
};

/**
 * The basis on which a message may be sent to all its recipients: a consent on record, or another that the caller
 * stated.
 */
export type ConsentGround = "record" | "basis";

const NOT_COUNTED: ConsentCheckResult = { warnings: [], missing: null, ground: null };

/**
 * The rule for marketing to people without a consent. Members of groups have one; it concerns direct numbers, users,
 * roles and customers. People who are looked up after the response cannot be counted here: to be on the safe side, they
 * count as people without one.
 *
 * @throws DomainError consent_required
 */
export async function requireConsent(
  { settings, consentCheck }: ConsentCheckDeps,
  { category, content, phones, audience, basis, by }: MarketingCall,
): Promise<ConsentCheckResult> {
  if (category !== "marketing") return NOT_COUNTED;
  if (basis !== null) {
    await consentCheck.declareBasis(by, basis);
    return { ...NOT_COUNTED, ground: "basis" };
  }
  const { requireRecord: rule } = await settings.read(consentSection);
  if (rule === "off") return NOT_COUNTED;
  const missing = phones.length === 0 ? 0 : await consentCheck.withoutConsent(phones, content.sender);
  const isOpen = isLookedUpLater(audience);
  const sentences = [
    ...(missing > 0 ? [`There is no record that ${counted(missing, "recipient")} agreed to marketing.`] : []),
    ...(isOpen ? ["Users, roles and customers are looked up later: whether they agreed cannot be checked."] : []),
  ];
  if (sentences.length === 0) return { warnings: [], missing, ground: "record" };
  if (rule === "warn") return { warnings: sentences, missing, ground: null };
  const next = [NOTHING_SENT, isOpen ? GROUPS_INSTEAD : SIGN_UP_FIRST, NO_MARKETING, ANOTHER_BASIS];
  throw new DomainError("consent_required", [...sentences, ...next].join(" "), [], {
    without_consent: isOpen ? null : missing,
  });
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
