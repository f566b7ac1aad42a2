import type { OutboxRequest } from "#contract/outbox";
import { readOutboxCursor, type OutboxCursor } from "#contract/outbox-cursor";
import type { Detail } from "#domain/error";
import type { OutboxQuery } from "#domain/outbox/read-log";
import { deliveryStates, orderedStates, type DeliveryState } from "#domain/deliveries/delivery-state";
import { outboxStatuses, statesOf, type OutboxStatus } from "#domain/outbox/status";
import type { OutboxFilter } from "#domain/outbox/outbox-store";
import { isErasedNumber } from "#domain/privacy/erased-number";
import { readPhone } from "#domain/recipients/numbers";
import type { Country, Phone } from "#domain/recipients/phone";
import { uuidTime, withoutPrefix, type Uuid } from "#lib/ids";

import { PER_PAGE, readCursor } from "./response/paged-list.ts";
import { readDates } from "./request/read-dates.ts";

/** `status` and `state` as the caller gave them, for the cursor. */
export type OutboxCommand = OutboxQuery & { readonly status: string; readonly state: States | null };

type States = readonly DeliveryState[];

type Site = { readonly zone: string; readonly country: Country | null };
type Fields = Partial<OutboxRequest>;

/** Turns the parameters of GET /outbox into a query, collecting every issue. */
export function readOutboxQuery(fields: Fields, site: Site, issues: Detail[]): OutboxCommand {
  const cursor = readPosition(fields, issues);
  const filter = { ...(cursor && carriedFilter(cursor)), ...readFilter(fields, site, issues) };
  const status = fields.status ?? cursor?.filter.status ?? "all";
  const state = fields.state ? orderedStates(fields.state) : (cursor?.filter.state ?? null);
  const orderBy = fields.orderby ?? cursor?.orderBy ?? "date";
  const descending = fields.order ? fields.order === "desc" : (cursor?.descending ?? true);
  if (cursor) requireSame(fields, cursor, { ...filter, status, state, orderBy, descending }, issues);
  return {
    filter: {
      from: filter.from ?? null,
      to: filter.to ?? null,
      recipient: filter.recipient ?? null,
      messageId: filter.messageId ?? null,
      gateway: filter.gateway ?? null,
      category: filter.category ?? null,
      error: filter.error ?? null,
      search: filter.search ?? null,
      states: wantedStates(status, state),
    },
    status,
    state,
    orderBy,
    descending,
    perPage: fields.per_page ?? PER_PAGE,
    at: cursor
      ? {
          key: { messageId: cursor.key.messageId as Uuid, phone: cursor.key.phone },
          value: cursor.value,
          until: cursor.until,
          counts: cursor.counts,
        }
      : { page: fields.page ?? null },
  };
}

/** Both filters must match; null: any state. */
function wantedStates(status: string, state: States | null): States | null {
  if (status === "all") return state;
  const ofStatus = statesOf(status as OutboxStatus | DeliveryState);
  return state ? state.filter((one) => ofStatus.includes(one)) : ofStatus;
}

function carriedFilter({ filter }: OutboxCursor): Omit<OutboxFilter, "states"> {
  const { from, to, recipient, messageId, gateway, category = null, error = null, search } = filter;
  const keys = { recipient: recipient as Phone | null, messageId: messageId as Uuid | null };
  return { from, to, ...keys, gateway, category, error, search };
}

function readPosition(fields: Fields, issues: Detail[]): OutboxCursor | null {
  if (fields.cursor === undefined) return null;
  if (fields.page !== undefined) {
    issues.push({
      field: "page",
      code: "not_together",
      message: "cannot be used together with cursor: use one of the two",
    });
  }
  return readCursor(
    fields.cursor,
    (text) => {
      const cursor = readOutboxCursor(text);
      return cursor && isPossible(cursor) ? cursor : null;
    },
    issues,
  );
}

/** A position outside its own filters would bypass them. */
function isPossible({ filter, key }: OutboxCursor): boolean {
  const time = uuidTime(key.messageId as Uuid);
  if (filter.status !== "all" && !STATUSES.has(filter.status)) return false;
  if ((filter.from !== null && time < filter.from) || (filter.to !== null && time >= filter.to)) return false;
  if (filter.messageId !== null && filter.messageId !== key.messageId) return false;
  return filter.recipient === null || filter.recipient === key.phone;
}

const STATUSES: ReadonlySet<string> = new Set([...outboxStatuses, ...deliveryStates]);

/** The filters that the call itself sets. */
function readFilter(fields: Fields, site: Site, issues: Detail[]): Partial<Omit<OutboxFilter, "states">> {
  const { from, to } = readDates(fields, site.zone, issues);
  const recipient = fields.recipient === undefined ? null : recipientOf(fields.recipient, site.country);
  if (recipient !== null && typeof recipient !== "string") issues.push(recipient);
  const messageId = fields.message_id === undefined ? null : withoutPrefix("msg", fields.message_id);
  if (fields.message_id !== undefined && messageId === null) {
    issues.push({ field: "message_id", code: "invalid_format", message: "is not the id of a message: msg_…" });
  }
  const search = fields.search?.trim();
  return {
    ...(from !== null && { from }),
    ...(to !== null && { to }),
    ...(typeof recipient === "string" && { recipient }),
    ...(messageId !== null && { messageId }),
    ...(fields.gateway !== undefined && { gateway: fields.gateway }),
    ...(fields.category !== undefined && { category: fields.category }),
    ...(fields.error !== undefined && { error: fields.error }),
    ...(search && { search }),
  };
}

/** A cursor includes filters and order; a caller who repeats them must not change them. */
function requireSame(
  fields: Fields,
  cursor: OutboxCursor,
  now: Partial<Omit<OutboxFilter, "states">> & {
    status: string;
    state: States | null;
    orderBy: string;
    descending: boolean;
  },
  issues: Detail[],
): void {
  const { filter } = cursor;
  const pairs: readonly [keyof Fields, unknown, unknown][] = [
    ["date_from", now.from, filter.from],
    ["date_to", now.to, filter.to],
    ["recipient", now.recipient, filter.recipient],
    ["message_id", now.messageId, filter.messageId],
    ["gateway", now.gateway, filter.gateway],
    ["category", now.category, filter.category],
    ["error", now.error, filter.error],
    ["search", now.search, filter.search],
    ["status", now.status, filter.status],
    ["state", now.state?.join(), filter.state?.join()],
    ["orderby", now.orderBy, cursor.orderBy],
    ["order", now.descending, cursor.descending],
  ];
  for (const [field, given, carried] of pairs) {
    if (fields[field] === undefined || given === carried) continue;
    issues.push({
      field,
      code: "not_together",
      message: "differs from the value that the cursor was made with: leave it out",
    });
  }
}

/** What the log shows can be searched for. */
function recipientOf(text: string, country: Country | null): Phone | Detail {
  return isErasedNumber(text) ? text : readPhone("recipient", text, country);
}
