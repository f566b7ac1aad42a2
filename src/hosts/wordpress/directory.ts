import type { Contact, FoundUser, NamedRole } from "#domain/access/host";

import { isId, isRecord } from "./principal.ts";
import { refusal, type Directory } from "./lookups.ts";
import { SiteDown } from "./site-reply.ts";
import type { Site, SiteCredentials } from "./site.ts";
import { siteWithoutCompanion } from "./without-companion.ts";

/** This many ids of 15 digits fit into a request line of 8 kB. */
const IDS_AT_ONCE = 400;
const MAX_PAGE = 5_000;

/**
 * Looks users up through the companion's routes; where the site has no companion, through WordPress's own.
 *
 * A cursor is the last id that was read, so it stays valid whatever changes; the part after an @ is for the other mode.
 */
export function siteDirectory(site: Site, service: SiteCredentials): Directory {
  const own = siteWithoutCompanion(site, service);

  /** null: the site has no companion, or an older one without this route. */
  async function request(
    route: string,
    query: Readonly<Record<string, string>>,
  ): Promise<Record<string, unknown> | null> {
    const reply = await site.get(`/tidings/v1/${route}`, query, service);
    if (reply.status === 404 && reply.code === "rest_no_route") return null;
    if (reply.status === 200 && isRecord(reply.json) && Array.isArray(reply.json["items"])) return reply.json;
    const gone = reply.code === "tidings_unknown_role" ? rolesOf(reply.json) : [];
    const wanted = (query["roles"] ?? "").split(",");
    const left = wanted.filter((role) => !gone.includes(role));
    if (left.length === wanted.length) throw refusal(site, reply);
    // A role that was deleted during a campaign has no members; the other roles still do.
    const names = [...new Set([...left, ...(await spelled(gone))])];
    return names.length === 0 ? { items: [], next: null } : request(route, { ...query, roles: names.join(",") });
  }

  /**
   * Role names as they were typed before any were known, in the site's spelling; those that the site does not have are
   * left out.
   */
  async function spelled(typed: readonly string[]): Promise<readonly string[]> {
    const wanted = new Set(typed.map((name) => name.toLowerCase()));
    const names = rolesIn((await request("roles", {})) ?? { items: [] }).map(({ name }) => name);
    return names.filter((name) => wanted.has(name.toLowerCase()) && !typed.includes(name));
  }

  return {
    async users(ids) {
      const found: Contact[] = [];
      for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
        const wanted = ids.slice(from, from + IDS_AT_ONCE);
        const answer = await request("recipients", { ids: wanted.join(","), limit: String(IDS_AT_ONCE) });
        found.push(...(answer ? contactsOf(site, answer) : await own.users(wanted)));
      }
      return found;
    },

    async roles(among) {
      const answer = await request("roles", {});
      if (!answer) return own.roles(among);
      const all = rolesIn(answer);
      return { names: all.map(({ name }) => name), all };
    },

    async usersInRoles(roles, cursor, limit) {
      const after = (cursor ?? "0").split("@")[0]!;
      const query = { roles: roles.join(","), after, limit: String(Math.min(limit, MAX_PAGE)) };
      const answer = await request("recipients", query);
      if (!answer) return own.usersInRoles(roles, cursor, limit);
      const { next } = answer;
      if (next !== null && !(isId(next) && next > Number(after))) throw notUnderstood(site);
      return { contacts: contactsOf(site, answer), next: next === null ? null : String(next) };
    },

    async search(text, limit, caller) {
      const query = { search: text, limit: String(limit), caller: String(caller) };
      const reply = await site.get("/tidings/v1/users", query, service);
      if (reply.code === "rest_no_route" || reply.code === "tidings_may_not_list_users") return null;
      if (reply.status !== 200 || !isRecord(reply.json) || !Array.isArray(reply.json["items"])) {
        throw refusal(site, reply);
      }
      return usersIn(site, reply.json);
    },
  };
}

/** The roles that the site reports as unknown. */
function rolesOf(json: unknown): readonly string[] {
  const data = isRecord(json) && isRecord(json["data"]) ? json["data"] : {};
  return Array.isArray(data["roles"]) ? data["roles"].filter((one) => typeof one === "string") : [];
}

function rolesIn({ items }: Record<string, unknown>): readonly NamedRole[] {
  return (items as unknown[]).flatMap((one) => {
    if (!isRecord(one) || typeof one["name"] !== "string") return [];
    const { name, label } = one;
    return [{ name, label: typeof label === "string" && label !== "" ? label : name }];
  });
}

function usersIn(site: Site, answer: Record<string, unknown>): readonly FoundUser[] {
  const logins = (answer["items"] as unknown[]).map((one) => (isRecord(one) ? one["login"] : null));
  return contactsOf(site, answer).map((contact, nth) => {
    const login = logins[nth];
    const username = typeof login === "string" ? login : "";
    return { ...contact, username, name: contact.name || username };
  });
}

function contactsOf(site: Site, { items }: Record<string, unknown>): Contact[] {
  return (items as unknown[]).map((one) => {
    if (!isRecord(one) || !isId(one["id"])) throw notUnderstood(site);
    const { id, phone, country, name } = one;
    return {
      id,
      phone: typeof phone === "string" && phone !== "" ? phone : null,
      // Companions before 1.2.0 do not report it.
      country: typeof country === "string" ? country : null,
      ...(typeof name === "string" && { name }),
    };
  });
}

function notUnderstood(site: Site): SiteDown {
  return new SiteDown("failing", `The companion plugin on ${site.url} returns something that cannot be read.`);
}
