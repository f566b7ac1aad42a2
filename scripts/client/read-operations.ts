import type { Property, Schema } from "./print-type.ts";

/** openapi.json, as far as the client needs it. */
export type OpenApi = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

export type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security?: readonly object[];
  readonly "x-capability"?: string;
  readonly "x-errors"?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Content>> }>>;
};

type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
};
type Content = { readonly schema: Schema; readonly "x-event-data"?: Schema };

/** What a method of the client does with the response; `page`: a list that continues at a cursor. */
export type Kind = "data" | "page" | "events" | "file";

export type ClientOperation = {
  readonly id: string;
  readonly method: string;
  /** Below the base path, with `{name}` for path parameters. */
  readonly path: string;
  readonly kind: Kind;
  readonly operation: Operation;
  /** What a caller may pass, in one object with the properties of `sharedInput`. */
  readonly input: readonly Property[];
  /** A reference to a body that other operations take as well. */
  readonly sharedInput: Schema | null;
  /** Schema of `data`, of one event's data, or null for a file. */
  readonly data: Schema | null;
  /** Schema of an entry of a page. */
  readonly item: Schema | null;
  /** Content type of a body that is a file; null: the body is JSON, or there is none. */
  readonly upload: string | null;
  /** A DELETE whose parameters must not be in its address. */
  readonly isInBody: boolean;
  /** The call takes no credentials, so an idempotency key would have no owner. */
  readonly isOpen: boolean;
};

/** The operations in the order of openapi.json. */
export function readOperations(api: OpenApi): ClientOperation[] {
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => readOperation(api, method.toUpperCase(), path, operation)),
  );
  const users = Map.groupBy(operations, ({ sharedInput }) => String(sharedInput?.["$ref"]));
  return operations.map((one) => {
    const isShared = (users.get(String(one.sharedInput?.["$ref"])) ?? []).length > 1;
    if (one.sharedInput === null || !isShared) return { ...one, sharedInput: null };
    const shared = propertiesOf(api, one.sharedInput);
    return { ...one, input: one.input.filter(({ name }) => !Object.hasOwn(shared, name)) };
  });
}

/** The named body of an operation, or the one that it adds to. */
function bodyOf(api: OpenApi, operation: Operation): Schema | null {
  const body = operation.requestBody?.content["application/json"]?.schema;
  if (!body) return null;
  const [base] = (resolve(api, body)["allOf"] ?? []) as Schema[];
  return base ?? body;
}

function readOperation(api: OpenApi, method: string, path: string, operation: Operation): ClientOperation {
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith("2"))?.[1].content ?? {};
  const upload = Object.keys(operation.requestBody?.content ?? {}).find((type) => !isForm(type)) ?? null;
  const envelope = success["application/json"]?.schema;
  const events = success["text/event-stream"]?.["x-event-data"];
  const data = events ?? (envelope ? propertiesOf(api, envelope)["data"]! : null);
  const item = data && !events ? itemOf(api, data) : null;
  const input = inputOf(api, operation, upload);
  const isPage = item !== null && input.some(({ name }) => name === "cursor");
  return {
    id: operation.operationId,
    method,
    path,
    kind: events ? "events" : data === null ? "file" : isPage ? "page" : "data",
    operation,
    input: isPage ? input.map(cursorOrNull) : input,
    sharedInput: bodyOf(api, operation),
    data,
    item: isPage ? item : null,
    upload,
    isInBody: method === "DELETE" && operation.requestBody?.required === true,
    isOpen: operation.security?.length === 0,
  };
}

const isForm = (type: string): boolean => /json|x-www-form-urlencoded|multipart/.test(type);

/** `next_cursor` of the last page is null, and the first page may be requested with it. */
function cursorOrNull(property: Property): Property {
  if (property.name !== "cursor") return property;
  const { description } = property.schema;
  return { ...property, schema: { description, anyOf: [property.schema, { type: "null" }] } };
}

function inputOf(api: OpenApi, operation: Operation, upload: string | null): Property[] {
  const found = new Map<string, Property>();
  for (const { name, in: place, required = false, description, schema } of operation.parameters ?? []) {
    if (place !== "path" && place !== "query") continue;
    // In a query string, an object is JSON text; the client writes that text.
    const shape = (schema["contentSchema"] ?? schema) as Schema;
    found.set(name, { name, required, schema: { ...shape, ...(description !== undefined && { description }) } });
  }
  const body = operation.requestBody?.content["application/json"]?.schema;
  if (body) {
    const required = new Set(requiredOf(api, body));
    // A DELETE has its parameters twice; only the body says which are required.
    for (const [name, schema] of Object.entries(propertiesOf(api, body))) {
      found.set(name, { name, schema, required: required.has(name) });
    }
  }
  return upload === null ? [...found.values()] : [...found.values(), file];
}

/** Printed as the type `File`, which the client declares. */
const file: Property = {
  name: "file",
  required: true,
  schema: { $ref: "#/components/schemas/UploadFile", description: "The file. A ReadableStream can be sent only once." },
};

function itemOf(api: OpenApi, data: Schema): Schema | null {
  const { items, pagination } = propertiesOf(api, data);
  if (!items || !pagination || !propertiesOf(api, pagination)["next_cursor"]) return null;
  return (resolve(api, items)["items"] as Schema | undefined) ?? null;
}

function propertiesOf(api: OpenApi, schema: Schema): Record<string, Schema> {
  const resolved = resolve(api, schema);
  const parts = (resolved["allOf"] ?? []) as Schema[];
  return Object.assign({}, ...parts.map((part) => propertiesOf(api, part)), resolved["properties"]) as Record<
    string,
    Schema
  >;
}

function requiredOf(api: OpenApi, schema: Schema): string[] {
  const resolved = resolve(api, schema);
  const parts = (resolved["allOf"] ?? []) as Schema[];
  return [...parts.flatMap((part) => requiredOf(api, part)), ...((resolved["required"] ?? []) as string[])];
}

function resolve(api: OpenApi, schema: Schema): Schema {
  const { $ref } = schema;
  return typeof $ref === "string" ? resolve(api, api.components.schemas[$ref.split("/").at(-1)!]!) : schema;
}
