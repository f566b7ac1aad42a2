import type { Caller } from "#domain/access/capability";
import { MESSAGES_KEPT, type LoggedRequest } from "#domain/requests/request-log";
import type { RequestKind, RequestRecorder } from "#domain/requests/request-recorder";
import { UUID, uuidv7, type Uuid } from "#lib/ids";
import type { Clock } from "#lib/time";

import type { HttpError } from "./response/http-error.ts";

/** The properties of an endpoint that the log needs. */
type Called = {
  readonly method: string;
  readonly path: string;
  readonly access: string;
  readonly input: { readonly shape: object };
};

/** A call that was answered. */
export type EndedCall = {
  readonly endpoint: Called;
  readonly pathFields: Readonly<Record<string, string>>;
  readonly requestId: string;
  /** null: refused before the caller was known. */
  readonly caller: Caller | null;
  readonly status: number;
  readonly failure: HttpError | null;
  /** The body of a success. */
  readonly body: string | null;
  readonly replayed: boolean;
  readonly originalAt: number | null;
  /** By the monotonic clock of the log. */
  readonly from: number;
};

/** Where the pipeline reports calls. */
export type RequestLog = {
  /** Milliseconds of a monotonic clock. */
  readonly ticks: () => number;
  record(call: EndedCall): void;
};

type RequestLogDeps = {
  readonly recorder: Pick<RequestRecorder, "takes" | "add">;
  readonly ticks: () => number;
  /** Database time. */
  readonly clock: Clock;
};

/** Records what was called, and how it ended: docs/decisions/0066-request-log.md. */
export function requestLog({ recorder, ticks, clock }: RequestLogDeps): RequestLog {
  return {
    ticks,
    record(call) {
      const kind = kindOf(call);
      if (kind === null || !recorder.takes(kind)) return;
      recorder.add(entryOf(call, Math.max(0, Math.round(ticks() - call.from)), clock.now()));
    },
  };
}

/** Omits public calls, what the console reads, and reads of this log, which would otherwise fill it. */
function kindOf({ endpoint, caller, status, replayed }: EndedCall): RequestKind | null {
  if (endpoint.access === "public") return null;
  // The console requests the session before it shows its sign-in.
  if (caller === null) return endpoint.path === "/session" ? null : "unauthenticated";
  if (status >= 400 || replayed) return "failure";
  // A preview is read by POST, because a message is more than a query holds: compose asks for one at each pause in
  // typing.
  const reads = endpoint.method === "GET" || endpoint.path.startsWith("/send/preview");
  const isView = reads && (caller.sessionId !== undefined || endpoint.path.startsWith("/requests"));
  return isView ? null : "success";
}

function entryOf(call: EndedCall, durationMs: number, now: number): LoggedRequest {
  const { endpoint, caller, status, failure, replayed, originalAt } = call;
  return {
    id: uuidv7(now - durationMs),
    requestId: ourRequestId(call.requestId),
    method: endpoint.method,
    route: endpoint.path,
    path: pathOf(call),
    status,
    code: failure?.code ?? null,
    parameters: failure ? parametersOf(failure, endpoint) : [],
    durationMs,
    principal: caller?.principal ?? null,
    passwordId: caller?.passwordId ?? null,
    replayed,
    originalAt,
    messageIds: messagesOf(call),
  };
}

/**
 * Callers may choose their own request id, which could be a phone number: only values that can be nothing but an id are
 * kept.
 */
function ourRequestId(id: string): string | null {
  return /^(?:req_)?[0-9a-f]{32}$/.test(id) || UUID.test(id) ? id : null;
}

const ID = /^(?:[a-z]{2,5}_)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/**
 * Row ids, and names that an operator chose: a call that succeeded used one that exists. A name with many digits may
 * still be a phone number if the call itself creates the name.
 */
const ROW = /^\d{1,15}$/;
const NAME = /^(?:[a-z]{2,5}_\d{1,15}|(?!.*\d{5})[a-z][a-z0-9._-]{0,63})$/;
/** Their parameter is a phone number, or may be one. */
const MAY_BE_A_NUMBER: ReadonlySet<string> = new Set([
  "/inbox/threads/{number}",
  "/inbox/threads/{number}/assign",
  "/inbox/threads/{number}/read",
  "/suppressions/{id}",
]);

function pathOf({ endpoint, pathFields, status }: EndedCall): string {
  const { path } = endpoint;
  if (!path.includes("{")) return path;
  return path.replaceAll(/\{(\w+)\}/g, (pattern, name: string) => {
    const value = pathFields[name] ?? "";
    if (ID.test(value)) return value;
    if (status >= 400 || MAY_BE_A_NUMBER.has(path)) return pattern;
    return NAME.test(value) || (name === "id" && ROW.test(value)) ? value : pattern;
  });
}

/** An unknown parameter's name may be any text, and so may everything after the first part of a known one. */
function parametersOf(failure: HttpError, { input }: Called): readonly string[] {
  const names = failure.details.map(({ field }) => /^[\w-]*/.exec(field)![0]);
  return [...new Set(names)]
    .filter((name) => name === "Idempotency-Key" || Object.hasOwn(input.shape, name))
    .slice(0, 10);
}

/** No text of a caller can contain this: its quotation marks would be escaped. */
const MESSAGE_ID = /"message_id":"msg_([0-9a-f-]{36})"/g;

function messagesOf({ endpoint, failure, body }: EndedCall): readonly Uuid[] {
  if (endpoint.method !== "POST") return [];
  // Its outcome is unknown: it may have been accepted.
  if (failure) return uuidsIn(JSON.stringify({ message_id: failure.facts["message_id"] }));
  return body === null ? [] : uuidsIn(body);
}

function uuidsIn(body: string): readonly Uuid[] {
  const ids = new Set<Uuid>();
  for (const [, id] of body.matchAll(MESSAGE_ID)) {
    if (UUID.test(id!)) ids.add(id as Uuid);
    if (ids.size === MESSAGES_KEPT) break;
  }
  return [...ids];
}
