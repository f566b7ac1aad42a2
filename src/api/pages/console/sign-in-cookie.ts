import type { Client } from "../../services.ts";

const NAME = "tidings_sign_in";
/** Seconds: as long as the platform accepts the attempt. */
const LASTS = 600;

/** What a browser keeps while its user signs in at the platform. */
export type BegunSignIn = {
  readonly state: string;
  /** Path to show afterwards. */
  readonly next: string;
};

/** Over TLS, no other host of the domain can plant it: see session-cookie.ts. */
const cookieName = ({ encrypted }: Pick<Client, "encrypted">): string => (encrypted ? `__Host-${NAME}` : NAME);

/** Lax: it must come back with the redirect from the platform's site. @param begun null ends it */
export function signInCookie(begun: BegunSignIn | null, client: Pick<Client, "encrypted">): string {
  const value = begun ? `${begun.state}.${Buffer.from(begun.next).toString("base64url")}` : "";
  const secure = client.encrypted ? "; Secure" : "";
  return `${cookieName(client)}=${value}; Path=/; Max-Age=${begun ? LASTS : 0}; HttpOnly; SameSite=Lax${secure}`;
}

export function begunSignIn(request: Request, client: Pick<Client, "encrypted">): BegunSignIn | null {
  const prefix = `${cookieName(client)}=`;
  const pairs = (request.headers.get("cookie") ?? "").split(";").map((part) => part.trim());
  const value = pairs.find((pair) => pair.startsWith(prefix))?.slice(prefix.length);
  const found = /^([\w-]{22})\.([\w-]*)$/.exec(value ?? "");
  return found && { state: found[1]!, next: ownPath(Buffer.from(found[2]!, "base64url").toString()) };
}

/** A path of this service, and nothing that a browser would take for another host. */
export function ownPath(path: string | null): string {
  const BASE = "http://own.invalid";
  const url = path?.startsWith("/") && path.length <= 2_000 ? URL.parse(path, BASE) : null;
  // "/.//host" is a path here, and what is left of it is not.
  return url?.origin === BASE && !url.pathname.startsWith("//") ? url.pathname + url.search : "/";
}
