import type { WordPressSettings } from "./dsn.ts";
import { isOldPlugin, isOlderPlugin, SIGN_IN_PLUGIN } from "./plugin-versions.ts";
import { isRecord, readMe } from "./principal.ts";
import { SiteDown, type SiteReply } from "./site-reply.ts";
import type { Site, SiteCredentials } from "./site.ts";

/** `publicUrl`: where the site finds the service; null: not stated. */
type CheckOptions = { readonly now: () => number; readonly publicUrl: string | null };

export type SiteCheckResult = { readonly level: "ok" | "warning" | "error"; readonly text: string };

/** Clock difference, in seconds, that is worth a warning; above 60, no signed call is accepted. */
const CLOCKS_APART = 20;

const HEADER_HELP =
  "Apache with PHP as CGI or FastCGI needs `CGIPassAuth On`; nginx must pass HTTP_AUTHORIZATION on to PHP.";

/**
 * Checks everything that the service needs from a site, and reports each problem in words that the site's administrator
 * can act on.
 *
 * @param options.now       milliseconds since 1970
 * @param options.publicUrl where the site should find the service, if known
 */
export async function checkSite(
  site: Site,
  settings: Pick<WordPressSettings, "service" | "secret">,
  options: CheckOptions,
): Promise<readonly SiteCheckResult[]> {
  const checkResults: SiteCheckResult[] = [];
  const say = (level: SiteCheckResult["level"], text: string): number => checkResults.push({ level, text });
  try {
    const index = await site.get("/", { _fields: "name,namespaces,authentication" }, null);
    if (index.status !== 200 || !isRecord(index.json) || !Array.isArray(index.json["namespaces"])) {
      say("error", `The REST API at ${site.url} does not list its namespaces (status ${index.status} ${index.code}).`);
      return checkResults;
    }
    const namespaces = index.json["namespaces"] as unknown[];
    say("ok", `WordPress answers at ${site.url}.`);
    if (site.plainPermalinks()) {
      say("warning", "Permalinks are off: the API is at /index.php?rest_route=/svc/v1/… and not at /wp-json/svc/v1/…");
    }
    applicationPasswords(site, index.json["authentication"], say);
    if (!settings.service)
      say("warning", "No service account is set up: recipients cannot be looked up. Run tidings connect.");
    else await account(site, settings.service, namespaces, options, say);
    if (!namespaces.includes("tidings/v1")) return checkResults;
    if (!settings.secret)
      say("warning", "There is no secret=: calls through the site are refused. Run tidings connect.");
    else if (settings.service) await throughTheSite(site, settings.service, say);
  } catch (error) {
    if (!(error instanceof SiteDown)) throw error;
    say("error", `${error.message}${REMEDIES[error.why]}`);
  }
  return checkResults;
}

type Say = (level: SiteCheckResult["level"], text: string) => void;

const REMEDIES: Readonly<Record<SiteDown["why"], string>> = {
  unreachable: " Check the address and the network.",
  certificate: "",
  forbidden: "",
  slow: " Its PHP workers may all be busy; timeout= in TIDINGS_PLATFORM allows more time.",
  refused: " Allow /wp-json there, at least for this machine.",
  redirect: "",
  failing: " See the site's own error log.",
  not_wordpress: " If the address is right, a plugin has switched the REST API off.",
};

function applicationPasswords(site: Site, authentication: unknown, say: Say): void {
  if (isRecord(authentication) && "application-passwords" in authentication) return;
  const why = site.url.startsWith("http:")
    ? "the site is called over plain http, where WordPress accepts none (for trials, WP_ENVIRONMENT_TYPE local lifts that)"
    : "a plugin has switched them off, or WordPress does not know that it is called over https behind its proxy";
  say("error", `Application passwords are off: ${why}. The API cannot be called with credentials.`);
}

