import { capabilities, type Capability } from "#domain/access/capability";

import { capabilitiesOf } from "./capabilities.ts";
import { refusal } from "./lookups.ts";
import { isRecord, readMe, readSitePerson, type SitePerson } from "./principal.ts";
import type { SiteReply } from "./site-reply.ts";
import type { Site, SiteCredentials } from "./site.ts";

/** A user as the companion describes them; null: the site has no such user. @throws SiteDown */
export async function describedUser(
  site: Site,
  service: SiteCredentials,
  id: number,
): Promise<{ readonly person: SitePerson; readonly stamp: string } | null> {
  return readDescribed(site, id, await replyOf(site, service, id));
}

/**
 * How the site shows a user who may do something here; null: the user may not, or the site does not tell. Its other
 * users, such as the customers of its shop, are named only to those to whom the site lists them.
 *
 * @throws SiteDown
 */
export async function nameOf(
  site: Site,
  service: SiteCredentials,
  granting: readonly string[],
  id: number,
): Promise<string | null> {
  const reply = await replyOf(site, service, id);
  const isWithoutCompanion = reply.status === 404 && reply.code === "rest_no_route";
  const person = isWithoutCompanion
    ? await listedUser(site, service, id)
    : (readDescribed(site, id, reply)?.person ?? null);
  if (person?.id !== id || capabilitiesOf(person.capabilities, person.roles, granting).size === 0) return null;
  return person.name || person.login || null;
}

async function listedUser(site: Site, service: SiteCredentials, id: number): Promise<SitePerson | null> {
  const query = { context: "edit", _fields: "id,username,name,roles,capabilities" };
  const { status, json } = await site.get(`/wp/v2/users/${id}`, query, service);
  return status === 200 ? readMe(json) : null;
}

/**
 * What a user may do here now; null: the site has no such user. undefined: the site does not tell, because it has no
 * companion of 1.6.0 or newer, and the service account may not see its users or the site is one of a network.
 *
 * @param granting capabilities of the site that grant all of ours. The companion names ours alone, so who holds none of
 *   ours may hold one of these.
 * @throws SiteDown
 */
export async function rightsOf(
  site: Site,
  service: SiteCredentials,
  granting: readonly string[],
  id: number,
): Promise<ReadonlySet<Capability> | null | undefined> {
  const reply = await replyOf(site, service, id);
  if (reply.status === 404 && reply.code === "rest_no_route") return ownRights(site, service, granting, id);
  const described = readDescribed(site, id, reply);
  if (!described) return null;
  const held = capabilitiesOf(described.person.capabilities, described.person.roles, []);
  return granting.length > 0 && held.size < capabilities.length ? undefined : held;
}

const replyOf = (site: Site, service: SiteCredentials, id: number): Promise<SiteReply> =>
  site.get("/tidings/v1/user", { id: String(id) }, service);

function readDescribed(site: Site, id: number, reply: SiteReply) {
  if (reply.status === 404 && reply.code === "tidings_no_user") return null;
  const person = reply.status === 200 ? readSitePerson(reply.json) : null;
  if (person?.id !== id || !isRecord(reply.json) || typeof reply.json["stamp"] !== "string") throw refusal(site, reply);
  return { person, stamp: reply.json["stamp"] };
}

/**
 * WordPress's own route. On a network of sites, it answers about everyone who is no member of this one as about a user
 * who does not exist: also about the network's administrators, who may do everything on each site.
 */
async function ownRights(site: Site, service: SiteCredentials, granting: readonly string[], id: number) {
  const query = { context: "edit", _fields: "id,username,roles,capabilities" };
  const reply = await site.get(`/wp/v2/users/${id}`, query, service);
  if (reply.status === 404 && reply.code === "rest_user_invalid_id") {
    return (await isAlone(site, service)) ? null : undefined;
  }
  if (reply.status === 401 || reply.status === 403) return undefined;
  const person = reply.status === 200 ? readMe(reply.json) : null;
  if (person?.id !== id) throw refusal(site, reply);
  return capabilitiesOf(person.capabilities, person.roles, granting);
}

/** Whether the site is certainly not one of a network: only then, WordPress has its address among its settings. */
async function isAlone(site: Site, service: SiteCredentials): Promise<boolean> {
  const { json } = await site.get("/wp/v2", { _fields: `routes.${SETTINGS}.endpoints` }, service);
  const endpoints = nodeAt(json, ["routes", SETTINGS, "endpoints"]);
  return Array.isArray(endpoints) && endpoints.some((one) => isRecord(nodeAt(one, ["args", "url"])));
}

const SETTINGS = "/wp/v2/settings";

const nodeAt = (json: unknown, path: readonly string[]): unknown =>
  path.reduce((node, name) => (isRecord(node) ? node[name] : undefined), json);
