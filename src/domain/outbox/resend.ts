import { withPrefix, type Uuid } from "#lib/ids";

import { DomainError } from "../error.ts";
import type { MessageContent } from "../messages/content.ts";
import type { Audience, Category } from "../messages/message.ts";
import { isErasedNumber } from "../privacy/erased-number.ts";
import type { Phone } from "../recipients/phone.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import type { LockedEntry, OutboxEntryStore } from "./entry-store.ts";
import type { DeliveryState } from "../deliveries/delivery-state.ts";

/** States in which nothing of a delivery will be sent any more, and the person did not get it, as far as is known. */
export const resendable: readonly DeliveryState[] = ["failed", "undelivered", "expired", "canceled", "unknown"];

/** The message that a resend sends. */
export type Resending = {
  /** The message of the original. */
  readonly of: Uuid;
  readonly phone: Phone;
  readonly content: MessageContent;
  readonly category: Category;
  /** The route of the original. */
  readonly route: string;
  /** Recipients of the first message. */
  readonly audience: Audience | null;
};

/** `again`: regardless of its state and of earlier resends. */
export type ResendOptions = { readonly confirmDuplicate: boolean; readonly again: boolean };

export type ResendDeps = { readonly outboxEntries: OutboxEntryStore; readonly unitOfWork: UnitOfWork };

export type Resent<Answer> = { readonly answer: Answer; readonly id: number; readonly messageId: Uuid };

/** @throws DomainError not_found */
export function noEntry(): DomainError {
  return new DomainError("not_found", "There is no such entry in the outbox, or it is no longer kept.");
}

/**
 * Sends the content of an entry again, to the same person, as a new message. The entry is locked meanwhile: of two
 * calls at the same time one is refused, and a receipt that arrives now is either seen or comes too late.
 *
 * @param send sends it by the ordinary path, with all its rules, as part of this transaction
 * @throws DomainError not_found, not_in_this_state, and what `send` throws
 */
export function resendEntry<Answer>(
  { outboxEntries, unitOfWork }: ResendDeps,
  wanted: { readonly id: number; readonly by: string } & ResendOptions,
  send: (resending: Resending) => Promise<{ readonly messageId: Uuid; readonly answer: Answer }>,
): Promise<Resent<Answer>> {
  return unitOfWork.transaction(async () => {
    const key = await outboxEntries.key(wanted.id);
    const entry = key && (await outboxEntries.lock(key));
    if (!key || !entry) throw noEntry();
    const content = requireResendable(entry, key.phone, wanted);
    const { category, route, audience } = entry;
    const { messageId, answer } = await send({
      of: key.messageId,
      phone: key.phone as Phone,
      content,
      category,
      route,
      audience,
    });
    const id = await outboxEntries.link({ ...key, id: entry.id }, { as: messageId, by: wanted.by });
    return { answer, id, messageId };
  });
}

/** @throws DomainError not_in_this_state */
function requireResendable(
  entry: LockedEntry,
  phone: string,
  { confirmDuplicate, again }: ResendOptions,
): MessageContent {
  const { state, category, content, resentAs, hasLeft } = entry;
  const refuse = (why: string, facts: Record<string, unknown> = {}): DomainError =>
    new DomainError("not_in_this_state", why, [], { state, ...facts });
  if (category === "otp") throw refuse("A one-time password cannot be resent: request a new one.");
  if (isErasedNumber(phone) || content === null) {
    throw refuse(
      "The person or the text of this entry was erased or deleted by retention, or it never had a text, so it cannot be resent.",
    );
  }
  if (hasLeft) throw refuse("The person has left the groups that this message went to, so it cannot be resent.");
  if (again) {
    // A delivery on its way to the gateway may return to the queue, and is then sent.
    if (!["queued", "held", "sending"].includes(state)) return content;
    throw refuse("This message has not been sent yet: it is still to come.");
  }
  if (resentAs !== null) {
    const id = withPrefix("msg", resentAs);
    throw refuse(`It was resent already, as ${id}. If that one failed, resend that one.`, { resent_as: id });
  }
  if (!resendable.includes(state)) {
    throw refuse(`An entry that is ${state} cannot be resent, only one that is ${resendable.join(", ")}.`);
  }
  if (state === "unknown" && !confirmDuplicate) {
    throw refuse("The person may have received it. To send it all the same, set confirm_duplicate to true.", {
      confirm: "confirm_duplicate",
    });
  }
  return content;
}
