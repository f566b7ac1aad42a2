import { extendZodWithOpenApi, OpenApiGeneratorV31, OpenAPIRegistry } from "@asteasolutions/zod-to-openapi";
import { z } from "zod";

import { BASE_PATH } from "#api/app";
import type { Access, Endpoint } from "#api/endpoint";
import { errorSchema } from "#contract/envelope";
import { errors, type ErrorCode } from "#contract/errors";

extendZodWithOpenApi(z);

const COMMON: readonly ErrorCode[] = ["invalid_parameter", "internal", "database_unavailable"];
const CREDENTIALS: readonly ErrorCode[] = [
  "unauthorized",
  "forbidden",
  "https_required",
  "too_many_requests",
  "host_unavailable",
];
const BODY: readonly ErrorCode[] = ["invalid_json", "payload_too_large", "unsupported_media_type"];
const KEYED: readonly ErrorCode[] = ["idempotency_in_flight", "idempotency_mismatch"];

/** The OpenAPI 3.1 description of the endpoints, made from the schemas that check the calls. */
export function openApiDocument(endpoints: readonly Endpoint[], version: string): object {
  const registry = new OpenAPIRegistry();
  registry.registerComponent("securitySchemes", "applicationPassword", {
    type: "http",
    scheme: "basic",
    description: "User name (or e-mail) and an application password of the host platform.",
  });
  registry.registerComponent("securitySchemes", "session", { type: "apiKey", in: "cookie", name: "tidings_session" });
  for (const endpoint of endpoints) registry.registerPath(pathOf(endpoint));
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: "3.1.0",
    info: {
      title: "Tidings",
      version,
      description: "Self-hosted SMS messaging and newsletter service.",
    },
    servers: [{ url: BASE_PATH }],
    tags: [...new Set(endpoints.map((endpoint) => endpoint.tag))].map((name) => ({ name })),
  });
}

function pathOf(endpoint: Endpoint): Parameters<OpenAPIRegistry["registerPath"]>[0] {
  const shape = endpoint.input.shape as Record<string, z.ZodType>;
  const inPath = new Set([...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!));
  const pathShape = Object.fromEntries(Object.entries(shape).filter(([name]) => inPath.has(name)));
  const rest = Object.fromEntries(Object.entries(shape).filter(([name]) => !inPath.has(name)));
  const hasBody = endpoint.method !== "GET" && Object.keys(rest).length > 0;
  const body = z.object(rest);
  return {
    method: endpoint.method.toLowerCase() as "get",
    path: endpoint.path,
    operationId: operationId(endpoint),
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.description && { description: endpoint.description }),
    security: securityOf(endpoint.access),
    request: {
      ...(inPath.size > 0 && { params: z.object(pathShape) }),
      ...(!hasBody && Object.keys(rest).length > 0 && { query: body }),
      ...(hasBody && {
        body: {
          content: { "application/json": { schema: body }, "application/x-www-form-urlencoded": { schema: body } },
        },
      }),
      ...(endpoint.method === "POST" && { headers: z.object({ "Idempotency-Key": z.string().max(255).optional() }) }),
    },
    responses: {
      [endpoint.status ?? 200]: {
        description: "Done.",
        content: {
          "application/json": {
            schema: z.object({
              status: z.literal("success"),
              message: z.string(),
              error: z.array(z.unknown()).max(0),
              data: endpoint.data,
            }),
          },
        },
      },
      ...errorResponses(endpoint),
    },
  };
}

function securityOf(access: Access): Record<string, string[]>[] {
  if (access === "public") return [];
  if (access === "session") return [{ session: [] }];
  return [{ applicationPassword: [] }, { session: [] }];
}

function errorResponses(
  endpoint: Endpoint,
): Record<string, { description: string; content: Record<string, { schema: z.ZodType }> }> {
  const codes = new Set<ErrorCode>([
    ...COMMON,
    ...(endpoint.access === "public" ? [] : CREDENTIALS),
    ...(endpoint.method === "GET" ? [] : BODY),
    ...(endpoint.method === "POST" ? KEYED : []),
    ...(endpoint.errors ?? []),
  ]);
  const byStatus = Object.groupBy(codes, (code) => String(errors[code].status));
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, group]) => [
      status,
      {
        description: group!.map((code) => `\`${code}\`: ${errors[code].sentence}`).join("\n\n"),
        content: { "application/json": { schema: errorSchema } },
      },
    ]),
  );
}

/** `GET /users/{id}` → `getUsersById`: stable names for generated clients. */
function operationId(endpoint: Endpoint): string {
  const words = endpoint.path
    .split("/")
    .filter(Boolean)
    .map((part) => (part.startsWith("{") ? `by-${part.slice(1, -1)}` : part))
    .join("-")
    .split(/[-_]/);
  return endpoint.method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}
