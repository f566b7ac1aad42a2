import { rowsOf, type Row, type Schema } from "./schema.ts";

/** One route as the page shows it. */
export type Operation = {
  /** Anchor on the page, and the name in generated clients. */
  readonly id: string;
  readonly method: string;
  /** Below the base path. */
  readonly path: string;
  readonly summary: string;
  readonly description: string | null;
  /** What the caller needs: a capability, or a sentence. */
  readonly access: string;
  readonly capability: boolean;
  readonly parameters: readonly (Row & { readonly where: "path" | "query" | "body" })[];
  readonly takesKey: boolean;
  readonly status: string;
  readonly reply: readonly Row[];
  readonly errors: readonly string[];
  readonly call: { readonly path: string; readonly body: unknown; readonly authenticated: boolean };
};

export type Chapter = {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly operations: readonly Operation[];
  readonly events: readonly SentEvent[];
};

/** An event that the reader's endpoint receives. */
export type SentEvent = { readonly type: string; readonly summary: string; readonly body: readonly Row[] };

type Parameter = {
  readonly $ref?: string;
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: unknown;
};
type Body = { readonly content: Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>> };
type Described = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Partial<Body>>>;
  readonly "x-capability"?: string;
  readonly "x-errors"?: readonly string[];
};
/** As much of openapi.json as the page reads. */
export type Description = {
  readonly info: { readonly version: string };
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly webhooks: Readonly<
    Record<string, { readonly post: Pick<Described, "tags" | "summary"> & { readonly requestBody: Body } }>
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

/** The chapters of the reference, in the order of the description's tags. */
export function chaptersOf(description: Description): readonly Chapter[] {
  const { schemas } = description.components;
  const all = Object.entries(description.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, described]) => ({
      tag: described.tags[0]!,
      operation: operationOf(method.toUpperCase(), path, described, schemas),
    })),
  );
  return description.tags.map(({ name, description: text }) => ({
    id: name.toLowerCase().replaceAll(" ", "-"),
    name,
    description: text ?? null,
    operations: all.filter(({ tag }) => tag === name).map(({ operation }) => operation),
    events: Object.entries(description.webhooks)
      .filter(([, { post }]) => post.tags.includes(name))
      .map(([type, { post }]) => ({
        type,
        summary: post.summary,
        body: rowsOf("", post.requestBody.content["application/json"]!.schema, schemas, REQUIRED),
      })),
  }));
}

const REQUIRED = { required: true } as const;

function operationOf(
  method: string,
  path: string,
  described: Described,
  schemas: Readonly<Record<string, Schema>>,
): Operation {
  const outside = (described.parameters ?? []).filter((parameter) => parameter.$ref === undefined);
  const json = described.requestBody?.content["application/json"];
  const [status = "200", reply] = Object.entries(described.responses).find(([code]) => code.startsWith("2")) ?? [];
  return {
    id: described.operationId,
    method,
    path,
    summary: described.summary,
    description: described.description ?? null,
    access: accessOf(described),
    capability: described["x-capability"] !== undefined,
    parameters: [
      ...outside.flatMap((parameter) =>
        rowsOf(parameter.name, { description: parameter.description, ...parameter.schema }, schemas, {
          required: parameter.required,
        }).map((row) => ({ ...row, where: parameter.in as "path" | "query" })),
      ),
      ...(json
        ? rowsOf("", json.schema, schemas, { required: false }).map((row) => ({ ...row, where: "body" as const }))
        : []),
    ],
    takesKey: outside.length < (described.parameters ?? []).length,
    status,
    reply: replyOf(reply?.content?.["application/json"]?.schema ?? {}, schemas),
    errors: described["x-errors"] ?? [],
    call: { ...callOf(path, outside), body: json?.example ?? null, authenticated: described.security.length > 0 },
  };
}

/** The fields of `data`, after those that the contract puts beside it. */
function replyOf({ properties = {} }: Schema, schemas: Readonly<Record<string, Schema>>): readonly Row[] {
  const { status: _status, message: _message, error: _error, data = {}, ...beside } = properties;
  return [
    ...Object.entries(beside).flatMap(([name, schema]) =>
      rowsOf(name, schema, schemas, REQUIRED).map((row) => ({
        ...row,
        description: row.description ?? "Beside data.",
      })),
    ),
    ...rowsOf("", data, schemas, REQUIRED),
  ];
}

function accessOf(described: Described): string {
  const capability = described["x-capability"];
  if (capability !== undefined) return capability;
  if (described.security.length === 0) return "Open to everyone.";
  return described.security.some((scheme) => "applicationPassword" in scheme)
    ? "Any user of the host platform."
    : "A browser session.";
}

/** The path of the example call, with all of its parameters. */
function callOf(path: string, parameters: readonly Parameter[]): { path: string } {
  const filled = path.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const parameter = parameters.find((one) => one.in === "path" && one.name === name);
    return parameter?.example === undefined ? placeholder : encodeURIComponent(wordOf(parameter.example));
  });
  const query = parameters
    .filter((one) => one.in === "query" && one.example !== undefined)
    .map(
      (one) => `${one.name}=${encodeURIComponent([one.example].flat().map(wordOf).join(",")).replaceAll("%2C", ",")}`,
    );
  return { path: query.length === 0 ? filled : `${filled}?${query.join("&")}` };
}

const wordOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
