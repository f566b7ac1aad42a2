import { successBody } from "#contract/envelope";
import { errors, type ErrorEntry } from "#contract/errors";
import { limits } from "#contract/limits";
import type { Caller } from "#domain/access/capability";
import { DomainError, type Detail } from "#domain/error";
import type { IdempotencyKey, IdempotentRun } from "#domain/messages/idempotency-store";

import { browserOf } from "./access/browser.ts";
import type { CallContext, Endpoint, Reply, Replay, Stream } from "./endpoint.ts";
import { catalogError, HttpError, invalidParameters, unknownParameters } from "./response/http-error.ts";
import { apiHeaders, JSON_TYPE } from "./response/headers.ts";
import { identify, type Identified } from "./access/identify.ts";
import { boundKey } from "./request/idempotency-key.ts";
import { readUnauthenticated } from "./access/read-unauthenticated.ts";
import { packedFor } from "./response/compressed.ts";
import { errorResponse, toHttpError } from "./response/problems.ts";
import { readInput, type RawInput } from "./request/read-body.ts";
import { readFields } from "./request/read-fields.ts";
import { readUpload } from "./request/read-upload.ts";
import type { ApiDeps } from "./services.ts";
import { ignoredName } from "./request/unknown-names.ts";

type Written = {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly originalAt?: number;
};

/**
 * One call from start to finish, in the order that the contract defines: credentials, capability, size, parsing, all
 * parameter issues at once, rules, work.
 */
export async function runEndpoint(
  endpoint: Endpoint,
  request: Request,
  environment: unknown,
  pathFields: Readonly<Record<string, string>>,
  services: ApiDeps,
): Promise<Response> {
  const requestId = requestIdOf(request, services);
  const { requestLog } = services;
  const call = { endpoint, pathFields, requestId, from: requestLog?.ticks() ?? 0, caller: null as Caller | null };
  try {
    const identified = await identify(
      request,
      endpoint.access,
      environment,
      services,
      (known) => (call.caller = known),
    );
    const { caller, ip } = identified;
    const { input, upload } = endpoint.upload
      ? await readUpload(identified.request, pathFields, endpoint.upload)
      : { input: await readInput(identified.request, pathFields, inputLimits(endpoint)), upload: null };
    const idempotency = endpoint.method === "POST" ? idempotencyOf(identified, endpoint, input, services) : null;
    const read = await readCommand(endpoint, request, input, services, {
      caller,
      ip,
      requestId,
      idempotency,
      browser: () => browserOf(identified.request, environment, services),
      lastEventId: endpoint.stream ? request.headers.get("last-event-id") : null,
      ...(upload && { upload }),
    });
    if (endpoint.stream && "command" in read) {
      const stream = (await endpoint.handle(read.command, read.context)) as Stream;
      requestLog?.record({ ...call, status: 200, failure: null, body: null, replayed: false, originalAt: null });
      return streamed(endpoint, stream, request, requestId);
    }
    const carryOut = endpoint.idempotency === "own" && !endpoint.prepare ? ownIdempotency : work;
    const written = "body" in read ? read : await carryOut(endpoint, read.command, read.context, services);
    requestLog?.record({ ...call, ...written, failure: null, ...repeatOf(written) });
    const packing = packedFor(request, written.body);
    const packed = packing && (await packing);
    return new Response(packed?.body ?? written.body, {
      status: written.status,
      headers: apiHeaders(requestId, JSON_TYPE, { ...written.headers, ...packed?.headers }),
    });
  } catch (error) {
    const failure = toHttpError(error, services, requestId);
    const { status } = errors[failure.code];
    requestLog?.record({ ...call, status, failure, body: null, ...repeatOf(failure) });
    return errorResponse(failure, request, requestId, services.docsUrl);
  }
}

function inputLimits({ access, bodyBytes: most }: Endpoint) {
  return { most, ...(access === "public" && { read: readUnauthenticated }) };
}

function repeatOf({ headers, originalAt = null }: Pick<Written, "headers"> & { originalAt?: number | null }) {
  return { replayed: originalAt !== null || headers?.["Idempotency-Replayed"] === "true", originalAt };
}

