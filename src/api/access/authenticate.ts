import type { Caller } from "#domain/access/capability";
import { isStorable } from "#lib/storable";

import type { Access } from "../endpoint.ts";
import { HttpError } from "../response/http-error.ts";
import { foreignOrigin, isSafe, provenanceOf, type Provenance } from "./provenance.ts";
import type { ApiDeps, Client } from "../services.ts";
import { sessionToken } from "./session-cookie.ts";

/** Tells a program how to send credentials. */
export const CHALLENGE = { "WWW-Authenticate": 'Basic realm="Tidings", charset="UTF-8"' };

const nobody: Caller = { principal: "nobody", userId: 0, username: "", capabilities: new Set() };

/**
 * Identifies the caller and checks their access to the route. Throws 401 before 403, and 503 if the platform is
 * unreachable.
 */
export async function authenticate(
  request: Request,
  access: Access,
  client: Client,
  services: ApiDeps,
  onKnown: (caller: Caller) => void,
): Promise<Caller> {
  const from = isSafe(request.method) ? "own" : provenanceOf(request, client, services);
  if (access === "public") {
    // A route without credentials may set a cookie: another site's page must not sign a browser in.
    if (from === "foreign") throw foreignOrigin();
    return nobody;
  }
  const header = request.headers.get("authorization");
  const session = header === null ? sessionToken(request, client) : undefined;
  const caller =
    header === null && client.user !== undefined
      ? await byProgram(client.user, from, services)
      : session !== undefined
        ? await bySession(session, from, services)
        : await byPassword(request, header, { client, from }, services);
  onKnown(caller);
  requireAccess(caller, access, header === null);
  return caller;
}

async function bySession(session: string, from: Provenance, services: ApiDeps): Promise<Caller> {
  const caller = await services.sessionOf(session);
  // A browser would respond to a challenge with its own password dialog, so a session never gets one.
  if (!caller) throw new HttpError("unauthorized", "Your session has ended. Sign in again.");
  // A browser too old to send these headers cannot be distinguished from a call made by another site.
  if (from !== "own") throw foreignOrigin();
  return caller;
}

/** A browser adds the program's cookie to any page's call, as it does ours. */
async function byProgram(user: number, from: Provenance, { host }: ApiDeps): Promise<Caller> {
  const caller = await host.callerOf?.(user);
  if (!caller) throw new HttpError("unauthorized", "The program named a user who does not exist.");
  if (from !== "own") throw foreignOrigin();
  return caller;
}

async function byPassword(
  request: Request,
  header: string | null,
  { client, from }: { readonly client: Client; readonly from: Provenance },
  services: ApiDeps,
): Promise<Caller> {
  const refused = (message: string): HttpError =>
    new HttpError("unauthorized", message, { headers: isOurBrowser(request, client) ? {} : CHALLENGE });
  const pair = header === null ? null : basicOf(header);
  if (!pair) {
    const message =
      header === null
        ? "Send your user name and an application password as HTTP Basic credentials."
        : "The Authorization header is not HTTP Basic with a user name and a password.";
    throw refused(message);
  }
  if (!client.confidential) {
    throw new HttpError(
      "https_required",
      "Credentials are only accepted over HTTPS. Change this application password: it was sent in plain text.",
    );
  }
  // Before the password is checked: a call that another site makes a browser send must not count as a failed attempt.
  if (from === "foreign") throw foreignOrigin();
  const caller = await services.host.authenticate(pair.user, pair.password, client.ip);
  if (!caller) throw refused("User name or application password is wrong.");
  return caller;
}

/**
 * A browser that has a session, or a script of our own pages, which shows its own sign-in: the browser's password
 * dialog, which a challenge opens, must not appear.
 */
function isOurBrowser(request: Request, client: Client): boolean {
  if (sessionToken(request, client) !== undefined) return true;
  const { headers } = request;
  return headers.get("sec-fetch-site") === "same-origin" && headers.get("sec-fetch-mode") !== "navigate";
}

/** @throws HttpError `forbidden` */
export function requireAccess(caller: Caller, access: Access, bySession: boolean): void {
  if (access === "public" || access === "user") return;
  if (access === "session" || access === "session_or_svc_users") {
    if (bySession || (access === "session_or_svc_users" && caller.capabilities.has("svc_users"))) return;
    throw new HttpError("forbidden", "This is only possible in the browser, signed in with your web password.");
  }
  if (!caller.capabilities.has(access)) {
    throw new HttpError("forbidden", `This needs the capability ${access}, which none of your roles grants.`, {
      facts: { capability: access },
    });
  }
}

/** User and password of a Basic header (RFC 7617, UTF-8), or null. */
function basicOf(header: string): { user: string; password: string } | null {
  const match = /^basic +([A-Za-z0-9+/=_-]+) *$/i.exec(header);
  if (!match) return null;
  const text = Buffer.from(match[1]!, "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon < 1 || !isStorable(text)) return null;
  return { user: text.slice(0, colon), password: text.slice(colon + 1) };
}
