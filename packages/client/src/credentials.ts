import type { ClientOptions } from "./options.ts";

const BASE_PATH = "/svc/v1";

/** The address of the API. @throws TypeError if `url` is no http address, or has a user name, a query or a fragment */
export function baseOf(url: string): string {
  // A program without type checks may pass a variable of the environment that is not set.
  const base = String(url)
    .replace(/\/+$/, "")
    .replace(/\/svc\/v1$/, "");
  // Relative: the origin of the page, with its mount prefix if there is one.
  if (base === "" || /^\/(?!\/)[^?#]*$/.test(base)) return base + BASE_PATH;
  const parsed = URL.canParse(base) ? new URL(base) : null;
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username || parsed.password || /[?#]/.test(base)) {
    throw new TypeError("url must be an http(s) address without user name, query and fragment");
  }
  return base + BASE_PATH;
}

/**
 * Basic credentials, or none: then the browser adds the cookie of the page's own origin.
 *
 * @throws TypeError if only one of user and password is given, or the user name has a colon
 */
export function encodeCredentials({ user, applicationPassword }: ClientOptions): {
  readonly headers: Readonly<Record<string, string>>;
  readonly mode: NonNullable<RequestInit["credentials"]>;
} {
  if (user === undefined && applicationPassword === undefined) return { headers: {}, mode: "same-origin" };
  if (!user || !applicationPassword) throw new TypeError("user and applicationPassword belong together");
  if (user.includes(":")) throw new TypeError("user must not contain a colon");
  const bytes = new TextEncoder().encode(`${user}:${applicationPassword}`);
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  // A session of the same browser must not go along with a program's own credentials.
  return { headers: { authorization: `Basic ${btoa(binary)}` }, mode: "omit" };
}
