import type { Accepted, NewMessage } from "#domain/messages/message";
import type { AcceptCall, IdempotentReply } from "#domain/messages/message-store";
import { uuidv7, type Uuid } from "#lib/ids";

/** One message after its suppressed numbers were separated, with the id it will have. */
export type Entry = {
  readonly id: Uuid;
  readonly message: NewMessage;
  readonly suppressed: readonly string[];
  readonly accepted: Accepted;
  readonly idempotent?: IdempotentReply;
  readonly reply?: { readonly status: number; readonly body: string };
};

/**
 * The entries of calls.
 *
 * @param suppressed the suppressed numbers of each call
 * @param ids those of an earlier attempt that may still be written; new ones, of this time, if absent
 */
export function entriesOf(
  calls: readonly AcceptCall[],
  suppressed: readonly ReadonlySet<string>[],
  ids: readonly Uuid[],
  now: number,
): readonly Entry[] {
  return calls.map(({ message, idempotent }, index) => {
    const id = ids[index] ?? uuidv7(now);
    const list = suppressed[index]!;
    const blocked = list.size === 0 || isPrepared(message) ? [] : message.phones.filter((phone) => list.has(phone));
    const accepted = countsOf(id, message, blocked.length);
    return {
      id,
      message,
      suppressed: blocked,
      accepted,
      ...(idempotent && { idempotent, reply: idempotent.reply(accepted) }),
    };
  });
}

/**
 * Whether the recipients that the call names wait with the audience until everyone has a text. They are then counted
 * when it is resolved.
 */
export function isPrepared({ texts, audience }: NewMessage): boolean {
  return texts !== undefined && audience !== null;
}

/** Everyone named in the call is suppressed: nothing is stored. */
export function hasNoRecipient(entry: Entry): boolean {
  return entry.message.audience === null && entry.suppressed.length === entry.message.phones.length;
}

function countsOf(id: Uuid, message: NewMessage, suppressed: number): Accepted {
  if (message.audience) {
    return { id, state: "resolving", matched: null, accepted: null, duplicates: null, invalid: null, suppressed: null };
  }
  return {
    id,
    state: "running",
    matched: message.phones.length + message.duplicates + message.invalid,
    accepted: message.phones.length - suppressed,
    duplicates: message.duplicates,
    invalid: message.invalid,
    suppressed,
  };
}
