import type { Caller } from "#domain/access/capability";

import { capabilitiesOf } from "./capabilities.ts";

/** A user as the site describes them. */
export type SitePerson = {
  readonly id: number;
  readonly login: string;
  /** As the site shows it; "": not known. */
  readonly name: string;
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
  return { id, login: text(username), name: text(json["name"]), roles: strings(json["roles"]), capabilities: held };
}

/** A user as the companion describes them; null: it is not a user. */
export function readSitePerson(json: unknown): SitePerson | null {
  if (!isRecord(json) || !isId(json["id"])) return null;
  const { id, login, name, roles, capabilities } = json;
  return { id, login: text(login), name: text(name), roles: strings(roles), capabilities: strings(capabilities) };
}

export type SignedPrincipal = {
  /** null: the caller is not signed in at the site. */
  readonly person: SitePerson | null;
  readonly address: string | null;
  readonly credential: string | null;
  /** Differs once the password has changed; null: not stated. */
  readonly stamp: string | null;
};

/** The header X-Tidings-Principal; null: it cannot be read. */
export function readPrincipal(encoded: string): SignedPrincipal | null {
  let json: unknown;
  try {
    json = JSON.parse(Buffer.from(encoded, "base64url").toString("utf8"));
  } catch {
    return null;
  }
  if (!isRecord(json)) return null;
  const { id, address, credential, stamp } = json;
  const person = readSitePerson(json);
  if (id !== 0 && !person) return null;
  return {
    person,
    address: typeof address === "string" && /^[\da-f:.]{2,45}$/i.test(address) ? address : null,
    credential: typeof credential === "string" && /^[\da-f-]{36}$/i.test(credential) ? credential : null,
    stamp: typeof stamp === "string" && stamp !== "" ? stamp : null,
  };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}