function streamed(
  endpoint: Pick<Endpoint, "stream">,
  { stream, headers }: Stream,
  request: Request,
  requestId: string,
): Response {
  const isHead = request.method === "HEAD";
  // It would never be read.
  if (isHead) void stream.cancel();
  return new Response(isHead ? null : stream, {
    headers: apiHeaders(
      requestId,
      `text/${endpoint.stream === "csv" ? "csv" : "event-stream"}; charset=utf-8`,
      headers,
    ),
  });
}

export function requestIdOf(request: Request, services: Pick<ApiDeps, "newRequestId">): string {
  const given = request.headers.get("x-request-id");
  return given !== null && /^[\x21-\x7e]{1,128}$/.test(given) ? given : services.newRequestId();
}

/**
 * An unknown name refuses the call, because it could mean anything: whom to leave out, until when, or that nothing must
 * be sent yet.
 */
async function readCommand(
  endpoint: Endpoint,
  request: Request,
  input: RawInput,
  services: ApiDeps,
  before: Omit<CallContext, "warnings">,
): Promise<{ readonly command: unknown; readonly context: CallContext } | Written> {
  try {
    const { fields, issues, unknown } = readFields(endpoint.input, input.fields, endpoint.hints);
    for (const field of input.clashes) issues.push(clash(field));
    const isRefused = unknown.length > 0 && unknown.length > mostUnknown(request);
    const context = { ...before, warnings: isRefused ? [] : unknown.map(ignoredName) };
    const reading = endpoint.read ? endpoint.read(fields, context, issues) : fields;
    const command = await (isRefused ? lookedAt(reading) : reading);
    if (isRefused) throw unknownParameters([...unknown, ...issues]);
    if (issues.length > 0) throw invalidParameters(issues);
    return { command, context };
  } catch (error) {
    return repeated(error, before.idempotency, services);
  }
}

function mostUnknown({ headers }: Request): number {
  return /\bhandling\s*=\s*lenient\b/i.test(headers.get("prefer") ?? "") ? limits.unknownParameters : 0;
}

/** A wrong name is reported in preference to a rule that the rest of the call breaks. */
async function lookedAt(command: unknown): Promise<unknown> {
  try {
    return await command;
  } catch (error) {
    if (!(error instanceof DomainError || error instanceof HttpError)) throw error;
    return null;
  }
}

function clash(field: string): Detail {
  return { field, code: "not_together", message: "is already in the path, with another value" };
}

/** Parameters that were valid for the first call: a group may since have been deleted, and a time may have passed. */
async function repeated(error: unknown, key: IdempotencyKey | null, services: ApiDeps): Promise<Written> {
  const earlier = key && (await services.idempotency.find(key));
  if (earlier?.kind === "replayed") return replay(earlier);
  throw error;
}

async function work(endpoint: Endpoint, read: unknown, context: CallContext, services: ApiDeps): Promise<Written> {
  const { idempotency, warnings } = context;
  let command = read;
  if (endpoint.prepare) {
    const earlier = idempotency && (await services.idempotency.find(idempotency));
    if (earlier) return answeredBefore(earlier);
    command = await endpoint.prepare(read, context).catch((error: unknown) => {
      if (!idempotency) throw error;
      return keepIssue(error, idempotency, services, context.requestId);
    });
  }
  if (!idempotency) return write(endpoint, await endpoint.handle(command, context), warnings);
  if (endpoint.idempotency === "own") return ownIdempotency(endpoint, command, context, services);

  const keepBody = endpoint.idempotency !== "secret";
  const run = await services.idempotency
    .run(idempotency, { keepBody }, async () => {
      const written = write(endpoint, await endpoint.handle(command, context), warnings);
      return { reply: { ...written }, keep: written.status < 300 };
    })
    .catch((error: unknown) => keepIssue(error, idempotency, services, context.requestId));
  return run.kind === "done" ? run.reply : answeredBefore(run);
}

/**
 * The response to a call whose Idempotency-Key was used before. @throws HttpError if there is none, or it was a refusal
 */
export function answeredBefore(run: Exclude<IdempotentRun, { kind: "done" }>): Written & Replay {
  switch (run.kind) {
    case "in_flight":
      throw catalogError("idempotency_in_flight", {
        headers: { "Retry-After": "1" },
      });
    case "mismatch":
      throw catalogError("idempotency_mismatch");
    case "replayed":
      return replay(run);
  }
}

