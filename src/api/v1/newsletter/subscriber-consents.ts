import { subscriberConsentsData, subscriberConsentsQuery } from "#contract/subscribers";
import type { ConsentRecord } from "#domain/consent/consent-record";
import { noSubscriber } from "#domain/newsletter/edit-subscriber";
import { counted } from "#lib/counted";
import { isoTime } from "#lib/iso-time";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { numberIn, pageOf, PER_PAGE, readCursor } from "../../response/paged-list.ts";
import { common, type SubscriberDeps } from "./subscribers.ts";

const placeOf = numberIn("con");

type Page = { readonly id: number; readonly before: number | null; readonly limit: number };

/** `GET /subscribers/{id}/consents`. */
export function subscriberConsentsEndpoint(
  services: Pick<SubscriberDeps, "subscriberRepository" | "consentRepository">,
): Endpoint {
  return endpoint<typeof subscriberConsentsQuery, Page>({
    ...common,
    operationId: "listSubscriberConsents",
    method: "GET",
    path: "/subscribers/{id}/consents",
    summary: "List a subscriber's consents",
    description:
      "The records of the consent ledger about this number, newest first, including those from before the subscriber was deleted and added again. For a number that is no subscriber any more: POST /privacy/export.",
    input: subscriberConsentsQuery,
    data: subscriberConsentsData,
    errors: ["not_found"],
    read: (fields, _context, issues) => ({
      id: fields.id!,
      before: readCursor(fields.cursor, placeOf, issues),
      limit: fields.per_page ?? PER_PAGE,
    }),
    async handle({ id, before, limit }) {
      const phone = await services.subscriberRepository.phoneOf(id);
      if (phone === null) throw noSubscriber(id);
      const found = await services.consentRepository.latest(phone, before, limit + 1);
      const { items, pagination } = pageOf(found, limit, ({ id: number }) => `con_${number}`);
      return {
        message: `${counted(items.length, "record")}.`,
        data: {
          items: items.map((record) => ({ id: record.id, ...shownConsent(record) })),
          pagination,
        },
      };
    },
  });
}

export function shownConsent({ groupId, kind, at, source, actor, ip, ...record }: ConsentRecord) {
  return {
    group_id: groupId,
    kind,
    at: isoTime(at),
    source,
    actor,
    ip,
    wording: record.wording,
    wording_version: record.wordingVersion,
    language: record.language,
  };
}
