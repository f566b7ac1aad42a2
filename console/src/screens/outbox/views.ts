import { ownKey } from "../../lib/own-storage.ts";
import { t } from "../../lib/translate.ts";
import { beginOf } from "./days.ts";
import { withState } from "./with-state.ts";

/** A filter of the outbox as it stands in the address. */
export type OutboxFilter = {
  /** A summary of states, as `success`. */
  readonly status?: string | undefined;
  /** Exact states, separated by commas. */
  readonly state?: string | undefined;
  readonly q?: string | undefined;
  readonly period?: string | undefined;
  readonly recipient?: string | undefined;
  readonly message_id?: string | undefined;
  readonly gateway?: string | undefined;
  /** The kind of the message. */
  readonly category?: string | undefined;
  /** The code of a failure. */
  readonly error?: string | undefined;
  /**
   * Instants, RFC 3339: days that were chosen, or the range of a figure that leads here. They take the place of
   * `period`.
   */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

/** Filters that everybody needs, before those that a person saves. */
export const builtinViews: readonly { readonly name: string; readonly filter: OutboxFilter }[] = [
  { name: t`Everything`, filter: {} },
  { name: t`Failed today`, filter: { status: "failed", period: "1" } },
  { name: t`Uncertain`, filter: { state: "unknown" } },
  { name: t`Held`, filter: { state: "held" } },
];

export type SavedView = { readonly name: string; readonly filter: OutboxFilter };

const storageKey = (user: number): string => ownKey(user, "outbox-views");

/** The person's own views, kept in this browser. */
export function savedViews(user: number): readonly SavedView[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey(user)) ?? "[]");
    return Array.isArray(value)
      ? value.filter(isView).map(({ name, filter }) => ({ name, filter: filterOf(filter) }))
      : [];
  } catch {
    return [];
  }
}

/** A view of the same name is replaced. */
export function saveView(user: number, view: SavedView): void {
  const others = savedViews(user).filter(({ name }) => name !== view.name);
  localStorage.setItem(storageKey(user), JSON.stringify([...others, view]));
}

export function forgetView(user: number, name: string): void {
  const others = savedViews(user).filter((view) => view.name !== name);
  localStorage.setItem(storageKey(user), JSON.stringify(others));
}

function isView(value: unknown): value is SavedView {
  return (
    typeof value === "object" &&
    value !== null &&
    "name" in value &&
    typeof value.name === "string" &&
    "filter" in value &&
    typeof value.filter === "object" &&
    value.filter !== null
  );
}

const names = [
  "status",
  "state",
  "q",
  "period",
  "recipient",
  "message_id",
  "gateway",
  "category",
  "error",
  "from",
  "to",
] as const;

/** The filter of an address, without what belongs to other parts of the screen. */
export function filterOf(search: Readonly<Record<string, unknown>>): OutboxFilter {
  const filter: Record<string, string> = {};
  for (const name of names) {
    const value = search[name];
    const isInstant = name === "from" || name === "to";
    if (isInstant && (typeof value !== "string" || Number.isNaN(Date.parse(value)))) continue;
    if (typeof value === "string" || typeof value === "number") filter[name] = String(value);
  }
  return withState(filter);
}

/** The search of an address that has this filter and no other. */
export function searchOf(filter: OutboxFilter): Record<string, string | undefined> {
  return Object.fromEntries(names.map((name) => [name, filter[name]]));
}

export const sameFilter = (one: OutboxFilter, other: OutboxFilter): boolean =>
  names.every((name) => one[name] === other[name]);

/** What the API is asked for. Days begin at midnight of the reader, so `7` is today and the six days before it. */
export function queryOf(filter: OutboxFilter) {
  const { period, q, status, state, category, from: begin, to, ...rest } = filter;
  const since = begin ?? (period && beginOf(Number(period)));
  return {
    ...rest,
    ...(since && { date_from: since }),
    ...(to && { date_to: to }),
    ...(q && { search: q }),
    ...(category && { category: category as "otp" }),
    ...(status && { status: status as "failed" }),
    ...(state && { state: state.split(",") as "failed"[] }),
  };
}
