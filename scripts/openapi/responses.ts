import { z } from "zod";

import type { Endpoint } from "#api/endpoint";
import { errorSchema } from "#contract/envelope";
import { errors, type ErrorCode } from "#contract/errors";

import type { JsonSchema, Schemas } from "./schemas.ts";

const COMMON: readonly ErrorCode[] = ["invalid_parameter", "unknown_parameter", "internal", "database_unavailable"];
const CREDENTIALS: readonly ErrorCode[] = [
  "unauthorized",
  "forbidden",
  "https_required",
  "too_many_requests",
  "host_unavailable",
];
/** For methods that change something. */
const UNSAFE: readonly ErrorCode[] = ["foreign_origin"];
const BODY: readonly ErrorCode[] = ["invalid_json", "payload_too_large", "unsupported_media_type"];
const KEYED: readonly ErrorCode[] = ["idempotency_in_flight", "idempotency_mismatch", "already_created"];

const REQUEST_ID = { "X-Request-Id": { $ref: "#/components/headers/RequestId" } };
const text = { type: "string" } as const;

/** RFC 9457, where `Accept` prefers application/problem+json. */
export const problemSchema: JsonSchema = {
  type: "object",
  description:
    "RFC 9457: served where Accept prefers application/problem+json to application/json. Its extension members are what the envelope has in data.",
  properties: {
    type: { ...text, format: "uri-reference" },
    title: text,
    status: { type: "integer" },
    detail: text,
    instance: text,
    code: text,
    errors: { type: "array", items: { $ref: "#/components/schemas/Detail" } },
    more_details: { type: "integer", description: "How many faults are not listed." },
  },
  additionalProperties: true,
  required: ["type", "title", "status", "detail", "instance", "code", "errors"],
};

/** The success response of an endpoint, and every error it may return, by status. */
export function responsesOf(endpoint: Endpoint, schemas: Schemas): Record<string, object> {
  const status = String(endpoint.status ?? 200);
  return {
    [status]: success(endpoint, schemas),
    ...((endpoint.stream !== undefined || endpoint.upload || endpoint.queriesPlatform) && { 307: elsewhere }),
    ...failures(endpoint),
  };
}

/**
 * A site that proxies calls does not proxy a stream, a file, or a call that makes the service query it: it returns the
 * service's address, valid for a minute.
 */
const elsewhere = {
  description: "For calls through a site: the address at which the service accepts this call, valid for a minute.",
  headers: { ...REQUEST_ID, Location: { description: "The address.", schema: text } },
  content: { "text/plain": { schema: text } },
};

function success(endpoint: Endpoint, schemas: Schemas): object {
  const { top } = endpoint as { top?: z.ZodObject };
  const beside = Object.entries(top?.shape ?? {}).map(([name, schema]) => [name, schemas.output(schema)] as const);
  const schema = {
    type: "object",
    properties: {
      status: { const: "success" },
      message: { ...text, description: "One sentence for a reader." },
      error: {
        type: "array",
        items: {},
        maxItems: 0,
        description: "Always empty: clients detect failures by this field.",
      },
      ...Object.fromEntries(beside),
      data: withWarnings(schemas.output(endpoint.data)),
    },
    required: ["status", "message", "error", ...beside.map(([name]) => name), "data"],
  };
  const location = { Location: { description: "Address of what was created.", schema: text } };
  return {
    description: endpoint.status === 201 ? "Created." : "Done.",
    headers: { ...REQUEST_ID, ...(endpoint.status === 201 && location) },
    content: contentOf(endpoint, schemas) ?? { "application/json": { schema } },
  };
}

export const warnings = {
  type: "array",
  items: text,
  description: "Sentences about what is valid but perhaps not intended. Absent if there are none.",
} as const;

/** Any response may carry warnings in its data. */
function withWarnings(data: JsonSchema): JsonSchema {
  const { properties, anyOf, allOf } = data as {
    properties?: JsonSchema;
    anyOf?: readonly JsonSchema[];
    allOf?: readonly JsonSchema[];
  };
  if (anyOf) return { ...data, anyOf: anyOf.map(withWarnings) };
  if (!properties) return { allOf: [...(allOf ?? [data]), { type: "object", properties: { warnings } }] };
  return { ...data, properties: { ...properties, warnings: properties["warnings"] ?? warnings } };
}

function contentOf(endpoint: Endpoint, schemas: Schemas): object | null {
  if (endpoint.stream === "csv")
    return { "text/csv": { schema: { ...text, description: "CSV (RFC 4180) in UTF-8." } } };
  return endpoint.stream ? eventStream(endpoint, schemas) : null;
}

/**
 * OpenAPI 3.1 cannot describe events: the schema of their data is included in full, for readers that follow no
 * references.
 */
function eventStream(endpoint: Endpoint, schemas: Schemas): object {
  const schema = { ...text, description: "Server-sent events." };
  return { "text/event-stream": { schema, "x-event-data": schemas.inlined(endpoint.data) } };
}

/** Every code that a route may return, the common ones first. */
export function codesOf(endpoint: Endpoint): readonly ErrorCode[] {
  return [
    ...new Set<ErrorCode>([
      ...COMMON,
      ...(endpoint.access === "public" ? [] : CREDENTIALS),
      ...(endpoint.method === "GET" || endpoint.access === "public" ? [] : UNSAFE),
      // For a GET, too: its body is read if it has one.
      ...BODY,
      ...(endpoint.method === "POST" ? KEYED : []),
      ...(endpoint.method === "POST" && endpoint.idempotency === "secret" ? (["already_created"] as const) : []),
      ...(endpoint.errors ?? []),
    ]),
  ];
}

const statusOf = (code: ErrorCode): string => String(errors[code].status);

function failures(endpoint: Endpoint): Record<string, object> {
  return Object.fromEntries(
    Object.entries(Object.groupBy(codesOf(endpoint), statusOf)).map(([status, codes]) => [
      status,
      {
        $ref: `#/components/responses/Error${status}`,
        description: codes!.map((code) => `\`${code}\`: ${errors[code].sentence}`).join("\n\n"),
      },
    ]),
  );
}

/** One response for each status; the route lists the codes that it returns with it. */
export function failureComponents(endpoints: readonly Endpoint[], schemas: Schemas): Record<string, object> {
  const statuses = [...new Set(endpoints.flatMap((endpoint) => codesOf(endpoint).map(statusOf)))].toSorted();
  const schema = schemas.output(errorSchema);
  return Object.fromEntries(
    statuses.map((status) => [
      `Error${status}`,
      {
        description: `HTTP ${status}.`,
        headers: { ...REQUEST_ID, ...extraHeaders(status) },
        content: {
          "application/json": { schema },
          "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } },
        },
      },
    ]),
  );
}

function extraHeaders(status: string): object {
  if (status === "401") {
    return { "WWW-Authenticate": { description: "Basic, unless the call has a session.", schema: text } };
  }
  if (status === "429" || status === "503") {
    return { "Retry-After": { description: "Seconds.", schema: { type: "integer" } } };
  }
  return {};
}
