import { DomainError } from "#domain/error";
import type { Contact } from "#domain/access/host";

import { refusal, type Directory } from "./lookups.ts";
import { isId, isRecord } from "./principal.ts";
import { SiteDown, type SiteReply } from "./site-reply.ts";
import type { Site, SiteCredentials } from "./site.ts";

/** WordPress rejects more. */
const PER_PAGE = 100;
/** Roles that a site has even if they have no members. */
const CORE_ROLES = ["administrator", "editor", "author", "contributor", "subscriber"];
/** Maximum number of roles that one call may name: each takes a request of its own. No site has that many. */
const MAX_ROLES = 50;
/** Where plugins put a phone number that they expose in the REST API. */
const PHONE_FIELDS = ["mobile", "billing_phone"];

/** Successive requests without a new user; after these, the site is assumed to repeat itself. */
const MAX_REPEATED = 200;

type Found = { readonly people: readonly Person[]; readonly total: number | null };
type Person = { readonly id: number; readonly meta: Record<string, unknown> };

/**
 * The directory of a site without a companion: `wp/v2/users`, and the phone numbers from `wc/v3/customers`. The service
 * account needs `list_users` and `edit_users` for it.
 */
export function siteWithoutCompanion(site: Site, service: SiteCredentials): Omit<Directory, "search"> {
  async function list(query: Record<string, string>, isContinued = false): Promise<Found> {
    const reply = await site.get(
      "/wp/v2/users",
      { context: "edit", _fields: "id,meta", orderby: "id", order: "asc", per_page: String(PER_PAGE), ...query },
      service,
    );
    if (reply.status !== 200 || !Array.isArray(reply.json)) throw refusal(site, reply);
    const people = reply.json.flatMap((one: unknown) =>
      isRecord(one) && isId(one["id"]) ? [{ id: one["id"], meta: isRecord(one["meta"]) ? one["meta"] : {} }] : [],
    );
    const { total } = reply;
    if (people.length === 0 && (total ?? 0) > Number(query["offset"] ?? 0) && !isContinued) {
      // An account that has only list_users gets the total and an empty list.
      throw new SiteDown("refused", `The service account may not see the users of ${site.url}: it needs edit_users.`);
    }
    return { people, total };
  }

  /**
   * Like the shop's reader: a cache may ignore the offset, and a plugin the order. Ids are positive and different, so
   * the first user after `offset` others has a greater id than that.
   */
  function requireOrder(people: readonly Person[], offset: number): void {
    if (people.every(({ id }, index) => id > (index === 0 ? offset : people[index - 1]!.id))) return;
    throw outOfOrder();
  }
  const outOfOrder = (): SiteDown =>
    new SiteDown("failing", `${site.url} does not return its users in the requested order.`);

  /** What WordPress itself exposes, otherwise what WooCommerce does. */
  async function withPhones(people: readonly Person[]): Promise<Contact[]> {
    if (people.length === 0) return [];
    if (people.some(showsNumber)) {
      return people.map(({ id, meta }) => {
        const phone = first(PHONE_FIELDS.map((name) => meta[name]));
        const isOfBilling = phone !== null && first([meta["mobile"]]) === null;
        return { id, phone, country: isOfBilling ? first([meta["billing_country"]]) : null };
      });
    }
    const reply = await customers({
      include: people.map(({ id }) => id).join(","),
      _fields: "id,billing.phone,billing.country",
    });
    const billings = new Map<unknown, Record<string, unknown>>();
    for (const one of reply.json as unknown[]) {
      if (isRecord(one) && isRecord(one["billing"])) billings.set(one["id"], one["billing"]);
    }
    return people.map(({ id }) => {
      const { phone, country } = billings.get(id) ?? {};
      return { id, phone: first([phone]), country: first([country]) };
    });
  }

  async function customers(query: Record<string, string>): Promise<SiteReply> {
    const reply = await site.get("/wc/v3/customers", { role: "all", per_page: String(PER_PAGE), ...query }, service);
    if (reply.status === 200 && Array.isArray(reply.json)) return reply;
    if (reply.status === 404) {
      throw new DomainError(
        "no_phone_numbers",
        `${site.url} shows no phone numbers of its users: install the companion plugin there, then run tidings connect.`,
      );
    }
    throw new SiteDown("refused", `The service account may not read WooCommerce's customers on ${site.url}.`);
  }

  return {
    async users(ids) {
      const found: Contact[] = [];
      for (let from = 0; from < ids.length; from += PER_PAGE) {
        const wanted = ids.slice(from, from + PER_PAGE).join(",");
        found.push(...(await withPhones((await list({ include: wanted })).people)));
      }
      return found;
    },

    async roles(among) {
      // Fails here: users that are looked up later would have no phone number either.
      if (!(await list({ per_page: "1" })).people.some(showsNumber)) await customers({ per_page: "1", _fields: "id" });
      const known: string[] = [];
      for (const name of among.slice(0, MAX_ROLES).map((one) => one.toLowerCase())) {
        const { people, total } = await list({ roles: name, per_page: "1" });
        if ((total ?? people.length) > 0 || CORE_ROLES.includes(name)) known.push(name);
      }
      return { names: known, all: null };
    },

    async usersInRoles(roles, cursor, limit) {
      const size = Math.min(limit, PER_PAGE);
      const [last = 0, offset = 0] = (cursor ?? "").split("@").map(Number);
      // One row back: if the last user read is no longer there, earlier ones are gone and the rest have moved up.
      let from = Math.max(0, offset - 1);
      let overlaps = from === 0;
      let isContinued = false;
      for (let repeated = 0; ;) {
        const query = { roles: roles.join(","), offset: String(from), per_page: String(size) };
        const { people, total } = await list(query, isContinued);
        requireOrder(people, from);
        overlaps ||= people[0] !== undefined && people[0].id <= last;
        if (!overlaps) {
          from = Math.max(0, from - size);
          overlaps = from === 0;
          continue;
        }
        isContinued = true;
        const fresh = people.filter(({ id }) => id > last);
        from += people.length;
        // A site may return fewer rows than requested.
        const isLast = people.length === 0 || (people.length < size && from >= (total ?? 0));
        if (fresh.length === 0 && !isLast) {
          if ((repeated += 1) > MAX_REPEATED) throw outOfOrder();
          continue;
        }
        return { contacts: await withPhones(fresh), next: isLast ? null : `${fresh.at(-1)!.id}@${from}` };
      }
    },
  };
}

function showsNumber({ meta }: Person): boolean {
  return PHONE_FIELDS.some((name) => name in meta);
}

function first(values: readonly unknown[]): string | null {
  return values.find((one): one is string => typeof one === "string" && one !== "") ?? null;
}
