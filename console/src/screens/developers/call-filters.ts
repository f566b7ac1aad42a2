import type { Operations } from "tidings-client";

import type { Filter } from "../../components/filters/filters.tsx";
import { t } from "../../lib/translate.ts";

export type Call = Operations["listRequests"]["data"]["items"][number];
type Query = Operations["listRequests"]["input"];

type Values = Readonly<Record<string, unknown>>;

const statusClasses = [
  { value: "2xx", label: t`Succeeded` },
  { value: "4xx", label: t`Refused` },
  { value: "5xx", label: t`Failed` },
] as const;

const hour = 3_600_000;

/** How long ago a call may have been. */
const ages: Readonly<Record<string, { readonly label: string; readonly ms: number }>> = {
  hour: { label: t`Last hour`, ms: hour },
  day: { label: t`Last 24 hours`, ms: 24 * hour },
  week: { label: t`Last 7 days`, ms: 168 * hour },
};

const names = ["status", "replayed", "age", "route", "code", "key"] as const;

/** What the address says about the list. */
export type CallFilter = Readonly<Partial<Record<(typeof names)[number], string>>>;

export function filterOf(values: Values): CallFilter {
  return Object.fromEntries(
    names.flatMap((name) => (typeof values[name] === "string" ? [[name, values[name]] as const] : [])),
  );
}

/** For the API; a time is counted back from now. */
export function queryOf({ status, replayed, age, route, code, key }: CallFilter): Query {
  const wanted = statusClasses.map(({ value }) => value).filter((value) => status?.split(",").includes(value));
  const ms = age === undefined ? undefined : ages[age]?.ms;
  return {
    ...(wanted.length > 0 && { status: wanted }),
    ...(replayed !== undefined && { replayed: true }),
    ...(ms !== undefined && { date_from: new Date(Date.now() - ms).toISOString() }),
    ...(route !== undefined && { route }),
    ...(code !== undefined && { code }),
    ...(key !== undefined && { application_password_id: key }),
  };
}

/**
 * The chips above the list. Routes and error codes are those of the rows, and the chosen one.
 *
 * @param keys names of one's own application passwords by their ids
 */
export function filtersOf(
  chosen: CallFilter,
  rows: readonly Call[],
  keys: ReadonlyMap<string, string>,
): readonly Filter[] {
  const options = (name: "route" | "code", values: readonly (string | null)[]) => {
    const all = new Set([chosen[name], ...values].filter((value) => typeof value === "string"));
    return [...all].toSorted().map((value) => ({ value, label: value }));
  };
  const ids = new Set([...keys.keys(), ...(chosen.key === undefined ? [] : [chosen.key])]);
  const all: readonly Filter[] = [
    { name: "status", label: t`Status`, options: statusClasses, several: true },
    { name: "replayed", label: t`Repeated`, options: [{ value: "yes", label: t`Only repetitions` }] },
    { name: "age", label: t`When`, options: Object.entries(ages).map(([value, { label }]) => ({ value, label })) },
    {
      name: "route",
      label: t`Route`,
      options: options(
        "route",
        rows.map(({ route }) => route),
      ),
    },
    {
      name: "code",
      label: t`Error code`,
      options: options(
        "code",
        rows.map(({ code }) => code),
      ),
    },
    {
      name: "key",
      label: t`Application password`,
      options: [...ids].map((value) => ({ value, label: keys.get(value) ?? value })),
    },
  ];
  return all.filter(({ options: { length } }) => length > 0);
}
