import type { Mount } from "#api/app";
import { compatMount } from "#api/compat/mount";
import { compatRoutes } from "#api/compat/index";
import type { ExpandDeps } from "#api/compat/expand";
import type { FoundUser } from "#api/compat/users";
import type { Endpoint } from "#api/endpoint";
import type { ApiDeps } from "#api/services";
import { readOrder } from "#commerce/woocommerce/order";
import { DomainError } from "#domain/error";
import type { ReadLinks } from "#domain/forms/person-link";
import type { CountDeps } from "#domain/recipients/count";
import type { SubscriberRepository } from "#domain/newsletter/subscriber-repository";
import type { Country } from "#domain/recipients/phone";
import type { People } from "#domain/users/people";
import { ORDER_PATH, readAsCaller, wordpressObjects } from "#hosts/wordpress-objects";
import type { WebhookSenderDeps } from "#engine/webhook-sender";
import { second } from "#lib/time";
import type { Db } from "#store/database";
import { removeEntry } from "#store/queries/outbox/outbox-remove";
import { scheduleNumbers } from "#store/queries/schedules/schedule-numbers";
import { outboxKey } from "#store/queries/outbox/outbox-key";
import { subscriberList, subscriberValues } from "#store/queries/newsletter/subscriber-list";

import type { Config } from "../config/config.ts";
import { fetchFor, platformSettings } from "./open-platform.ts";
import type { Outbound } from "../outbound/outbound.ts";

type CompatMountDeps = CountDeps & {
  readonly db: Db;
  readonly people: People;
  readonly subscriberRepository: SubscriberRepository;
  readonly outbound: Outbound;
  readonly readLinks: ReadLinks;
  readonly country: Country | null;
  readonly hasCommerce: boolean;
  /** Address of the service itself. */
  readonly ownUrl: string;
  readonly endpoints: readonly Endpoint[];
  readonly services: ApiDeps;
};

const OBJECT_MS = 5 * second;

/** The names and bodies of the plugin that clients migrate from, if the settings enable them. */
export function openCompat(config: Config, parts: CompatMountDeps): readonly Mount[] {
  if (config.compat === null) return [];
  const site = platformSettings(config)?.site ?? null;
  const siteName = new URL(site ?? parts.ownUrl).host;
  const routes = compatRoutes({
    ...parts,
    subscribers: subscriberList(parts.db),
    subscriberRepository: parts.subscriberRepository,
    unitOfWork: parts.db,
    numbered: scheduleNumbers(parts.db),
    timeZone: () => config.timeZone,
    sender: config.sender,
    clock: parts.db,
    outboxKey: outboxKey(parts.db),
    removeEntry: removeEntry(parts.db),
    searchUsers: (text, limit) => searchUsers(parts, text, limit),
    siteValues: new Map([
      ["site_name", siteName],
      ["site_url", site ?? parts.ownUrl],
    ]),
    valuesOf: openValues(site, parts),
  });
  return [compatMount(routes, parts.endpoints, parts.services, config.mountPrefix)];
}

/** Receivers of the plugin's webhooks distinguish events by a header. */
export function webhookHeaders({ compat }: Pick<Config, "compat">): Pick<WebhookSenderDeps, "headersOf"> {
  return compat === null ? {} : { headersOf: ({ kind }) => ({ "X-WP-SMS-Webhook-Event": kind }) };
}

async function searchUsers(
  { people, services: { host } }: CompatMountDeps,
  text: string,
  limit: number,
): Promise<readonly FoundUser[] | null> {
  // Another platform has a search of its own, and rules about who may use it.
  if (host.managedBy) return null;
  if (/^\d{1,15}$/.test(text)) {
    const user = await people.userCalled(text);
    return user ? [user] : [];
  }
  return people.users({ search: text || undefined, after: 0, limit });
}

/** Reads the object that a message refers to on behalf of the caller: the site decides whether they may read it. */
function openValues(
  site: string | null,
  { db, outbound, readLinks }: Pick<CompatMountDeps, "db" | "outbound" | "readLinks">,
): ExpandDeps["valuesOf"] {
  const ofSubscriber = subscriberValues(db);
  return async (handler, id, { caller, authorization }) => {
    if (handler === "SubscriberNotification") {
      if (!caller.capabilities.has("svc_subscribers")) return "forbidden";
      const values = await ofSubscriber(id);
      const link = (await readLinks?.([id]))?.get(id)?.unsubscribe_url;
      return values
        ? new Map([...values, ...(link === undefined ? [] : [["unsubscribe_url", link] as const])])
        : "missing";
    }
    const isOrder = handler === "WooCommerceOrderNotification" || handler === "WooCommerceAdminOrderNotification";
    const kind = wordpressObjects[handler];
    if (site === null || (!isOrder && !kind)) return "impossible";
    // Only the site's own credentials give access to its content, and a site that is waiting for this response cannot
    // be called.
    if (authorization === null || caller.hostBlocked) return "forbidden";
    const path = isOrder ? `${ORDER_PATH}/${id}` : `${kind!.path}/${id}${kind!.query ?? ""}`;
    const found = await readAsCaller(site, path, authorization, {
      fetch: fetchFor(site, outbound),
      timeoutMs: OBJECT_MS,
    });
    if (found === "away")
      throw new DomainError("host_unavailable", "The site did not return the content that the message refers to.");
    if (typeof found === "string") return found;
    return isOrder
      ? (readOrder(found, { home: site, siteName: null })?.values ?? "missing")
      : new Map(kind!.values(found, site));
  };
}