async function account(
  site: Site,
  service: SiteCredentials,
  namespaces: readonly unknown[],
  options: CheckOptions,
  say: Say,
): Promise<void> {
  const status = await site.get("/tidings/v1/status", {}, service);
  if (status.status === 200 && isRecord(status.json)) return companion(status.json, options, say);
  const me = await site.get("/wp/v2/users/me", { context: "edit", _fields: "id,username,roles,capabilities" }, service);
  if (me.status === 401) return say("error", refusedPassword(service.user, me));
  const person = readMe(me.json);
  if (namespaces.includes("tidings/v1")) {
    return say("error", `The service account ${service.user} may not look up recipients: run tidings connect again.`);
  }
  say("warning", "The companion plugin is not installed or not active: calls to /wp-json/svc/v1 get no answer.");
  const lacks = ["list_users", "edit_users"].filter((name) => !person?.capabilities.includes(name));
  if (lacks.length > 0) {
    say(
      "error",
      `Without the plugin the service account ${service.user} needs ${lacks.join(" and ")} to look up users.`,
    );
  } else if (!namespaces.includes("wc/v3")) {
    say("warning", "The site reports no phone numbers: it has neither the companion plugin nor WooCommerce.");
  }
}

/** WordPress answers a wrong password and a missing one alike, unless a plugin checked the password first. */
function refusedPassword(user: string, { code }: SiteReply): string {
  if (code !== "rest_not_logged_in") {
    return `The application password of ${user} is wrong or revoked: run tidings connect again.`;
  }
  return `The site does not accept the application password of ${user}. Either it is wrong or revoked: run tidings connect again. Or the web server drops the Authorization header. ${HEADER_HELP}`;
}

function companion(
  status: Record<string, unknown>,
  { now, publicUrl }: { readonly now: () => number; readonly publicUrl: string | null },
  say: Say,
): void {
  const { plugin, woocommerce, time, service_url: known } = status;
  const version = typeof plugin === "string" ? plugin : "0";
  const shop = typeof woocommerce === "string" ? `, WooCommerce ${woocommerce}` : "";
  if (isOldPlugin(version)) say("error", `The companion plugin ${version} is too old: update it.`);
  else say("ok", `Companion plugin ${version}${shop}; recipients can be looked up.`);
  if (!isOldPlugin(version) && isOlderPlugin(version, SIGN_IN_PLUGIN)) {
    say(
      "warning",
      `The console needs version ${SIGN_IN_PLUGIN} of the companion plugin: until then, signing in to it is not possible.`,
    );
  }
  const apart = typeof time === "number" ? Math.round(Math.abs(now() / 1000 - time)) : 0;
  if (apart > CLOCKS_APART) {
    say(
      apart > 60 ? "error" : "warning",
      `The clocks of site and service are ${apart} s apart; at most 60 s are accepted.`,
    );
  }
  if (known === null) say("error", "The companion plugin is not connected: run tidings connect.");
  else if (publicUrl !== null && typeof known === "string" && known !== publicUrl) {
    say("warning", `The site calls the service at ${known}, which is not TIDINGS_PUBLIC_URL.`);
  }
}

/**
 * A call by the service account through the site: the account has no permissions here, and the way the call is refused
 * identifies the problem.
 */
async function throughTheSite(site: Site, service: SiteCredentials, say: Say): Promise<void> {
  const reply = await site.get("/svc/v1/credit", {}, service).catch((error: unknown) => {
    if (error instanceof SiteDown) return null;
    throw error;
  });
  const data = reply && isRecord(reply.json) && isRecord(reply.json["data"]) ? reply.json["data"] : {};
  if (reply?.status === 403 && data["capability"] === "svc_setting") {
    return say("ok", "A call through the site arrives with a valid signature.");
  }
  if (data["signature"] === "forged") {
    return say("error", "The secret is not the one that the site signs with: run tidings connect again.");
  }
  if (data["signature"] === "outdated") {
    return say("error", "The companion plugin uses an older signature, which is refused: update it.");
  }
  if (data["signature"] === "stale") {
    return say("error", "The site's signatures are too old or from the future: correct the clocks of both.");
  }
  say(
    "warning",
    "A call through the site does not arrive. The service must run, and the site must reach its address: Settings → Tidings on the site says why it does not.",
  );
}
