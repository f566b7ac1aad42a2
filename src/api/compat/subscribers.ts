import type { SubscriberBook } from "#domain/ports/subscriber-book";
import { parsePhone, type Country } from "#domain/recipients/phone";

import { readableDate } from "./dates.ts";
import { listOf, textOf, type Fields } from "./parameters.ts";
import { refused, succeeded, type CompatReply } from "./replies.ts";
import { refusalOf, type CompatCall, type CompatRoute, type Told } from "./route.ts";
import { siteTime, type SiteServices } from "./site.ts";

export type SubscriberServices = SiteServices & {
  readonly book: SubscriberBook;
  readonly country: Country | null;
  /** All that is asked within becomes true together, or, where it throws, none of it. */
  readonly transaction: <T>(work: () => Promise<T>) => Promise<T>;
};

type Group = { readonly id: number; readonly name: string; readonly state: "active" | "pending" | "left" };
export type Person = {
  readonly id: number;
  readonly name: string;
  readonly mobile: string;
  readonly groups: readonly Group[];
  readonly custom_fields: Readonly<Record<string, unknown>>;
  readonly created_at: string;
};

const access = "svc_subscribers";
const named = { type: "string" } as const;
const status = { type: "string", oneOf: ["0", "1"] } as const;
const fields = { custom_fields: { type: "object" } } as const;

/** `/subscribers` and one of them. There a number has a row for each group; here a person has groups. */
export function subscriberRoutes(services: SubscriberServices): CompatRoute[] {
  return [
    {
      method: "GET",
      path: "/subscribers",
      access,
      parameters: {
        page: { type: "integer" },
        per_page: { type: "integer" },
        search: named,
        group_id: { type: "integer" },
        status: { type: "string", oneOf: ["active", "inactive", "all"] },
        country_code: named,
        orderby: { type: "string", oneOf: ["date", "name", "mobile", "status"] },
        order: { type: "string", oneOf: ["asc", "desc"] },
      },
      handle: (call) => list(services, call),
    },
    {
      method: "POST",
      path: "/subscribers",
      access,
      parameters: { name: { required: true, ...named }, mobile: { required: true, ...named }, status, ...fields },
      handle: (call) => create(services, call),
    },
    {
      method: "GET",
      path: "/subscribers/{id}",
      access,
      async handle({ fields, ask }) {
        const told = await ask("GET /subscribers/{id}", { id: fields.get("id") });
        return told.ok ? succeeded("", itemOf(services, told.data as unknown as Person, null)) : refusalOf(told);
      },
    },
    ...(["PUT", "POST", "PATCH"] as const).map((method): CompatRoute => ({
      method,
      path: "/subscribers/{id}",
      access,
      parameters: { name: named, mobile: named, status, ...fields },
      handle: (call) => update(services, call),
    })),
    {
      method: "DELETE",
      path: "/subscribers/{id}",
      access,
      async handle({ fields, ask }) {
        const told = await ask("DELETE /subscribers/{id}", { id: fields.get("id") });
        return told.ok ? succeeded(told.message) : refusalOf(told);
      },
    },
  ];
}

async function list(services: SubscriberServices, { fields, ask }: CompatCall): Promise<CompatReply> {
  const told = await ask("GET /subscribers", {
    ...filterOf(fields),
    search: textOf(fields, "search").trim() || undefined,
    country: countryOf(textOf(fields, "country_code")),
    page: Math.abs(Number(textOf(fields, "page") || "1")),
    per_page: Math.abs(Number(textOf(fields, "per_page") || "20")),
    orderby: ["name", "mobile"].find((one) => one === textOf(fields, "orderby")),
    order: textOf(fields, "order") || undefined,
  });
  if (!told.ok) return refusalOf(told);
  const { total, total_pages, current_page, per_page } = told.data["pagination"] as Record<string, unknown>;
  const stats = await services.book.stats();
  const group = groupOf(fields);
  return succeeded("", {
    items: (told.data["items"] as Person[]).map((one) => itemOf(services, one, group)),
    pagination: { total, total_pages, current_page, per_page },
    stats: { ...stats, inactive: stats.total - stats.active },
  });
}

/** Which of them: those of a group, those of a status. */
export type SubscriberStatus = {
  readonly group_id: number | undefined;
  readonly state: "active" | "inactive" | "all";
};

export function filterOf(fields: Fields): SubscriberStatus {
  const status = textOf(fields, "status");
  const state = status === "active" || status === "inactive" ? status : "all";
  return { group_id: groupOf(fields) ?? undefined, state };
}

function groupOf(fields: Fields): number | null {
  return Math.abs(Number(textOf(fields, "group_id"))) || null;
}

function countryOf(code: string): string | undefined {
  return code === "" || code === "all" ? undefined : code;
}

/** The membership that a row of the reference would be: the one that is asked for, else the first that has not ended. */
function shownGroup({ groups }: Person, wanted: number | null): Group | undefined {
  return groups.find(({ id }) => id === wanted) ?? groups.find(({ state }) => state !== "left") ?? groups[0];
}

export function itemOf(services: Pick<SiteServices, "timeZone">, person: Person, wanted: number | null) {
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
    // An empty map is an empty list there.
    custom_fields: Object.keys(custom).length === 0 ? [] : custom,
  };
}

