import { z } from "zod";

import { BASE_PATH } from "#api/app";
import type { Access, Endpoint } from "#api/endpoint";
import { capabilities } from "#domain/access/capability";

import { examples, type Example } from "./openapi/examples.ts";
import { codesOf, failureComponents, problemSchema, responsesOf } from "./openapi/responses.ts";
import { openSchemas, type JsonSchema, type Schemas } from "./openapi/schemas.ts";
import { tags } from "./openapi/tags.ts";
import { webhooksOf } from "./openapi/webhooks.ts";

const DESCRIPTION = `Self-hosted SMS messaging and newsletter service.

Every call returns JSON in one envelope: \`status\`, \`message\`, \`error\`, \`data\`. Bodies may be JSON or forms, and every
parameter of a body may also be in the query string. A list may be a JSON array, repeated \`name[]=\`, or one string with
commas. \`null\` counts as absent unless the parameter has a meaning for it. Times end in \`_at\` and are RFC 3339 in UTC.`;

/** The OpenAPI 3.1 description of the endpoints, generated from the same schemas that validate the calls. */
export function openApiDocument(endpoints: readonly Endpoint[], version: string): object {
  const schemas = openSchemas();
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    const operations = (paths[endpoint.path] ??= {});
    operations[endpoint.method.toLowerCase()] = operationOf(endpoint, schemas);
  }
  const responses = failureComponents(endpoints, schemas);
  const webhooks = webhooksOf(schemas);
  const used = new Set(endpoints.map((endpoint) => endpoint.tag));
  const described = Object.keys(tags).filter((name) => used.has(name));
  return {
    openapi: "3.1.0",
    info: {
      title: "Tidings",
      version,
      summary: "SMS messages and newsletters.",
      description: DESCRIPTION,
    },
    servers: [{ url: BASE_PATH }],
    tags: [...described, ...[...used].filter((name) => !described.includes(name))].map((name) => ({
      name,
      ...(tags[name] && { description: tags[name] }),
    })),
    security: [{ applicationPassword: [] }],
    paths,
    webhooks,
    components: {
      schemas: { ...schemas.components(), Problem: problemSchema },
      responses,
      parameters: { IdempotencyKey: idempotencyKey },
      headers: {
        RequestId: {
          description: "Identifies the call in the service's log: the X-Request-Id of the request, if it had one.",
          schema: { type: "string" },
        },
      },
      securitySchemes: {
        applicationPassword: {
          type: "http",
          scheme: "basic",
          description: "User name (or e-mail) and an application password of the host platform, over HTTPS.",
        },
        session: { type: "apiKey", in: "cookie", name: "tidings_session", description: "A browser's sign-in." },
      },
    },
  };
}

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "A request that is repeated with the same key within 24 hours gets the same reply, and the work is done once.",
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[\\x21-\\x7e]+$" },
};

function operationOf(endpoint: Endpoint, schemas: Schemas): object {
  const shape = endpoint.input.shape as Record<string, z.ZodType>;
  const inPath = new Set([...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!));
  const hasBody = endpoint.method !== "GET";
  const fields = Object.entries(shape).map(([name, schema]) => ({ name, ...schemas.input(schema) }));
  // Not every intermediary forwards the body of a DELETE: the query accepts the same parameters. All write addresses to
  // their logs, so no password belongs there.
  const inQuery = endpoint.method === "GET" || endpoint.method === "DELETE" || endpoint.upload !== undefined;
  const outside = fields
    .filter((field) => inPath.has(field.name) || (inQuery && !isPassword(field)))
    .filter(({ name }) => !(endpoint.upload && name === "file"))
    .map((field) => (hasBody && !inPath.has(field.name) ? { ...field, required: false } : field));
  const inside = fields.filter(({ name }) => !inPath.has(name) && hasBody && !endpoint.upload);
  const example: Example = examples[`${endpoint.method} ${endpoint.path}`] ?? {};
  const capability = capabilityOf(endpoint.access);
  const parameters = [
    ...outside.map((field) => parameterOf(field, inPath.has(field.name), example)),
    ...(endpoint.method === "POST" ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
  ];
  return {
    operationId: endpoint.operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary.replace(/\.$/, ""),
    ...(endpoint.description && { description: endpoint.description }),
    ...(capability && { "x-capability": capability }),
    "x-errors": codesOf(endpoint),
    security: securityOf(endpoint.access),
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.upload && { requestBody: fileOf(endpoint.upload) }),
    ...(inside.length > 0 && { requestBody: bodyOf(endpoint, inside, example, schemas) }),
    responses: responsesOf(endpoint, schemas),
  };
}

