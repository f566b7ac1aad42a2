import type { Service } from "tidings";

import { clientOf, copyWithout, lastForwarded, unavailable } from "./endpoints.ts";
import type { TidingsOptions } from "./options.ts";
import { logFailure, type Payload, type SitePayload } from "./payload.ts";

/** Forms and the pages to which links in messages lead; pictures of MMS; what these pages load. */
const PATHS = /^\/(p|m|assets)\//;

/** What the plugin leaves in the configuration for those who have only that. */
export type Installed = {
  readonly start: (payload: Payload) => Promise<Service>;
  readonly clientAddress: TidingsOptions["clientAddress"];
};

/** @throws Error if the configuration does not have the plugin */
export function installed({ config }: SitePayload): Installed {
  const found = (config as { readonly custom?: { readonly tidings?: Installed } }).custom?.tidings;
  if (!found) throw new Error("tidings: this configuration does not have the plugin.");
  return found;
}

/**
 * Route handlers of Next.js for the pages that are outside of the API, at `app/p/[...path]/route.ts`, `app/m/…` and
 * `app/assets/…`. They are public, and ignore Payload's sessions.
 *
 * @param payload `() => getPayload({ config })`
 */
export function publicPages(payload: () => Promise<SitePayload>) {
  async function handler(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (!PATHS.test(pathname)) return new Response("Not found.", { status: 404 });
    const site = await payload();
    const current = site as Payload;
    const { start, clientAddress = lastForwarded } = installed(site);
    const service = await start(current).catch((error: unknown) => logFailure(current, error));
    return service
      ? service.fetch(copyWithout(["authorization", "cookie"], request), clientOf(request, clientAddress))
      : unavailable(request);
  }
  return { GET: handler, HEAD: handler, POST: handler };
}
