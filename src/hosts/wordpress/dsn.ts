import { createSecretKey, type KeyObject } from "node:crypto";

import { Secret } from "#lib/secret";

import type { SiteCredentials } from "./site.ts";

/** What TIDINGS_PLATFORM says about a WordPress site. */
export type WordPressSettings = {
  /** Without a trailing slash: "https://site.example/sub/dir". */
  readonly site: string;
  /** The account that looks up recipients. */
  readonly service: SiteCredentials | null;
  /** The key that the companion signs with. */
  readonly secret: KeyObject | null;
  /** WordPress capabilities whose holders may do everything here; none: only what the companion granted counts. */
  readonly granting: readonly string[];
  readonly timeoutMs: number;
};

const KNOWN = ["service", "secret", "capabilities", "timeout"];
const SCHEME = /^wordpress\+(?=https?:\/\/)/;
const DEFAULT_SECONDS = 10;

/**
 * Reads `wordpress+https://site.example/dir?service=USER:APP_PASSWORD&secret=…&capabilities=svc&timeout=10`.
 *
 * @returns the settings, or for each error a phrase that follows the variable's name and reveals no value
 */
export function readWordPressDsn(dsn: string): WordPressSettings | readonly string[] {
  if (/^["']/.test(dsn)) return ["is in quotes that nothing removed: leave them out"];
  const url = SCHEME.test(dsn) ? URL.parse(dsn.replace(SCHEME, "")) : null;
  if (!url) return ["must be builtin, or like wordpress+https://site.example?service=USER:APP_PASSWORD&secret=…"];
  const issues: string[] = [];
  if (url.username !== "" || url.password !== "") issues.push("takes the account as service=USER:APP_PASSWORD");
  if (url.hash !== "") issues.push("has a #, which must be written %23");
  const query = url.searchParams;
  for (const name of new Set(query.keys())) {
    if (!KNOWN.includes(name)) issues.push(`has the parameter ${name.slice(0, 40)}, which is not known`);
    if (query.getAll(name).length > 1) issues.push(`names ${name.slice(0, 40)} twice`);
  }
  const service = readService(query.get("service"), issues);
  const secret = readSecret(query.get("secret"), issues);
  const seconds = Number(query.get("timeout") ?? DEFAULT_SECONDS);
  if (!(seconds >= 1 && seconds <= 60)) issues.push("has a timeout that is not 1 to 60 (seconds)");
  const granting = (query.get("capabilities") ?? "svc").split(/[\s,]+/).filter((name) => name !== "" && name !== "svc");
  if (granting.some((name) => !/^\w{1,100}$/.test(name))) issues.push("has capabilities that are not names");
  if (issues.length > 0) return issues;
  return { site: url.origin + url.pathname.replace(/\/+$/, ""), service, secret, granting, timeoutMs: seconds * 1000 };
}

/** The DSN as it may be shown. */
export function redactedWordPressDsn({ site, service, secret, granting }: WordPressSettings): string {
  const parts = [
    ...(service ? [`service=${service.user}:•••`] : []),
    ...(secret ? ["secret=•••"] : []),
    ...(granting.length > 0 ? [`capabilities=${granting.join(",")}`] : []),
  ];
  return `wordpress+${site}${parts.length > 0 ? `?${parts.join("&")}` : ""}`;
}

function readService(text: string | null, issues: string[]): WordPressSettings["service"] {
  if (text === null) return null;
  const colon = text.indexOf(":");
  // WordPress shows it in groups of four and accepts it without the spaces.
  const password = text.slice(colon + 1).replaceAll(/\s+/g, "");
  if (colon < 1 || password === "") {
    issues.push("has a service that is not USER:APP_PASSWORD");
    return null;
  }
  return { user: text.slice(0, colon), password: new Secret(password) };
}

function readSecret(text: string | null, issues: string[]): KeyObject | null {
  if (text === null) return null;
  const bytes = Buffer.from(text, "base64url");
  if (bytes.length === 32 && /^[\w-]{43}$/.test(text)) return createSecretKey(bytes);
  issues.push("has a secret that is not 32 bytes in base64url (43 characters)");
  return null;
}
