import type { Client } from "../services.ts";

const NAME = "tidings_session";

/**
 * Over TLS, a name that browsers accept only with Secure, for the whole host and set by it alone (RFC 6265bis,
 * 4.1.3.2): no other host of the domain can plant a session, nor can anyone over plain HTTP. On loopback, browsers
 * would not send such a cookie back.
 */
function cookieName({ encrypted }: Pick<Client, "encrypted">): string {
  return encrypted ? `__Host-${NAME}` : NAME;
}

/** A cookie that no script can read and that other sites' forms cannot cause to be sent. @param seconds 0 ends it */
export function sessionCookie(token: string, seconds: number, client: Pick<Client, "encrypted">): string {
  const secure = client.encrypted ? "; Secure" : "";
  return `${cookieName(client)}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

export function sessionToken(request: Request, client: Pick<Client, "encrypted">): string | undefined {
  const name = cookieName(client);
  for (const part of request.headers.get("cookie")?.split(";") ?? []) {
    const [key, ...value] = part.trim().split("=");
    if (key === name) return value.join("=");
  }
  return undefined;
}
