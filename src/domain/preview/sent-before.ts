import type { Uuid } from "#lib/ids";
import { day } from "#lib/time";

import type { Phone } from "../recipients/phone.ts";
import type { Audience, NewMessage } from "../messages/message.ts";

/** A message of the last day with the same text. */
export type SameText = {
  readonly id: Uuid;
  readonly audience: Audience | null;
  readonly createdBy: string;
  /** How many people it was meant for; of an audience that is still being resolved, those found so far. */
  readonly matched: number;
  /** Whether it went to one of the given numbers. */
  readonly toNumbers: boolean;
};

export type SameTextQuery = {
  readonly text: string;
  /** In milliseconds since 1970. */
  readonly since: number;
  readonly phones: readonly Phone[];
};

/** Newest first, without those that ended before anything was sent. */
export type SameTextReader = { read(query: SameTextQuery): Promise<readonly SameText[]> };

/** Of many numbers, only the first ones are compared: a list that is sent twice has the same beginning. */
const NUMBERS_LOOKED_AT = 20;

export type SentBefore = { readonly id: Uuid; readonly warning: string };

/**
 * Whether the text was sent within a day before this message, to people of it or by the same person to many: Send was
 * pressed twice, or yesterday's text was used again. A text to a single person is usually a test. Callers who may not
 * read texts see only their own messages: otherwise they could guess what others wrote to a number.
 */
export async function sentBefore(
  reader: SameTextReader,
  {
    content,
    category,
    audience,
    phones,
    createdBy,
  }: Pick<NewMessage, "content" | "category" | "audience" | "phones" | "createdBy">,
  { at, mayReadTexts }: { readonly at: number; readonly mayReadTexts: boolean },
): Promise<SentBefore | null> {
  if (content.text === "" || category === "otp") return null;
  const query = { text: content.text, since: at - day, phones: phones.slice(0, NUMBERS_LOOKED_AT) };
  const found = await reader.read(query);
  const own = found.filter((one) => one.createdBy === createdBy);
  const toSome = (mayReadTexts ? found : own).find((one) => one.toNumbers || overlap(one.audience, audience));
  if (toSome) return { id: toSome.id, warning: TO_SOME };
  const toOthers = own.find((one) => one.audience !== null || one.matched > 1);
  return toOthers ? { id: toOthers.id, warning: TO_OTHERS } : null;
}

/** Whether both name the same group, segment, role or user. The same person may be in both for other reasons, too. */
function overlap(one: Audience | null, other: Audience | null): boolean {
  if (one === null || other === null) return false;
  return (
    shareGroups(one.groups, other.groups) ||
    share(one.roles, other.roles) ||
    share(one.users, other.users) ||
    share(one.segments ?? [], other.segments ?? []) ||
    (one.customers && other.customers)
  );
}

function shareGroups(one: Audience["groups"], other: Audience["groups"]): boolean {
  if (one === null || other === null) return false;
  return one === "all" || other === "all" || share(one, other);
}

const share = <T>(one: readonly T[], other: readonly T[]): boolean => one.some((part) => other.includes(part));

const TO_SOME = "This text was already sent to these recipients, or to some of them, within the last 24 hours.";
const TO_OTHERS = "You already sent this text within the last 24 hours, to other recipients.";
