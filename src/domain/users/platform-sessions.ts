import type { Caller } from "../access/capability.ts";
import type { Credentials } from "../access/credentials.ts";
import type { PlatformSession, PlatformSessionStore } from "../access/platform-session-store.ts";
import type { PlatformSignIn, PlatformUser } from "../access/platform-sign-in.ts";
import { IDLE_SECONDS, SESSION_SECONDS } from "./open-session.ts";

export type PlatformSessions = {
  /** Opens a session and returns its token. The browser's earlier session ends: the new token is the only one. */
  open(user: PlatformUser, earlier: string | null): Promise<string>;
  /**
   * The user of a session cookie, or null.
   *
   * @throws DomainError `host_unavailable`: the platform must be queried and cannot be reached
   */
  sessionOf(token: string | undefined): Promise<Caller | null>;
  view(token: string): Promise<PlatformSession | null>;
  end(token: string): Promise<void>;
  /** Ends the user's sessions in other browsers. Returns how many there were. */
  endOthers(by: Caller, token: string): Promise<number>;
  /** The platform reports that rights or passwords have changed. @param users empty: of any user */
  endOf(users: readonly number[]): Promise<void>;
};

/**
 * Sessions of users of the platform. The platform reports changes, which end the sessions of those concerned; a report
 * may get lost, so the platform is queried as well: at the first call of a session, because what it signed may be a
 * minute old, and once a minute while the session is used.
 *
 * @param ports.platform name of the platform, the prefix of principals: "wordpress"
 */
export function platformSessions(ports: {
  readonly platform: string;
  readonly store: PlatformSessionStore;
  readonly credentials: Pick<Credentials, "newSessionToken" | "sessionHash">;
  readonly signIn: Pick<PlatformSignIn, "userNow">;
}): PlatformSessions {
  const { platform, store, credentials, signIn } = ports;
  const principalOf = (id: number): string => `${platform}:${id}`;
  const confirmations = new Map<string, Promise<PlatformUser | null>>();

  /** The calls of a page arrive together and share one query. */
  function confirmed(hash: Buffer, session: PlatformSession): Promise<PlatformUser | null> {
    const key = hash.toString("hex");
    const flight = confirmations.get(key) ?? confirm(hash, session).finally(() => confirmations.delete(key));
    confirmations.set(key, flight);
    return flight;
  }

  async function confirm(hash: Buffer, session: PlatformSession): Promise<PlatformUser | null> {
    const user = await signIn.userNow(session.id);
    if (user?.stamp === session.stamp) {
      await store.confirm(hash, user);
      return user;
    }
    await store.end(hash);
    return null;
  }

  return {
    async open(user, earlier) {
      if (earlier !== null) await store.end(credentials.sessionHash(earlier));
      const token = credentials.newSessionToken();
      const hash = credentials.sessionHash(token);
      await store.open({ hash, principal: principalOf(user.id), user, seconds: SESSION_SECONDS });
      return token;
    },

    async sessionOf(token) {
      if (token === undefined || token === "") return null;
      const hash = credentials.sessionHash(token);
      const session = await store.find(hash, IDLE_SECONDS);
      const user = session?.stale ? await confirmed(hash, session) : session;
      return (
        user && {
          principal: principalOf(user.id),
          userId: user.id,
          username: user.username,
          capabilities: user.capabilities,
          sessionId: hash.toString("hex"),
        }
      );
    },

    view: (token) => store.find(credentials.sessionHash(token), IDLE_SECONDS),
    end: (token) => store.end(credentials.sessionHash(token)),
    endOthers: ({ principal }, token) => store.endOthers(principal, credentials.sessionHash(token)),
    endOf: (users) => store.endOf(users.length === 0 ? null : users.map(principalOf)),
  };
}
