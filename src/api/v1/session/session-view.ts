import type { SessionData, SiteData } from "#contract/session";
import { capabilities, type Caller } from "#domain/access/capability";
import type { Host, ShownUser } from "#domain/access/host";
import { kindsFor, type RecipientSources } from "#domain/recipients/sources";
import { SESSION_SECONDS, type Admission } from "#domain/users/open-session";
import type { People } from "#domain/users/people";
import type { PlatformSessions } from "#domain/users/platform-sessions";

import type { Browser } from "../../access/browser.ts";
import type { Reply } from "../../endpoint.ts";
import { HttpError } from "../../response/http-error.ts";
import { sessionCookie } from "../../access/session-cookie.ts";

export type SessionDeps = Pick<RecipientSources, "host" | "commerce"> & {
  readonly people: People;
  readonly managedBy?: Host["managedBy"] | undefined;
  /** Sessions of the platform's users; null: it signs no one in here. */
  readonly platformSessions: PlatformSessions | null;
  readonly readSite: () => Promise<SiteData>;
};

/** Maximum bytes of a body that anyone may send: the longest password in its longest encoding has 6 kB. */
export const SMALL_BODY = 16_384;

/** @param token of the session cookie; null: the call was made with other credentials */
export async function sessionView(deps: SessionDeps, caller: Caller, token: string | null): Promise<SessionData> {
  const { user, session } = deps.managedBy
    ? await platformView(deps, caller, token)
    : await ownView(deps.people, caller, token);
  return {
    user: {
      id: caller.userId,
      principal: caller.principal,
      username: caller.username,
      name: user?.name ?? caller.username,
      email: user?.email ?? null,
      roles: [...(user?.roles ?? [])],
    },
    capabilities: capabilities.filter((capability) => caller.capabilities.has(capability)),
    recipient_kinds: kindsFor(caller, deps),
    site: await deps.readSite(),
    session,
  };
}

type View = {
  /** null: not known here, as of the operator or of a platform's user who called with an application password. */
  readonly user: ShownUser | null;
  readonly session: SessionData["session"];
};

async function ownView(people: People, { userId }: Caller, token: string | null): Promise<View> {
  const user = await people.userCalled(String(userId));
  const times = token === null ? null : await people.sessionTimes(token);
  const session = times && {
    ...shown(times),
    passkey: times.passkey,
    two_factor: await people.hasSecondFactor(userId),
  };
  return { user, session };
}

async function platformView(
  { platformSessions, host }: SessionDeps,
  { userId }: Caller,
  token: string | null,
): Promise<View> {
  const found = token === null ? null : await platformSessions?.view(token);
  if (!found) return { user: (await host.account?.(userId)) ?? null, session: null };
  const { name, roles } = found;
  // Signing in there is the platform's concern.
  return { user: { name, email: null, roles }, session: { ...shown(found), passkey: null, two_factor: false } };
}

const shown = (times: { readonly signedInAt: Date; readonly expiresAt: Date }) => ({
  signed_in_at: times.signedInAt.toISOString(),
  expires_at: times.expiresAt.toISOString(),
});

/** The reply to a right password: the session with its cookie, or the challenge. */
export async function admitted(deps: SessionDeps, admission: Admission, { client }: Browser): Promise<Reply> {
  if ("challenge" in admission) {
    const { challenge } = admission;
    return { message: "Enter the code of your authenticator app.", data: { second_factor: true, challenge } };
  }
  const { token } = admission;
  const caller = await deps.people.sessionOf(token);
  // Another call has just ended all sessions of the user.
  if (!caller) throw new HttpError("unauthorized", "Your session has ended. Sign in again.");
  return {
    message: `You are signed in as ${caller.username}.`,
    data: await sessionView(deps, caller, token),
    headers: { "Set-Cookie": sessionCookie(token, SESSION_SECONDS, client) },
  };
}
