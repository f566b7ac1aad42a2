/** A filter of the outbox as it stands in the address. */
export type OutboxFilter = {
  readonly status?: string | undefined;
  readonly q?: string | undefined;
  readonly period?: string | undefined;
  readonly recipient?: string | undefined;
  readonly message_id?: string | undefined;
  readonly gateway?: string | undefined;
};

export const periods = [
  { value: "1", label: "Today" },
  { value: "7", label: "Last 7 days" },
  { value: "30", label: "Last 30 days" },
] as const;

/** Filters that everybody needs, before those that a person saves. */
export const builtinViews: readonly { readonly name: string; readonly filter: OutboxFilter }[] = [
  { name: "Everything", filter: {} },
  { name: "Failed today", filter: { status: "failed", period: "1" } },
  { name: "Uncertain", filter: { status: "unknown" } },
  { name: "Held", filter: { status: "held" } },
];

export type SavedView = { readonly name: string; readonly filter: OutboxFilter };

const storageKey = "tidings-outbox-views";

/** The person's own views, kept in this browser. */
export function savedViews(): readonly SavedView[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(value) ? value.filter(isView) : [];
  } catch {
    return [];
  }
}

/** A view of the same name is replaced. */
export function saveView(view: SavedView): void {
  const others = savedViews().filter(({ name }) => name !== view.name);
  localStorage.setItem(storageKey, JSON.stringify([...others, view]));
}

export function forgetView(name: string): void {
  localStorage.setItem(storageKey, JSON.stringify(savedViews().filter((view) => view.name !== name)));
}

function isView(value: unknown): value is SavedView {
  return (
    typeof value === "object" &&
    value !== null &&
    "name" in value &&
    typeof value.name === "string" &&
    "filter" in value
  );
}

const names = ["status", "q", "period", "recipient", "message_id", "gateway"] as const;

/** The filter of an address, without what belongs to other parts of the screen. */
export function filterOf(search: Readonly<Record<string, unknown>>): OutboxFilter {
  const filter: Record<string, string> = {};
  for (const name of names) {
    const value = search[name];
    if (typeof value === "string" || typeof value === "number") filter[name] = String(value);
  }
  return filter;
}

/** The search of an address that has this filter and no other. */
export function searchOf(filter: OutboxFilter): Record<string, string | undefined> {
  return Object.fromEntries(names.map((name) => [name, filter[name]]));
}

export const sameFilter = (one: OutboxFilter, other: OutboxFilter): boolean =>
  names.every((name) => one[name] === other[name]);

/** What the API is asked for. Days begin at midnight of the site, so `7` is today and the six days before it. */
export function queryOf(filter: OutboxFilter, today: string) {
  const { period, q, status, ...rest } = filter;
  const from = period && new Date(Date.parse(today) - (Number(period) - 1) * 86_400_000).toISOString().slice(0, 10);
  return {
    ...rest,
    ...(from && { date_from: from }),
    ...(q && { search: q }),
    ...(status && { status: status as "failed" }),
  };
}

/** Today in the site's zone, `YYYY-MM-DD`. */
export function siteToday(zone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short" }).format(new Date());
}
