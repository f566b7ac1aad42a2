import { DomainError, type Detail } from "../error.ts";
import type { GatewayAbilities } from "../gateways/gateway.ts";
import type { Contact } from "../access/host.ts";
import type { AcceptResult, IdempotentReply, MessageStore } from "./message-store.ts";
import type { RouteInfo } from "../routing/routes.ts";
import { phoneOfContact } from "../recipients/contact.ts";
import type { Country, Phone } from "../recipients/phone.ts";
import { defaultValidFor, type Accepted, type Audience, type Category, type NewMessage } from "./message.ts";
import { requireMedia, type LookAtMedia } from "./media.ts";
import { segmentsOf, type Segments } from "./segments.ts";

/** A call to send, every parameter of it right. */
export type SendCommand = {
  readonly text: string;
  readonly sender: string | null;
  readonly flash: boolean;
  readonly media: readonly string[];
  readonly category: Category | null;
  /** Seconds. */
  readonly validFor: number | null;
  /** Texts a minute at most; null: as fast as the gateway. */
  readonly ratePerMinute?: number | null;
  readonly route: RouteInfo;
  readonly numbers: readonly Phone[];
  readonly duplicates: number;
  readonly invalid: number;
  /** What is wrong with direct numbers that were left out on request. */
  readonly skipped?: readonly Detail[];
  /** Users whose phones are known already. */
  readonly contacts: readonly Contact[];
  /** What is resolved after the reply. */
  readonly audience: Audience | null;
  readonly createdBy: string;
};

export type SendPorts = {
  readonly messages: MessageStore;
  readonly country: Country | null;
  /** Absent: types are known by extension alone, and sizes not at all. */
  readonly lookAtMedia?: LookAtMedia;
};

export type Sent = {
  readonly message: Accepted;
  readonly category: Category;
  readonly segments: Segments;
};

export const MAX_OTP_RECIPIENTS = 5;

/** Marketing where subscribers are among the recipients, else transactional: unless the caller says. */
export function categoryOf(command: Pick<SendCommand, "category" | "audience">): Category {
  return command.category ?? (command.audience?.groups ? "marketing" : "transactional");
}

/**
 * Accepts a message: its recipients as one set, its place in the queue, one delivery each. Nothing is sent here
 * and no gateway is asked.
 *
 * @throws Fault gateway_cannot, no_recipients
 */
export async function sendMessage(
  ports: SendPorts,
  command: SendCommand,
  idempotent?: (sent: (accepted: Accepted) => Sent) => IdempotentReply,
): Promise<{ result: Exclude<AcceptResult, { kind: "nobody" }>; sent: (accepted: Accepted) => Sent }> {
  const category = categoryOf(command);
  const segments = segmentsOf(command.text);
  const recipients = unite(command, ports.country);
  const way = resolveRoute(command, category, command.audience ? null : recipients.phones);
  requireAbilities(way);
  await requireMedia(ports.lookAtMedia, command.media, way.route.gateway, way.route.abilities);
  if (recipients.phones.length === 0 && !command.audience) {
    throw nobodyUsable(command);
  }
  const message: NewMessage = {
    category,
    route: command.route.route,
    sender: command.sender,
    text: command.text,
    flash: command.flash,
    media: command.media,
    encoding: segments.encoding,
    segments: segments.segments,
    validFor: command.validFor ?? defaultValidFor[category],
    ratePerMinute: command.ratePerMinute ?? null,
    ...recipients,
    audience: command.audience,
    createdBy: command.createdBy,
  };
  const sent = (accepted: Accepted): Sent => ({ message: accepted, category, segments });
  const result = await ports.messages.accept(message, idempotent?.(sent));
  if (result.kind === "nobody") {
    throw new DomainError(
      "no_recipients",
      "Nobody is left to send to: everyone named has opted out.",
      command.skipped,
      {
        suppressed: result.suppressed,
      },
    );
  }
  return { result, sent };
}

/** Who was left out is told, or the caller could not say why nobody is left. */
export function nobodyUsable({ skipped = [] }: Pick<SendCommand, "skipped">): DomainError {
  return new DomainError(
    "no_recipients",
    "Nobody is left to send to: none of the people has a usable number.",
    skipped,
  );
}

/** Direct numbers and the users' phones as one set; a bad phone of a stored person is skipped and counted. */
export function unite(
  command: Pick<SendCommand, "numbers" | "contacts" | "duplicates" | "invalid">,
  country: Country | null,
): Pick<NewMessage, "phones" | "duplicates" | "invalid"> {
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

/** What a message may ask of a gateway that not every one can do. */
type Wanted = Pick<SendCommand, "flash" | "media" | "route" | "text">;

/** What a message asks for, with the gateways that may have to do it. Only flash, media and length ask for anything. */
export function resolveRoute(
  { flash, media, route, text }: Wanted,
  category: Category,
  phones: readonly Phone[] | null,
): Wanted {
  const asked = flash || media.length > 0 || text.length > (route.abilities.maxCharacters ?? Infinity);
  if (!route.narrow || !asked) return { flash, media, route, text };
  return { flash, media, text, route: { ...route, ...route.narrow(category, phones) } };
}

/** @throws Fault gateway_cannot where the way out lacks what the message needs */
export function requireAbilities(command: Wanted, can: GatewayAbilities = command.route.abilities): void {
  if (command.flash && !can.flash) {
    throw new DomainError("gateway_cannot", `${command.route.gateway} cannot send flash messages.`, [
      { field: "flash", code: "not_supported", message: "is not possible with this gateway" },
    ]);
  }
  const { maxCharacters: most = Infinity } = can;
  if (command.text.length > most) {
    const length = command.text.length.toLocaleString("en");
    const said = `takes texts of at most ${most.toLocaleString("en")} characters`;
    throw new DomainError("gateway_cannot", `${command.route.gateway} ${said}; this one has ${length}.`, [
      { field: "message", code: "too_long", message: `has ${length} characters: the gateway ${said}` },
    ]);
  }
  if (command.media.length > 0 && (!can.media || command.media.length > (can.maxMedia ?? Infinity))) {
    const most = can.media ? `takes at most ${can.maxMedia} media` : "cannot send media";
    throw new DomainError("gateway_cannot", `${command.route.gateway} ${most}.`, [
      { field: "media_urls", code: "not_supported", message: `is not possible: the gateway ${most}` },
    ]);
  }
}
