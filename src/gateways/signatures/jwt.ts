import { createHmac } from "node:crypto";

import { sameText } from "../vendor/calls.ts";
import { at, parseJson } from "../vendor/json.ts";

// The algorithm comes from the token, so the list is short: no `none`, and no public-key algorithm whose key is not secret.
const hashes = new Map([
  ["HS256", "sha256"],
  ["HS384", "sha384"],
  ["HS512", "sha512"],
]);

/**
 * The claims of a JSON Web Token (RFC 7519) that is signed with our shared secret and good at this moment; null for any
 * other text.
 *
 * @param now milliseconds
 * @param leeway seconds by which `exp` and `nbf` may be missed
 */
export function readJwt(token: string, secret: string, now: number, leeway = 5): unknown {
  const [, head = "", body = "", signature = ""] = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(token) ?? [];
  const hash = hashes.get(String(at(decoded(head), "alg")));
  if (hash === undefined || secret === "") return null;
  if (!sameText(signature, createHmac(hash, secret).update(`${head}.${body}`).digest("base64url"))) return null;
  const claims = decoded(body);
  if (typeof claims !== "object" || claims === null) return null;
  const [expires, begins] = [at(claims, "exp") ?? Infinity, at(claims, "nbf") ?? -Infinity];
  if (typeof expires !== "number" || typeof begins !== "number") return null;
  const seconds = now / 1_000;
  return seconds < expires + leeway && seconds >= begins - leeway ? claims : null;
}

const decoded = (part: string): unknown => parseJson(Buffer.from(part, "base64url").toString("utf8"));
