import type { Uuid } from "#lib/ids";

import { DomainError } from "../error.ts";
import { defaultValidFor, type Audience, type NewMessage } from "../messages/message.ts";
import { categoryOf, nobodyUsable, requireAbilities, unite, resolveRoute, type SendCommand } from "../messages/send.ts";
import { segmentsOf } from "../messages/segments.ts";
import type { RouteInfo, Routes } from "../routing/routes.ts";
import type { Country } from "../recipients/phone.ts";
import type { Schedule, ScheduledMessage } from "./schedule.ts";

/** What a call to send becomes when it is to happen later: its users are looked up again at each run. */
export function scheduledOf(command: SendCommand): ScheduledMessage {
  const users = command.contacts.map(({ id }) => id);
  return {
    text: command.text,
    sender: command.sender,
    flash: command.flash,
    media: command.media,
    category: categoryOf(command),
    validFor: command.validFor,
    ratePerMinute: command.ratePerMinute ?? null,
    route: command.route.route,
    phones: command.numbers,
    duplicates: command.duplicates,
    invalid: command.invalid,
    audience: users.length === 0 ? command.audience : withUsers(command.audience, users),
    createdBy: command.createdBy,
  };
}

/** Whom a schedule reaches is asked at each run; but one that nobody could get today is a mistake. */
export function requireSomebody(command: SendCommand, country: Country | null): void {
  if (unite(command, country).phones.length === 0 && !command.audience) {
    throw nobodyUsable(command);
  }
}

function withUsers(audience: Audience | null, users: readonly number[]): Audience {
  const { groups = null, roles = [], customers = false } = audience ?? {};
  return { groups, roles, users: [...(audience?.users ?? []), ...users], customers };
}

/** The message of one occurrence. Its text is worth sending for as long after the run as a text sent by hand. */
export function occurrenceOf({ id, message, frozenSet }: Schedule): NewMessage {
  const { encoding, segments } = segmentsOf(message.text);
  return {
    category: message.category,
    route: message.route,
    sender: message.sender,
    text: message.text,
    flash: message.flash,
    media: message.media,
    encoding,
    segments,
    validFor: message.validFor ?? defaultValidFor[message.category],
    ratePerMinute: message.ratePerMinute,
    phones: message.phones,
    duplicates: message.duplicates,
    invalid: message.invalid,
    audience: frozenSet === null ? message.audience : frozenAudience(frozenSet, message.audience),
    createdBy: message.createdBy,
    scheduleId: id,
  };
}

function frozenAudience(set: Uuid, audience: Audience | null): Audience {
  return { groups: audience?.groups ?? null, roles: [], users: [], customers: false, frozen: set };
}

/** Gateways may have changed since the schedule was made. null: the message can go its way. */
export function refusalOf(message: ScheduledMessage, routes: Routes): "no_gateway" | "gateway_cannot" | null {
  const route = routeOf(message.route, routes);
  if (!route) return "no_gateway";
  try {
    requireAbilities(resolveRoute({ ...message, route }, message.category, null));
    return null;
  } catch (error) {
    if (error instanceof DomainError && error.code === "gateway_cannot") return error.code;
    throw error;
  }
}

export function routeOf(name: string, routes: Routes): RouteInfo | null {
  const byDefault = routes.byDefault();
  return byDefault?.route === name ? byDefault : routes.byName(name);
}
