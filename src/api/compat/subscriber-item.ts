import type { MembershipState } from "#domain/newsletter/newsletter-store";
import type { SubscriberRepository } from "#domain/newsletter/subscriber-repository";
import type { UnitOfWork } from "#domain/unit-of-work";
import type { Country } from "#domain/recipients/phone";

import { readableDate } from "./dates.ts";
import { textOf, type Fields } from "./parameters.ts";
import { siteTime, type SiteDeps } from "./site.ts";

export type SubscriberDeps = SiteDeps & {
  readonly subscriberRepository: SubscriberRepository;
  readonly country: Country | null;
  readonly unitOfWork: UnitOfWork;
};

type Group = { readonly id: number; readonly name: string; readonly state: MembershipState };
export type Person = {
  readonly id: number;
  readonly name: string;
  readonly mobile: string;
  readonly groups: readonly Group[];
  readonly custom_fields: Readonly<Record<string, unknown>>;
  readonly created_at: string;
};

/** The filter: by group and by status. */
export type SubscriberStatus = {
  readonly group_id: number | undefined;
  readonly state: "active" | "inactive" | "all";
};

export function filterOf(fields: Fields): SubscriberStatus {
  const status = textOf(fields, "status");
  const state = status === "active" || status === "inactive" ? status : "all";
  return { group_id: groupOf(fields) ?? undefined, state };
}

export function groupOf(fields: Fields): number | null {
  return Math.abs(Number(textOf(fields, "group_id"))) || null;
}

/** The membership shown as a WP SMS row: the requested one, otherwise the first that has not ended. */
export function shownGroup({ groups }: Person, wanted: number | null): Group | undefined {
  return groups.find(({ id }) => id === wanted) ?? groups.find(({ state }) => state !== "left") ?? groups[0];
}

export function itemOf(services: Pick<SiteDeps, "timeZone">, person: Person, wanted: number | null) {
  const group = shownGroup(person, wanted);
  const isActive = wanted === null ? person.groups.some(({ state }) => state === "active") : group?.state === "active";
  const date = siteTime(services, person.created_at);
  const { custom_fields: custom } = person;
  return {
    id: person.id,
    name: person.name,
    mobile: person.mobile,
    group_id: group?.id ?? 0,
    group_name: group?.name ?? "",
    status: isActive ? "1" : "0",
    date,
    date_formatted: readableDate(date),
    // In WP SMS, an empty map is an empty list.
    custom_fields: Object.keys(custom).length === 0 ? [] : custom,
  };
}
