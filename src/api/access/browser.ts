import { HttpError } from "../response/http-error.ts";
import { foreignOrigin, provenanceOf, type Provenance } from "./provenance.ts";
import type { ApiDeps, Client } from "../services.ts";
import { sessionToken } from "./session-cookie.ts";

export type Browser = {
  readonly client: Client;
  readonly from: Provenance;
  /** Token of the session cookie; null if there is none, or other credentials were sent. */
  readonly session: string | null;
  /** Own origin of the page; null: the call does not name one of ours. */
  readonly origin: string | null;
};

export function browserOf(request: Request, environment: unknown, services: ApiDeps): Browser {
  const client = services.clientOf(environment, request.headers);
  const session = request.headers.has("authorization") ? null : (sessionToken(request, client) ?? null);
  const named = request.headers.get("origin");
  const origin = named !== null && services.isOwnOrigin(named, client) ? named : null;
  return { client, from: provenanceOf(request, client, services), session, origin };
}

/**
 * For the public routes that set a session cookie: another site's page could otherwise sign its visitor in to a
 * different account, whose owner then sees what the visitor enters.
 *
 * @throws HttpError `https_required`, `foreign_origin`
 */
export function requireOwnPage(browser: Browser): Browser {
  if (!browser.client.confidential) {
    throw new HttpError(
      "https_required",
      "Signing in works only over HTTPS: here the password could be read in transit.",
    );
  }
  if (browser.from !== "own") throw foreignOrigin();
  return browser;
}