async function create(services: SubscriberServices, { fields, ask }: CompatCall): Promise<CompatReply> {
  const groups = listOf(fields.get("group_id"))
    .map(Number)
    .filter((id) => id !== 0);
  const told: Told[] = [];
  for (const group of groups.length === 0 ? [undefined] : new Set(groups)) {
    const person = {
      name: textOf(fields, "name"),
      mobile: textOf(fields, "mobile"),
      group_id: group,
      custom_fields: fields.get("custom_fields") ?? undefined,
    };
    told.push(await add(services, ask, person, textOf(fields, "status") === "0", `subscribe-${group ?? ""}`));
  }
  const ids = told.flatMap(({ ok, data }) => (ok ? [Number(data["id"])] : []));
  const failure = told.find(({ ok, code }) => !ok && code !== "conflict") ?? told[0]!;
  if (ids.length === 0) return refusalOf(failure);
  return told.length === 1
    ? succeeded(told[0]!.message, { id: ids[0] }, 201)
    : succeeded(told.find(({ ok }) => ok)!.message, { ids, skipped: told.length - ids.length }, 201);
}

type NewPerson = {
  readonly name: string;
  readonly mobile: string;
  readonly group_id: number | undefined;
  readonly custom_fields?: unknown;
};

/**
 * Adds somebody to one group, by default the site's own. Who is stored as inactive is active for nobody meanwhile, and
 * is not left so where the work breaks off: a table that is sent again passes over everybody who is known.
 */
export async function add(
  { transaction }: SubscriberServices,
  ask: CompatCall["ask"],
  person: NewPerson,
  isInactive: boolean,
  part: string,
): Promise<Told> {
  const join = (): Promise<Told> => ask("POST /subscribers", { ...person, double_opt_in: false }, part);
  if (!isInactive) return join();
  try {
    return await transaction(async () => {
      const added = await join();
      const told = added.ok ? await leave(ask, Number(added.data["id"]), person.group_id) : added;
      if (!told.ok) throw new Undone(told);
      return added;
    });
  } catch (error) {
    if (error instanceof Undone) return error.told;
    throw error;
  }
}

class Undone extends Error {
  readonly told: Told;
  constructor(told: Told) {
    super(told.message);
    this.told = told;
  }
}

/** What is stored as inactive must get no texts. Groups that were the person's before stay as they were. */
async function leave(ask: CompatCall["ask"], id: number, joined: number | undefined): Promise<Told> {
  const told = await ask("GET /subscribers/{id}", { id });
  if (!told.ok) return told;
  const { groups, history } = told.data as unknown as Person & { history: readonly { group_id: number }[] };
  // Who named no group has joined the site's own, just now.
  const left = joined ?? history[0]?.group_id;
  const stays = groups.filter((one) => one.state !== "left" && one.id !== left).map((one) => one.id);
  return ask("PATCH /subscribers/{id}", { id, group_ids: stays });
}

async function update(services: SubscriberServices, { fields, ask }: CompatCall): Promise<CompatReply> {
  const told = await ask("GET /subscribers/{id}", { id: fields.get("id") });
  if (!told.ok) return refusalOf(told);
  const person = told.data as unknown as Person;
  const mobile = textOf(fields, "mobile");
  const phone = mobile === "" ? null : parsePhone(mobile, services.country);
  if (phone && (!phone.ok || phone.value !== person.mobile)) {
    return refused("A number is who somebody is and cannot be changed: add another subscriber.");
  }
  const group = Number(listOf(fields.get("group_id"))[0] ?? 0);
  const name = textOf(fields, "name") || undefined;
  const change = changeOf(person, group, textOf(fields, "status"));
  const changed = await ask("PATCH /subscribers/{id}", {
    id: person.id,
    name,
    custom_fields: fields.get("custom_fields") ?? undefined,
    ...change.exactly,
  });
  if (!changed.ok) return refusalOf(changed);
  const joined = change.joins ? await join(ask, { ...person, name: name ?? person.name }, change.joins) : changed;
  return joined.ok ? succeeded(changed.message) : refusalOf(joined);
}

/** What becomes of a person's groups: the change of a list, or consent that the caller answers for. */
export type GroupChange = {
  readonly exactly?: { readonly group_ids: readonly number[]; readonly double_opt_in: false };
  readonly joins?: readonly number[];
};

/** A person who is moved to `group` (0: not), activated or deactivated. Nobody is moved who would become active by it. */
export function changeOf(person: Person, group: number, status: string): GroupChange {
  const exactly = (ids: readonly number[]): GroupChange => ({ exactly: { group_ids: ids, double_opt_in: false } });
  if (status === "0") return exactly([]);
  const shown = shownGroup(person, null)?.id;
  const present = person.groups.filter(({ state }) => state !== "left").map(({ id }) => id);
  if (!person.groups.some(({ state }) => state === "active")) {
    const wanted = group === 0 ? (present.length > 0 ? present : [shown ?? 1]) : [group];
    return status === "1" ? { joins: wanted } : {};
  }
  return group === 0 || group === shown
    ? {}
    : exactly([...present.filter((id) => id !== shown && id !== group), group]);
}

export function join(ask: CompatCall["ask"], { id, name, mobile }: Person, groups: readonly number[]): Promise<Told> {
  const fields = { name, mobile, group_id: groups, double_opt_in: false };
  return ask("POST /newsletter", fields, `activate-${id}`);
}
