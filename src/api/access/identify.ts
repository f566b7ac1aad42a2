import { limits } from "#contract/limits";
import type { Caller } from "#domain/access/capability";
import type { ProxiedCalls, ProxiedCall } from "#domain/access/proxied-calls";

import { authenticate, CHALLENGE, requireAccess } from "./authenticate.ts";
import type { Access } from "../endpoint.ts";
import { HttpError } from "../response/http-error.ts";
import { readUnauthenticated } from "./read-unauthenticated.ts";
import type { ApiDeps } from "../services.ts";

export type Identified = {
  readonly caller: Caller;
  readonly ip: string;
  /** The call without the platform's additions. */
  readonly request: Request;
  /** Different for every call that the platform proxied: replaces a missing Idempotency-Key. */
  readonly nonce: string | null;
};

/**
 * Identifies the caller: by the platform's signed statement if the platform proxied the call, otherwise by credentials.
 * A call that claims to be proxied and was not is refused, whatever credentials it has.
 *
 * @param onKnown called before the caller's access is checked
 */
export async function identify(
  request: Request,
  access: Access,
  environment: unknown,
  services: ApiDeps,
  onKnown: (caller: Caller) => void = () => undefined,
): Promise<Identified> {
  const client = services.clientOf(environment, request.headers);
  const proxied = access === "public" ? undefined : services.host.proxied;
  const target = proxied && targetOf(request, environment);
  if (!proxied?.claims((name) => request.headers.get(name), target!)) {
    const caller = await authenticate(request, access, client, services, onKnown);
    return { caller, ip: client.ip, request, nonce: null };
  }
  const { call, bytes } = callOf(request, target!);
  const judged = await proxied.judge(call);
  if (judged.kind !== "known") throw unauthenticated(judged.kind);
  const { caller, nonce } = judged;
  if (!caller) {
    const message = "The site knows no user with these credentials: send your user name and an application password.";
    throw new HttpError("unauthorized", message, { headers: CHALLENGE });
  }
  onKnown(caller);
  requireAccess(caller, access, false);
  return { caller, nonce, ip: judged.ip ?? client.ip, request: again(request, judged.target, bytes()) };
}

/** @returns the call to be checked, and access to the body that was read for it */
export function callOf(request: Request, target: string): { call: ProxiedCall; bytes: () => Uint8Array | null } {
  let bytes: Uint8Array | null = null;
  const call: ProxiedCall = {
    method: request.method,
    target,
    header: (name) => request.headers.get(name),
    body: async () => (bytes ??= await readUnauthenticated(request, limits.bodyBytes)),
  };
  return { call, bytes: () => bytes };
}

export function unauthenticated(kind: Exclude<ProxiedCalls["kind"], "known">): HttpError {
  // From the version, the platform's plugin recognizes whether it is the older of the two.
  return new HttpError("unauthorized", SENTENCES[kind], { facts: { signature: kind, signature_version: 2 } });
}

const SENTENCES = {
  forged: "The signature of this call is not the site's. Run tidings connect again if the site is the right one.",
  outdated:
    "The site's companion plugin is older than this service and its signature covers too little: update the plugin there.",
  stale:
    "The site's signature is too old or from the future: the clocks of site and service differ, or the call arrived late.",
  replayed: "This call has already been received.",
} as const;

/** Path and query exactly as received: a signature covers every byte, and a parsed URL may differ. */
export function targetOf(request: Request, environment: unknown): string {
  const wire = (environment as { incoming?: { url?: unknown } } | undefined)?.incoming?.url;
  return typeof wire === "string" && wire.startsWith("/") ? wire : request.url.replace(/^[a-z]+:\/\/[^/?#]*/i, "");
}

function again(request: Request, target: string, bytes: Uint8Array | null): Request {
  const url = new URL(target, new URL(request.url).origin).href;
  if (bytes === null) return url === request.url ? request : new Request(url, request);
  const { method, headers } = request;
  return new Request(url, { method, headers, ...(bytes.length > 0 && { body: bytes as never }) });
}