/** If a handler stores the key itself, its final refusals are still stored and replayed here. */
async function ownIdempotency(
  endpoint: Endpoint,
  command: unknown,
  context: CallContext,
  services: ApiDeps,
): Promise<Written> {
  const { idempotency } = context;
  try {
    return write(endpoint, await endpoint.handle(command, context), context.warnings);
  } catch (error) {
    if (!idempotency) throw error;
    const failure = toHttpError(error, services, context.requestId);
    // A database that does not respond would only keep the call waiting.
    if (failure.code.startsWith("idempotency_") || failure.code === "database_unavailable") throw failure;
    const earlier = await services.idempotency.find(idempotency);
    if (earlier && earlier.kind !== "in_flight") return answeredBefore(earlier);
    return keepIssue(failure, idempotency, services, context.requestId);
  }
}

/** Refusals that will not change with time are repeated for as long as the key is kept. */
async function keepIssue(error: unknown, key: IdempotencyKey, services: ApiDeps, requestId: string): Promise<never> {
  const failure = toHttpError(error, services, requestId);
  const { status, temporary }: ErrorEntry = errors[failure.code];
  if ([404, 409, 422].includes(status) && !temporary && !failure.code.startsWith("idempotency_")) {
    await services.idempotency.save(key, {
      status,
      body: JSON.stringify({
        code: failure.code,
        message: failure.message,
        details: failure.details,
        facts: failure.facts,
      }),
    });
  }
  throw failure;
}

function replay(saved: Omit<Replay, "replayed">): Written & Replay {
  const { originalAt } = saved;
  if (saved.body === null) throw catalogError("already_created", { originalAt });
  if (saved.status >= 400) {
    const { code, message, details, facts } = JSON.parse(saved.body) as ConstructorParameters<typeof HttpError>[2] & {
      code: keyof typeof errors;
      message: string;
    };
    const more = { ...(details && { details }), ...(facts && { facts }) };
    throw new HttpError(code, message, { ...more, headers: REPLAYED, originalAt });
  }
  return { replayed: true, status: saved.status, body: saved.body, headers: REPLAYED, originalAt };
}

const REPLAYED = { "Idempotency-Replayed": "true" };

/** The body of a response, as both `write` and an idempotent accept need it. */
export function bodyOf(reply: Reply, warnings: readonly string[]): string {
  const data =
    warnings.length > 0 && typeof reply.data === "object" && reply.data !== null && !Array.isArray(reply.data)
      ? { ...reply.data, warnings: [...((reply.data as { warnings?: string[] }).warnings ?? []), ...warnings] }
      : reply.data;
  return successBody(reply.message, data, reply.top);
}

function write(endpoint: Endpoint, reply: Reply | Replay | Stream, warnings: readonly string[]): Written {
  if ("stream" in reply) throw new Error(`${endpoint.path} answered a stream without saying so`);
  if ("replayed" in reply) return replay(reply);
  const headers = reply.headers ? { headers: reply.headers } : {};
  return { status: reply.status ?? endpoint.status ?? 200, body: reply.body ?? bodyOf(reply, warnings), ...headers };
}

/**
 * The key of the header, bound to caller and route, and the fingerprint of the request.
 *
 * Without the header, the platform's nonce is used: if someone replays a proxied call to another node, which has not
 * seen that nonce, they get the first response again.
 */
function idempotencyOf(
  { request, caller, nonce }: Identified,
  endpoint: Endpoint,
  input: RawInput,
  { fingerprintKey }: Pick<ApiDeps, "fingerprintKey">,
): IdempotencyKey | null {
  const value = request.headers.get("idempotency-key") ?? nonce;
  if (value === null) return null;
  if (value.length < 1 || value.length > limits.idempotencyKey || !/^[\x21-\x7e]+$/.test(value)) {
    throw invalidParameters([
      {
        field: "Idempotency-Key",
        code: "invalid_format",
        message: `must be 1 to ${limits.idempotencyKey} visible ASCII characters`,
      },
    ]);
  }
  return {
    key: boundKey(caller.principal, endpoint.method, endpoint.path, value),
    fingerprint: input.fingerprint(fingerprintKey),
  };
}
