import type { Operations } from "tidings-client";

import { textIn } from "../../lib/text-in.ts";
import { t } from "../../lib/translate.ts";

type Query = Operations["listSubscribers"]["input"];
export type PeopleFilter = Operations["getSegment"]["data"]["filter"];

/** The filters of the address under the API's names; `segment` is a stored filter. */
export type ListFilter = {
  readonly query: Query;
  readonly segment: number | undefined;
};

export function filterOf({ q, state, group_id: group, segment }: Readonly<Record<string, unknown>>): ListFilter {
  const text = textIn(q);
  return {
    query: {
      ...(text && { search: text }),
      ...(typeof state === "string" && { state: state as NonNullable<Query["state"]> }),
      ...(typeof group === "number" && { group_id: group }),
    },
    segment: typeof segment === "number" ? segment : undefined,
  };
}

export const isFiltered = ({ query, segment }: ListFilter): boolean =>
  segment !== undefined || Object.keys(query).length > 0;

/** The group that is shown as a whole. */
export const onlyGroupOf = ({ query, segment }: ListFilter): number | undefined =>
  segment === undefined && Object.keys(query).length === 1 ? query.group_id : undefined;

/**
 * The people of a list as a filter that a bulk action takes, or why there is none: a list is searched and filtered in
 * ways that a filter cannot say.
 */
export function bulkFilterOf({ query }: ListFilter, segment: PeopleFilter | undefined): PeopleFilter | string {
  const { search, state, group_id: group } = query;
  if (search) return t`Clear the search first: only those who are listed can be selected while you search.`;
  if (group !== undefined && state !== undefined)
    return t`Filter by group or by state, not by both: then everybody can be selected.`;
  const base: PeopleFilter["all"] =
    group !== undefined
      ? [{ field: "group_id", op: "is", value: Number(group) }]
      : state === "all"
        ? // Everybody: a filter has at least one condition.
          [{ field: "created_at", op: "after", value: "1970-01-01" }]
        : state === undefined
          ? [{ field: "state", op: "is_not", value: "left" }]
          : [{ field: "state", op: "is", value: state }];
  return { all: [...base, ...(segment?.all ?? [])], any: segment?.any ?? [] };
}