/** `format: binary` is what generators of clients understand. */
function fileOf({ types }: NonNullable<Endpoint["upload"]>): object {
  const schema = { type: "string", format: "binary" };
  const form = { type: "object", properties: { file: schema }, required: ["file"] };
  return { required: true, content: { [types[0]!]: { schema }, "multipart/form-data": { schema: form } } };
}

type Field = { readonly name: string; readonly schema: JsonSchema; readonly required: boolean };

const isPassword = ({ schema }: Field): boolean => schema["format"] === "password";

function parameterOf({ name, schema, required }: Field, inPath: boolean, example: Example): object {
  const { description, ...rest } = schema;
  const isList = rest["type"] === "array" || JSON.stringify(rest["anyOf"] ?? []).includes('"array"');
  return {
    name,
    in: inPath ? "path" : "query",
    required: inPath || required,
    ...(description !== undefined && { description }),
    // One comma-separated string: a query string can express it and every generator understands it.
    ...(isList && { style: "form", explode: false }),
    schema: rest["type"] === "object" ? asText(rest) : rest,
    ...(Object.hasOwn(example, name) && { example: example[name] }),
  };
}

/** An object in a query string is JSON text: there is no other form for one that has lists in it. */
function asText({ example, ...schema }: Readonly<Record<string, unknown>>): object {
  return {
    type: "string",
    contentMediaType: "application/json",
    contentSchema: schema,
    ...(example !== undefined && { example: JSON.stringify(example) }),
  };
}

function bodyOf(endpoint: Endpoint, fields: readonly Field[], example: Example, schemas: Schemas): object {
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  const base = endpoint.input.meta()?.["extends"];
  const own = base instanceof z.ZodObject ? fields.filter(({ name }) => !Object.hasOwn(base.shape, name)) : fields;
  const properties = {
    type: "object",
    properties: Object.fromEntries(own.map((field) => [field.name, field.schema])),
    ...(required.length > 0 && { required }),
  };
  const schema = schemas.name(
    bodyName(endpoint),
    base instanceof z.ZodObject
      ? { allOf: [{ $ref: `#/components/schemas/${String(base.meta()?.["id"])}` }, properties] }
      : properties,
  );
  const shown = Object.fromEntries(Object.entries(example).filter(([name]) => fields.some((one) => one.name === name)));
  // What a DELETE takes from the query as well is shown there.
  const isOnlyHere = endpoint.method !== "DELETE" || fields.some(isPassword);
  const isShown = isOnlyHere && Object.keys(shown).length > 0;
  const json = { schema, ...(isShown && { example: shown }) };
  return {
    required:
      endpoint.method === "DELETE" ? fields.some(isPassword) : required.length > 0 || endpoint.needsBody === true,
    content: { "application/json": json, "application/x-www-form-urlencoded": { schema } },
  };
}

/** One name for the body that several operations take; otherwise the operation's own. */
function bodyName({ operationId, input }: Endpoint): string {
  const id = input.meta()?.["id"];
  return typeof id === "string" ? id : `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Body`;
}

function capabilityOf(access: Access): string | null {
  return (capabilities as readonly string[]).includes(access) ? access : null;
}

function securityOf(access: Access): Record<string, string[]>[] {
  if (access === "public") return [];
  if (access === "session") return [{ session: [] }];
  return [{ applicationPassword: [] }, { session: [] }];
}
