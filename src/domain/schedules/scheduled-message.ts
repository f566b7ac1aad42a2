import type { Uuid } from "#lib/ids";

import { DomainError } from "../error.ts";
import { requireAbilities, requireRoute } from "../messages/abilities.ts";
import { contentOf, inputOf } from "../messages/content.ts";
import { isRefused, namedNumber, personalize, personalizeOrRefuse } from "../messages/personalize.ts";
import { newMessage, NOBODY, type Audience, type Named, type NewMessage } from "../messages/message.ts";
import type { SendCommand } from "../messages/send.ts";
import { withFooter, type Footer } from "../opt-out/footer.ts";
import { eachPhoneOnce } from "../recipients/other-spelling.ts";
import { DEFAULT_ROUTE } from "../routing/route.ts";
import type { RouteInfo, Routes } from "../routing/routes.ts";
import { MAX_SEGMENTS } from "../texts/personal-text.ts";
import type { Schedule, ScheduledMessage } from "./schedule.ts";

/** The stored form of a call to send later: its users are looked up again at each run. */
export function scheduledOf(command: SendCommand): ScheduledMessage {
  const users = command.contacts.map(({ id }) => id);
  const phones = eachPhoneOnce(command.numbers);
  return {
    content: command.written ?? inputOf(command.content),
    category: command.category,
    validFor: command.validFor,
    ratePerMinute: command.ratePerMinute,
    route: namedRoute(command.route),
    phones,
    ...(command.variables && { variables: command.variables }),
    duplicates: command.duplicates + command.numbers.length - phones.length,
    invalid: command.invalid,
    audience: users.length === 0 ? command.audience : withUsers(command.audience, users),
    createdBy: command.createdBy,
  };
}

function withUsers(audience: Audience | null, users: readonly number[]): Audience {
  const others = audience ?? NOBODY;
  return { ...others, users: [...others.users, ...users] };
}

/**
 * The message of one occurrence, with the texts of its direct numbers. It stays valid for as long after the run as a
 * message sent by a call. `refused`: one of them has no text.
 */
export function occurrenceOf(
  { id, message, frozenSet }: Schedule,
  footer: Footer | null,
  route: RouteInfo | null,
): { message: NewMessage; refused: boolean } {
  const { variables, ...rest } = message;
  const audience = frozenSet === null ? message.audience : frozenAudience(frozenSet, message.audience);
  const content = withFooter(contentOf(message.content), footer, null);
  // This also concerns schedules that were stored by an earlier release, or elsewhere.
  const phones = eachPhoneOnce(message.phones);
  const people = () => phones.map((phone) => namedNumber(phone, variables));
  const own = content.personal ? personalize(content, people(), audience !== null) : { content };
  const refused = isRefused(own);
  return {
    message: newMessage({
      ...rest,
      phones,
      duplicates: message.duplicates + message.phones.length - phones.length,
      ...(route && { route: route.route }),
      content,
      ...(!refused && own),
      audience,
      named: namedIn(phones.length, frozenSet === null ? null : message.audience),
      scheduleId: id,
    }),
    refused,
  };
}

/** @throws DomainError invalid_parameter if there is no text for one of the direct numbers */
export function requireTexts({ content, phones, variables, audience }: Omit<ScheduledMessage, "createdBy">): void {
  if (!content.personal) return;
  const people = phones.map((phone) => namedNumber(phone, variables));
  personalizeOrRefuse(contentOf(content), people, audience !== null);
}

/** @param frozen what a stored audience was made of: the message's own says only its groups */
function namedIn(numbers: number, frozen: Audience | null): Named {
  if (!frozen) return { numbers };
  const { users, roles, customers } = frozen;
  return { numbers, users, roles, ...(customers && { customers }) };
}

function frozenAudience(set: Uuid, audience: Audience | null): Audience {
  return { ...NOBODY, groups: audience?.groups ?? null, frozen: set };
}

/** Gateways and the footer may have changed since the schedule was created. null: the message can be sent. */
export function refusalOf(
  message: Pick<NewMessage, "content" | "category">,
  route: RouteInfo | null,
): "no_gateway" | "gateway_cannot" | "too_long" | null {
  // The footer may have become longer. Texts of single people are measured as they are written.
  if (!message.content.personal && message.content.segments > MAX_SEGMENTS) return "too_long";
  try {
    requireAbilities({ ...message, route: requireRoute(route) }, null);
    return null;
  } catch (error) {
    if (error instanceof DomainError && (error.code === "no_gateway" || error.code === "gateway_cannot"))
      return error.code;
    throw error;
  }
}

/** A route as a schedule has it: the default route may lead elsewhere by the time of a run. */
export function namedRoute({ isDefault, route }: RouteInfo): string {
  return isDefault ? DEFAULT_ROUTE : route;
}

/** @param name as a schedule has it */
export function routeOf(name: string, routes: Routes): RouteInfo | null {
  return name === DEFAULT_ROUTE ? routes.byDefault() : routes.byName(name);
}
