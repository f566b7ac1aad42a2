import { DomainError, type Detail } from "../error.ts";
import type { Contact } from "../access/host.ts";
import type { AcceptResult, IdempotentReply, MessageStore } from "./message-store.ts";
import type { RouteInfo } from "../routing/routes.ts";
import { phoneOfContact } from "../recipients/contact.ts";
import { eachPhoneOnce, otherSpelling } from "../recipients/other-spelling.ts";
import type { Country, Phone } from "../recipients/phone.ts";
import { requireSendable } from "./abilities.ts";
import type { ContentInput, MessageContent } from "./content.ts";
import type { InspectMedia } from "./media-limits.ts";
import {
  longestContent,
  namedNumber,
  personalizeOrRefuse,
  type NamedPerson,
  type NumberVariables,
  type Personalized,
} from "./personalize.ts";
import { newMessage, type Accepted, type Audience, type Category, type Named, type NewMessage } from "./message.ts";

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
  /** What the call says about some of `numbers`, for the variables of its text. */
  readonly variables?: NumberVariables;
  readonly duplicates: number;
  readonly invalid: number;
  /** The issues of direct numbers that were skipped on request. */
  readonly skipped: readonly Detail[];
  /** Users whose phone numbers are already known. */
  readonly contacts: readonly Contact[];
  /** The audience that is resolved after the response. */
  readonly audience: Audience | null;
  /** As in {@link NewMessage}. */
  readonly resentAudience?: Audience;
  readonly createdBy: string;
};

export type SendDeps = {
  readonly messages: MessageStore;
  readonly country: Country | null;
  /** Absent: types are known only by extension, and sizes not at all. */
  readonly inspectMedia?: InspectMedia;
};

export const MAX_OTP_RECIPIENTS = 5;

/**
 * Applies all rules to a call: its recipients as one set, each with their text. Nothing is written.
 *
 * @throws DomainError gateway_cannot, no_recipients; invalid_parameter if there is no text for some of them
 */
export async function composeMessage(ports: SendDeps, command: SendCommand): Promise<NewMessage> {
  const composable = requireComposable(ports, command);
  return messageOf(command, composable instanceof Promise ? await composable : composable);
}

function messageOf(command: SendCommand, { recipients, own }: Composable): NewMessage {
  const { category, validFor, ratePerMinute, route, audience, resentAudience, createdBy } = command;
  const { phones, duplicates, invalid, named } = recipients;
  // Not a copy of the call: such copies were a fifth of what a batch allocates.
  const draft = {
    content: own.content,
    texts: own.texts,
    category,
    validFor,
    ratePerMinute,
    route: route.route,
    phones,
    duplicates,
    invalid,
    named,
    audience,
    resentAudience,
    createdBy,
  } satisfies Record<keyof SendCommand & keyof NewMessage, unknown> & Partial<Record<keyof NewMessage, unknown>>;
  return newMessage(draft);
}

/** `longest`: the longest of the texts of known recipients. */
export type Composable = {
  readonly recipients: Recipients;
  readonly own: Personalized;
  readonly longest: MessageContent;
};

/**
 * What a call and its preview are refused for. Most calls have nothing to wait for, and a batch is a thousand of them.
 */
export function requireComposable(
  ports: Pick<SendDeps, "country" | "inspectMedia">,
  command: SendCommand,
): Composable | Promise<Composable> {
  const { content, category, audience, route } = command;
  const recipients = unite(command, ports.country);
  const own = content.personal ? personalizeOrRefuse(content, recipients.people(), audience !== null) : { content };
  const longest = longestContent(own);
  const composable = (): Composable => {
    requireRecipients(command, recipients);
    return { recipients, own, longest };
  };
  const wanted = { content: longest, category, route };
  const waiting = requireSendable(wanted, audience ? null : recipients.phones, ports.inspectMedia);
  return waiting ? waiting.then(composable) : composable();
}

/**
 * Accepts a message: its recipients as one set, its place in the queue, one delivery each. Nothing is sent here, and no
 * gateway is contacted.
 *
 * @throws DomainError gateway_cannot, no_recipients
 */
export async function sendMessage(
  ports: SendDeps,
  command: SendCommand,
  idempotent?: (message: NewMessage) => IdempotentReply | undefined,
): Promise<Exclude<AcceptResult, { kind: "no_recipients" }>> {
  const message = await composeMessage(ports, command);
  const result = await ports.messages.accept(message, idempotent?.(message));
  if (result.kind === "no_recipients") throw noRecipientLeft(result.suppressed, command.skipped);
  return result;
}

/** Everyone named in a call has opted out. */
export function noRecipientLeft(suppressed: number, skipped: readonly Detail[]): DomainError {
  const message = "There are no recipients left to send to: everyone named has opted out.";
  return new DomainError("no_recipients", message, skipped, { suppressed });
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

/** `people`: the same recipients with their values. */
type Recipients = Pick<NewMessage, "phones" | "duplicates" | "invalid"> & {
  readonly named: Named;
  readonly people: () => NamedPerson[];
};

/**
 * Reports who was skipped, so that the caller can see why there are no recipients left.
 *
 * @throws DomainError no_recipients
 */
export function requireRecipients({ audience, skipped }: SendCommand, { phones }: Pick<Recipients, "phones">): void {
  if (phones.length > 0 || audience) return;
  throw new DomainError(
    "no_recipients",
    "There are no recipients left to send to: none of the people has a usable number.",
    skipped,
  );
}

/** Direct numbers and the users' phones as one set; an invalid number of a stored person is skipped and counted. */
export function unite(command: Omit<SendCommand, "route">, country: Country | null): Recipients {
  const direct = eachPhoneOnce(command.numbers);
  const numbers = (): NamedPerson[] => direct.map((phone) => namedNumber(phone, command.variables));
  const repeated = command.duplicates + command.numbers.length - direct.length;
  if (command.contacts.length === 0) {
    const named = { numbers: direct.length };
    return { phones: direct, duplicates: repeated, invalid: command.invalid, named, people: numbers };
  }
  const phones = new Set<Phone | null>(direct);
  const users: NamedPerson[] = [];
  let [duplicates, invalid] = [repeated, command.invalid];
  for (const contact of command.contacts) {
    const phone = phoneOfContact(contact, country);
    if (phone === null) invalid += 1;
    else if (phones.has(phone) || phones.has(otherSpelling(phone))) duplicates += 1;
    else {
      phones.add(phone);
      users.push({ phone, kind: "user", id: contact.id, name: contact.name ?? null });
    }
  }
  const all = [...direct, ...users.map(({ phone }) => phone)];
  const named = { numbers: direct.length, users: command.contacts.map(({ id }) => id) };
  return { phones: all, duplicates, invalid, named, people: () => [...numbers(), ...users] };
}
