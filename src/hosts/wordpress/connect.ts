import { isRecord } from "./principal.ts";
import { SiteDown } from "./site-reply.ts";
import type { Site, SiteCredentials } from "./site.ts";

/** What the site gave the service: its own account for lookups. */
export type Connected = { readonly user: string; readonly password: string; readonly plugin: string };

/**
 * Tells the companion plugin the service's address and the secret that both sign with.
 *
 * @throws Error with a sentence that says what to do
 */
export async function connectSite(
  site: Site,
  administrator: SiteCredentials,
  given: { readonly serviceUrl: string; readonly secret: string },
): Promise<Connected> {
  const body = { service_url: given.serviceUrl, secret: given.secret };
  const reply = await site.post("/tidings/v1/connect", body, administrator).catch((error: unknown) => {
    if (error instanceof SiteDown) throw new Error(`${error.message} ${afterwards(error)}`, { cause: error });
    throw error;
  });
  const json = isRecord(reply.json) ? reply.json : {};
  const { service_user: user, application_password: password } = json;
  if (reply.status === 200 && typeof user === "string" && typeof password === "string") {
    const facts = isRecord(json["site"]) ? json["site"] : {};
    return {
      user,
      password: password.replaceAll(/\s+/g, ""),
      plugin: typeof facts["plugin"] === "string" ? facts["plugin"] : "",
    };
  }
  if (reply.status === 404) {
    throw new Error(
      `The companion plugin is not active on ${site.url}: install and activate it there, then try again.`,
    );
  }
  if (reply.status === 401) {
    const words = `${site.url} does not accept the application password of ${administrator.user}`;
    throw new Error(`${words}, or its web server drops the Authorization header. A web password never works here.`);
  }
  if (reply.status === 403) {
    const words = `${administrator.user} may not change the settings of ${site.url}`;
    throw new Error(`${words}. On a network of sites only an administrator of the network may connect one.`);
  }
  const reason =
    typeof json["message"] === "string" ? json["message"].replaceAll(/[\p{Cc}<>]/gu, " ").slice(0, 300) : "";
  throw new Error(`${site.url} refuses the connection (status ${reply.status}): ${reason}`);
}

/** Whether the call may have taken effect: a site that answers late, or unreadably, may have carried it out. */
function afterwards({ why, cause }: SiteDown): string {
  const code = cause instanceof Error ? (cause.cause as { code?: unknown } | undefined)?.code : undefined;
  const wentOut = why === "unreachable" ? CUT_OFF.includes(String(code)) : OPEN.includes(why);
  return wentOut ? "The site may have accepted it all the same: run tidings connect again." : "Nothing was changed.";
}

const OPEN: readonly SiteDown["why"][] = ["slow", "failing", "not_wordpress"];
const CUT_OFF: readonly string[] = ["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"];
