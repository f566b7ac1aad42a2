import type { Client } from "./services.ts";

const NAME = "tidings_session";

/**
 * Over TLS, a name that browsers accept only with Secure, for the whole host and set by it alone (RFC 6265bis, 4.1.3.2):
 * no other host of the domain can plant a session, nor can anyone over plain HTTP. On loopback, browsers would not send
 * such a cookie back.
 */
export function cookieName(name: string, { encrypted }: Pick<Client, "encrypted">): string {
  return encrypted ? `__Host-${name}` : name;
}

/** @param seconds 0 ends it */
export function sessionCookie(token: string, seconds: number, client: Pick<Client, "encrypted">): string {
  return cookie(cookieName(NAME, client), token, { seconds, client });
}

export function sessionToken(request: Request, client: Pick<Client, "encrypted">): string | undefined {
  return cookieOf(request, cookieName(NAME, client));
}

/** A cookie that no script can read and that other sites' forms cannot cause to be sent. */
export function cookie(
  name: string,
  value: string,
  { seconds, client, sameSite = "Lax" }: { seconds: number; client: Pick<Client, "encrypted">; sameSite?: string },
): string {
  const secure = client.encrypted ? "; Secure" : "";
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${secure}`;
}

export function cookieOf(request: Request, name: string): string | undefined {
  for (const part of request.headers.get("cookie")?.split(";") ?? []) {
    const [key, ...value] = part.trim().split("=");
    if (key === name) return value.join("=");
  }
  return undefined;
}
