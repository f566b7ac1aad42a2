import type { SettingIssue } from "#domain/gateways/stored/gateway-kinds";

/**
 * One gateway DSN, parsed: `scheme://user:password@host/path?key=value`. Has its own parser, because `new URL` quotes
 * its input in errors, turns `+15005550006` into ` 15005550006` and does not decode opaque hosts.
 *
 * No issue ever quotes a value: a DSN is mostly secrets, and issues reach logs and API replies.
 */
export type DsnParts = {
  readonly scheme: string;
  readonly username?: string;
  readonly password?: string;
  /** `default`, or `host`, `host:port`, `[::1]:port`. */
  readonly host: string;
  readonly path?: string;
  readonly query: readonly (readonly [key: string, value: string])[];
};

export type DsnResult =
  | { readonly ok: true; readonly parts: DsnParts }
  | { readonly ok: false; readonly issues: readonly SettingIssue[] };

const SHAPE = /^([a-z][a-z0-9+.-]{0,39}):\/\/([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?(#.*)?$/s;
const HOST = /^(?:\[[0-9a-f:.]{2,45}\]|[a-z0-9](?:[a-z0-9._-]{0,252}))(?::(\d{1,5}))?$/i;

/** Parses one DSN and percent-decodes it; a `+` stays a plus sign. */
export function parseDsn(text: string): DsnResult {
  const issues: SettingIssue[] = [];
  const decode = (part: string, raw: string): string => {
    try {
      const value = decodeURIComponent(raw);
      if (hasControl(value)) issues.push({ part, message: "contains a control character" });
      return value;
    } catch {
      issues.push({ part, message: "has a % that is not followed by two hexadecimal digits of UTF-8" });
      return "";
    }
  };

  const match = SHAPE.exec(text.trim());
  if (!match)
    return {
      ok: false,
      issues: [{ part: "dsn", message: "is not in the form scheme://user:password@host?key=value" }],
    };
  const [, scheme = "", authority = "", path, query, fragment] = match;
  if (fragment) issues.push({ part: "dsn", message: "has a #: write it as %23" });

  const at = authority.lastIndexOf("@");
  const userinfo = at < 0 ? undefined : authority.slice(0, at);
  const host = authority.slice(at + 1);
  if (userinfo?.includes("@")) issues.push({ part: "user", message: "has an @: write it as %40" });
  if (at < 0 && path?.includes("@")) issues.push({ part: "user", message: "has a / in it: write it as %2F" });
  else if (at < 0 && query?.split("=", 1)[0]?.includes("@"))
    issues.push({ part: "user", message: "has a ? in it: write it as %3F" });
  else checkHost(host, issues);

  const colon = userinfo?.indexOf(":") ?? -1;
  const username =
    userinfo === undefined ? undefined : decode("username", colon < 0 ? userinfo : userinfo.slice(0, colon));
  const password = userinfo === undefined || colon < 0 ? undefined : decode("password", userinfo.slice(colon + 1));

  const pairs = (query ?? "")
    .split("&")
    .filter(Boolean)
    .map((pair, index) => {
      const equals = pair.indexOf("=");
      const key = decode(`query key ${index + 1}`, equals < 0 ? pair : pair.slice(0, equals));
      const name = quotable(key) ? key : `query key ${index + 1}`;
      if (equals < 0) issues.push({ part: name, message: "has no value" });
      return [key, equals < 0 ? "" : decode(name, pair.slice(equals + 1))] as const;
    });
  if (issues.length > 0) return { ok: false, issues };
  return {
    ok: true,
    parts: {
      scheme,
      ...(username === undefined ? {} : { username }),
      ...(password === undefined ? {} : { password }),
      host,
      ...(path === undefined || path === "/" ? {} : { path }),
      query: pairs,
    },
  };
}

/** Whether a query key looks like a word, so that an error may name it: a secret pasted there does not. */
export function quotable(key: string): boolean {
  return /^[a-z][a-z_]{0,29}$/.test(key);
}

/** Hides the password, user name and named query keys; anything that is not a DSN is hidden completely. */
export function redactDsn(text: string, hidden: { username: boolean; query: (key: string) => boolean }): string {
  const match = SHAPE.exec(text.trim());
  if (!match) return "•••";
  const [, scheme = "", authority = "", path = "", query] = match;
  const at = authority.lastIndexOf("@");
  const host = authority.slice(at + 1);
  const [username = "", ...rest] = at < 0 ? [] : authority.slice(0, at).split(":");
  const user = at < 0 ? "" : `${hidden.username ? "•••" : username}${rest.length > 0 ? ":•••" : ""}@`;
  const shown = (query ?? "")
    .split("&")
    .filter(Boolean)
    .map((pair) => {
      const key = pair.split("=", 1)[0] ?? "";
      if (!quotable(key)) return "•••";
      return hidden.query(key) ? `${key}=•••` : pair;
    });
  // A half-parsed authority (an unescaped / or ? in a password) would print the rest of the secret as path or query.
  const torn = at < 0 && (path.includes("@") || (query ?? "").includes("@"));
  if (torn) return `${scheme}://•••`;
  return `${scheme}://${user}${host}${path}${shown.length > 0 ? `?${shown.join("&")}` : ""}`;
}

/** Adds an issue if this is no host of a DSN. */
export function checkHost(host: string, issues: SettingIssue[]): void {
  const match = HOST.exec(host);
  const port = match?.[1];
  if (!match)
    issues.push({ part: "host", message: "must be `default`, or a host name or address with an optional port" });
  else if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535))
    issues.push({ part: "host", message: "has a port outside 1-65535" });
}

/** Whether a value contains a control character; a line feed is allowed. */
export function hasControl(value: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return /[\u0000-\u0009\u000b-\u001f\u007f]/.test(value);
}
