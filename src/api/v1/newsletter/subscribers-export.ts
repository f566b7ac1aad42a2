import { z } from "zod";

import { subscribersExport } from "#contract/subscribers";
import type { SubscriberFilter, SubscriberRepository } from "#domain/newsletter/subscriber-repository";
import type { MembershipState, Subscriber } from "#domain/newsletter/newsletter-store";
import { personState } from "#domain/newsletter/with-memberships";
import type { Country } from "#domain/recipients/phone";
import type { FilterReader } from "#domain/subscribers/read-filter";
import { nameList } from "#lib/csv/name-list";
import { isoTime } from "#lib/iso-time";

import { csvStream, type CsvCells } from "../../response/csv-stream.ts";
import { endpoint, type Endpoint } from "../../endpoint.ts";
import type { ExportSlots } from "../../response/export-slots.ts";
import { readSubscriberFilter } from "./subscriber-filter.ts";

const PAGE = 500;
/** Headings that an import recognizes. */
const HEADINGS =
  "id,name,mobile,state,groups,attributes,created_at,updated_at,locale,time_zone,pending_groups,left_groups".split(",");

export type SubscribersExportDeps = {
  readonly subscriberRepository: Pick<SubscriberRepository, "list">;
  readonly country: Country | null;
  readonly readFilter: FilterReader;
  readonly exportSlots: ExportSlots;
};

/** `GET /subscribers/export`. */
export function subscribersExportEndpoint(services: SubscribersExportDeps): Endpoint {
  return endpoint<typeof subscribersExport, SubscriberFilter>({
    operationId: "exportSubscribers",
    method: "GET",
    path: "/subscribers/export",
    access: "svc_subscribers",
    tag: "Subscribers",
    summary: "Export subscribers as a CSV file",
    description:
      "All subscribers that match, by id, with their custom fields as a JSON object. `groups` has the names of their groups, separated by commas; `pending_groups` those among them that still have to be confirmed, `left_groups` those they left. An import reads the file again. It is read page by page: everyone who matches from its beginning to its end is in it once; a change meanwhile may be in it or not. A response that breaks off is incomplete. Texts that a spreadsheet program would take for formulas begin with an apostrophe.",
    input: subscribersExport,
    stream: "csv",
    data: z.string(),
    errors: ["too_many_requests"],
    read: (fields, _context, issues) => readSubscriberFilter(fields, services, issues),
    handle: async (filter, { caller }) =>
      csvStream(
        "subscribers.csv",
        HEADINGS,
        pages(services.subscriberRepository, filter),
        services.exportSlots.open(caller),
      ),
  });
}

/** By name: another installation gave the groups other ids. */
const groupsOf = ({ memberships }: Subscriber, states: readonly MembershipState[]): string =>
  nameList(
    memberships
      .filter(({ state }) => states.includes(state))
      .map(({ groupName }) => groupName)
      .toSorted(),
  );

async function* pages(
  repository: Pick<SubscriberRepository, "list">,
  filter: SubscriberFilter,
): AsyncGenerator<readonly CsvCells[]> {
  for (let behind = 0; ;) {
    const people = await repository.list({ filter, orderBy: "id", descending: false, from: { behind }, limit: PAGE });
    yield people.map((person) => [
      person.id,
      person.name,
      person.phone,
      personState(person),
      groupsOf(person, ["active", "pending"]),
      JSON.stringify(person.customFields),
      isoTime(person.createdAt),
      isoTime(person.updatedAt),
      person.locale,
      person.timeZone,
      groupsOf(person, ["pending"]),
      groupsOf(person, ["left"]),
    ]);
    if (people.length < PAGE) return;
    behind = people.at(-1)!.id;
  }
}
