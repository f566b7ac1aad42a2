import { DomainError, type Detail } from "../error.ts";
import type { Contact } from "../access/host.ts";
import type { AcceptResult, IdempotentReply, MessageStore } from "./message-store.ts";
import type { RouteInfo } from "../routing/routes.ts";
import { phoneOfContact } from "../recipients/contact.ts";
import type { Country, Phone } from "../recipients/phone.ts";
import { requireSendable } from "./abilities.ts";
import type { ContentInput, MessageContent } from "./content.ts";
import type { LookAtMedia } from "./media.ts";
import { newMessage, type Accepted, type Audience, type Category, type NewMessage } from "./message.ts";

/** A call to send, with all parameters valid. */
export type SendCommand = {
  /** Exactly what is sent. */
  readonly content: MessageContent;
  /** What a schedule stores instead: the caller's words, to which the footer of its time is added at each run. */
  readonly written?: ContentInput;
  readonly category: Category;
  /** Seconds; null: the default of the category. */
  readonly validFor: number | null;
  /** Maximum messages per minute; null: as fast as the gateway. */
  readonly ratePerMinute: number | null;
  readonly route: RouteInfo;
  readonly numbers: readonly Phone[];
  readonly duplicates: number;
  readonly invalid: number;
  /** The issues of direct numbers that were skipped on request. */
  readonly skipped: readonly Detail[];
  /** Users whose phone numbers are already known. */
  readonly contacts: readonly Contact[];
  /** What is resolved after the response. */
  readonly audience: Audience | null;
  readonly createdBy: string;
};

export type SendDeps = {
  readonly messages: MessageStore;
  readonly country: Country | null;
  /** Absent: types are known only by extension, and sizes not at all. */
  readonly lookAtMedia?: LookAtMedia;
};

export const MAX_OTP_RECIPIENTS = 5;

/**
 * Accepts a message: its recipients as one set, its place in the queue, one delivery each. Nothing is sent here, and no
 * gateway is contacted.
 *
 * @throws DomainError gateway_cannot, no_recipients
 */
export async function sendMessage(
  ports: SendDeps,
  command: SendCommand,
  idempotent?: IdempotentReply,
): Promise<Exclude<AcceptResult, { kind: "nobody" }>> {
  const recipients = unite(command, ports.country);
  await requireSendable(command, command.audience ? null : recipients.phones, ports.lookAtMedia);
  requireSomebody(command, recipients);
  const message = newMessage({ ...command, ...recipients, route: command.route.route });
  const result = await ports.messages.accept(message, idempotent);
  if (result.kind === "nobody") {
    throw new DomainError(
      "no_recipients",
      "There are no recipients left to send to: everyone named has opted out.",
      command.skipped,
      {
        suppressed: result.suppressed,
      },
    );
  }
  return result;
}

/**
 * A message that the service itself sends, to known numbers.
 *
 * @throws DomainError gateway_cannot, no_recipients
 */
export async function sendToNumbers(
  ports: SendDeps,
  numbers: readonly Phone[],
  command: Pick<SendCommand, "content" | "category" | "route" | "createdBy"> & { readonly validFor?: number },
): Promise<Accepted> {
  const result = await sendMessage(ports, {
    validFor: null,
    ratePerMinute: null,
    ...command,
    numbers,
    duplicates: 0,
    invalid: 0,
    skipped: [],
    contacts: [],
    audience: null,
  });
  // Without an Idempotency-Key, it can only have been accepted.
  if (result.kind !== "accepted") throw new Error(`a message of our own was ${result.kind}`);
  return result.message;
}

type Recipients = Pick<NewMessage, "phones" | "duplicates" | "invalid">;

/**
 * Reports who was skipped, so that the caller can see why there are no recipients left.
 *
 * @throws DomainError no_recipients
 */
export function requireSomebody({ audience, skipped }: SendCommand, { phones }: Recipients): void {
  if (phones.length > 0 || audience) return;
  throw new DomainError(
    "no_recipients",
    "There are no recipients left to send to: none of the people has a usable number.",
    skipped,
  );
}

/** Direct numbers and the users' phones as one set; an invalid number of a stored person is skipped and counted. */
export function unite(command: Omit<SendCommand, "route">, country: Country | null): Recipients {
  if (command.contacts.length === 0) {
    return { phones: command.numbers, duplicates: command.duplicates, invalid: command.invalid };
  }
  const phones = new Set(command.numbers);
  let { duplicates, invalid } = command;
  for (const contact of command.contacts) {
    const phone = phoneOfContact(contact, country);
    if (phone === null) invalid += 1;
    else if (phones.has(phone)) duplicates += 1;
    else phones.add(phone);
  }
  return { phones: [...phones], duplicates, invalid };
}
