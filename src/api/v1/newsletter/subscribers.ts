import { newSubscriber, subscribersData, subscribersQuery, subscriberView } from "#contract/subscribers";
import { limits } from "#contract/limits";
import { DomainError } from "#domain/error";
import type { EditDeps } from "#domain/newsletter/edit-subscriber";
import { subscribe, type SubscribeCommand } from "#domain/newsletter/subscribe";
import { personState } from "#domain/newsletter/with-memberships";
import type { ConsentRepository } from "#domain/consent/consent-ledger";
import type { GroupLookup } from "#domain/newsletter/group-store";
import type { Subscriber } from "#domain/newsletter/newsletter-store";
import type { SubscriberPage } from "#domain/newsletter/subscriber-repository";
import type { Country } from "#domain/recipients/phone";
import type { FilterReader } from "#domain/subscribers/read-filter";
import { counted } from "#lib/counted";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { PER_PAGE, readCursor } from "../../response/paged-list.ts";
import { shownSubscriber } from "./newsletter-fields.ts";
import { readSubscription } from "./read-subscription.ts";
import { readSubscriberFilter } from "./subscriber-filter.ts";

export type SubscriberDeps = EditDeps & {
  readonly readFilter: FilterReader;
  readonly consentRepository: ConsentRepository;
  readonly groups: GroupLookup;
  /** The site's country, for numbers without a plus. */
  readonly country: Country | null;
  /** Of the site. */
  readonly timeZone: () => string;
  /** Prefix of the paths in `Location`: "/svc/v1" after the mount prefix. */
  readonly base: string;
};

export const common = { access: "svc_subscribers", tag: "Subscribers" } as const;

/** `GET /subscribers`, `POST /subscribers`. */
export function subscribersEndpoints(services: SubscriberDeps): Endpoint[] {
  const { subscriberRepository, base } = services;
  return [
    endpoint<typeof subscribersQuery, SubscriberPage>({
      ...common,
      operationId: "listSubscribers",
      method: "GET",
      path: "/subscribers",
      summary: "List subscribers",
      input: subscribersQuery,
      data: subscribersData,
      errors: ["use_cursor"],
      async read(fields, _context, issues) {
        const { per_page: limit = PER_PAGE, cursor, orderby: orderBy = "id" } = fields;
        return {
          filter: await readSubscriberFilter(fields, services, issues),
          orderBy,
          descending: fields.order !== "asc",
          from: readCursor(cursor, (text) => readPlace(text, orderBy), issues) ?? { offset: 0 },
          limit,
        };
      },
      async handle(page) {
        const { limit, from, orderBy } = page;
        const end = "offset" in from ? from.offset + limit : 0;
        if (end > limits.pageWindow) throw deep();
        const read = await subscriberRepository.page({ ...page, limit: limit + 1 }, limits.pageWindow);
        const items = read.found.slice(0, limit);
        const place = orderBy === "id" ? { behind: items.at(-1)?.id ?? 0 } : { offset: end };
        const more = read.found.length > limit && (orderBy === "id" || end + limit <= limits.pageWindow);
        return {
          message: `${counted(items.length, "subscriber")}.`,
          data: {
            items: items.map(shownPerson),
            pagination: {
              total: read.total,
              total_capped: read.more,
              per_page: limit,
              next_cursor: more ? placeCursor(place) : null,
            },
          },
        };
      },
    }),
    endpoint<typeof newSubscriber, SubscribeCommand>({
      ...common,
      operationId: "createSubscriber",
      method: "POST",
      path: "/subscribers",
      summary: "Add a subscriber",
      description:
        "Like POST /newsletter, with the same opt-in rules; a number that already belongs to all the groups is a conflict.",
      input: newSubscriber,
      data: subscriberView,
      status: 201,
      errors: ["conflict", "not_in_this_state", "no_gateway", "spend_cap_reached", "insufficient_credit"],
      read: (fields, context, issues) => readSubscription(services, fields, context, issues),
      async handle(command) {
        const { subscriber, already } = await subscribe(services, command);
        if (already) {
          throw new DomainError("conflict", "This number is already subscribed.", [], { subscriber_id: subscriber.id });
        }
        return {
          status: 201,
          message: "Subscriber added.",
          data: shownPerson(subscriber),
          headers: { Location: `${base}/subscribers/${subscriber.id}` },
        };
      },
    }),
  ];
}

/** Where a page begins, as a cursor. Only the order of ids continues from a position; other orders use an offset. */
export function placeCursor(place: SubscriberPage["from"]): string {
  return "behind" in place ? `sub_${place.behind}` : `sub_at_${place.offset}`;
}

function readPlace(cursor: string, orderBy: SubscriberPage["orderBy"]): SubscriberPage["from"] | null {
  const [, counted, digits] = /^sub_(at_)?(\d{1,15})$/.exec(cursor) ?? [];
  if (digits === undefined) return null;
  if (counted !== undefined) return { offset: Number(digits) };
  return orderBy === "id" ? { behind: Number(digits) } : null;
}

function deep(): DomainError {
  return new DomainError("use_cursor", `A list in this order ends at ${limits.pageWindow}: order it by id to read on.`);
}

export function shownPerson(subscriber: Subscriber) {
  return { ...shownSubscriber(subscriber), state: personState(subscriber) };
}
