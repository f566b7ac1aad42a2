import type { SiteData } from "#contract/session";
import type { Host } from "#domain/access/host";

import { readVersion } from "../version.ts";
import type { Node } from "./node.ts";
import type { OpenCommerce } from "./open-commerce.ts";
import type { Sending } from "./sending.ts";
import type { Storage } from "./storage.ts";

/** What the console shows about its installation. */
export function siteReader(
  { config, ownUrl, country }: Pick<Node, "config" | "ownUrl" | "country">,
  managedBy: Host["managedBy"],
  { gateways }: Pick<Sending, "gateways">,
  { licenses }: Pick<Storage, "licenses">,
  { hasCustomers }: Pick<OpenCommerce, "hasCustomers">,
): () => Promise<SiteData> {
  // It runs git in a clone.
  let version: Promise<string> | undefined;
  return async () => {
    const [{ state, usable, warning }, customers] = await Promise.all([licenses.report(), hasCustomers()]);
    version ??= readVersion().then((read) => read.version);
    return {
      name: new URL(ownUrl).host,
      time_zone: config.timeZone,
      country,
      version: await version,
      sandbox: gateways.routes.byDefault()?.sandbox ?? false,
      managed_by: managedBy
        ? { users: managedBy.users, roles: managedBy.roles, application_passwords: managedBy.applicationPasswords }
        : null,
      license: { state, features: [...usable], warning },
      public_url: config.publicUrl,
      customers,
    };
  };
}
