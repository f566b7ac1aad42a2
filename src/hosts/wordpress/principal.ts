import type { Caller } from "#domain/access/capability";

import { capabilitiesOf } from "./capabilities.ts";

/** A user as the site describes them. */
export type SitePerson = {
  readonly id: number;
  readonly login: string;
  readonly roles: readonly string[];
  readonly capabilities: readonly string[];
};

/** How a caller is identified in idempotency keys and in the log, however the call arrived. */
export function callerOf(person: SitePerson, granting: readonly string[]): Caller {
  return Object.freeze({
    principal: `wordpress:${person.id}`,
    userId: person.id,
    username: person.login,
    capabilities: capabilitiesOf(person.capabilities, person.roles, granting),
  });
}

/** Reads the response of `users/me?context=edit`; null: it is not a user. */
export function readMe(json: unknown): SitePerson | null {
  if (!isRecord(json)) return null;
  const { id, username, capabilities } = json;
  if (!isId(id)) return null;
  // PHP encodes an empty map as a list.
  const held = isRecord(capabilities) ? Object.keys(capabilities).filter((name) => capabilities[name] === true) : [];
  return { id, login: typeof username === "string" ? username : "", roles: strings(json["roles"]), capabilities: held };
}

export type SignedPrincipal = {
  /** null: the caller is not signed in at the site. */
  readonly person: SitePerson | null;
  readonly address: string | null;
  readonly credential: string | null;
};

/** The header X-Tidings-Principal; null: it cannot be read. */
export function readPrincipal(text: string): SignedPrincipal | null {
  let json: unknown;
  try {
    json = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
  } catch {
    return null;
  }
  if (!isRecord(json)) return null;
  const { id, login, address, credential } = json;
  if (id !== 0 && !isId(id)) return null;
  const person = {
    id,
    login: typeof login === "string" ? login : "",
    roles: strings(json["roles"]),
    capabilities: strings(json["capabilities"]),
  };
  return {
    person: id === 0 ? null : person,
    address: typeof address === "string" && /^[\da-f:.]{2,45}$/i.test(address) ? address : null,
    credential: typeof credential === "string" && /^[\da-f-]{36}$/i.test(credential) ? credential : null,
  };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}
