import { comment, printProperties, printType, type Schema } from "./print-type.ts";
import { readOperations, type ClientOperation, type OpenApi } from "./read-operations.ts";

const NOTE = "// Generated from openapi.json by `npm run generate`. Do not edit.\n";
const FOLDER = "packages/client/src/generated";

/** The files of the client that are generated from openapi.json, by path. */
export function generateClient(document: object): Map<string, string> {
  const api = document as OpenApi;
  const operations = readOperations(api);
  const common = commonErrors(operations);
  const subjects = Map.groupBy(operations, ({ operation }) => operation.tags[0]!);
  return new Map([
    [`${FOLDER}/operations.ts`, operationsFile(operations)],
    [`${FOLDER}/error-codes.ts`, errorCodesFile(api, common)],
    [`${FOLDER}/schemas.ts`, schemasFile(api, operations)],
    [`${FOLDER}/webhook-events.ts`, webhookEventsFile(api)],
    [`${FOLDER}/operation-types.ts`, operationTypesFile([...subjects.keys()])],
    ...[...subjects].map(
      ([subject, own]) => [`${FOLDER}/operation-types/${fileOf(subject)}`, subjectFile(subject, own, common)] as const,
    ),
  ]);
}

/**
 * One short string for each operation, because the whole table is part of what a browser loads first: path, method, kind
 * (absent: `data`), and what else the client must know. The path follows the name because it repeats its words: with the
 * method between them, the table took 7 % more, compressed.
 */
function operationsFile(operations: readonly ClientOperation[]): string {
  const rows = operations.map(({ id, method, path, kind, upload, isOpen }) => {
    const words = [path, method, ...(kind === "data" ? [] : [kind])];
    if (upload !== null) words.push(`upload:${upload}`);
    if (isOpen) words.push("open");
    return `  ${id}: ${JSON.stringify(words.join(" "))},`;
  });
  return `${NOTE}import type { Operations } from "./operation-types.ts";

/** Path, method and kind of each operation: see \`readOperation\`. */
export const operations: Readonly<Record<keyof Operations, string>> = {
${rows.join("\n")}
};
`;
}

function errorCodesFile({ components: { schemas } }: OpenApi, common: readonly string[]): string {
  const codes = (schemas["Error"]!["properties"] as Record<string, Schema>)["code"]!["enum"] as readonly string[];
  return `${NOTE}/** The code of an error: https://…/docs/errors of a running service explains each. */
export type ErrorCode =${alternatives(codes)};

/** The codes that every operation may return. */
export type CommonError =${alternatives(common)};
`;
}

const alternatives = (words: readonly string[]): string =>
  words.map((word) => `\n  | ${JSON.stringify(word)}`).join("");

function schemasFile({ components: { schemas }, webhooks }: OpenApi, operations: readonly ClientOperation[]): string {
  const returned = reachable([...operations.flatMap(({ data }) => data ?? []), ...Object.values(webhooks)], schemas);
  const sent = reachable(
    operations.flatMap(({ input }) => input.map(({ schema }) => schema)),
    schemas,
  );
  const named = Object.entries(schemas).filter(([name]) => returned.has(name) || sent.has(name));
  return `${NOTE}/** A file to upload. */
export type UploadFile = Blob | ReadableStream<Uint8Array> | Uint8Array;

/** The named objects of the API. */
export type Schemas = {
  UploadFile: UploadFile;
${named.map(([name, schema]) => schemaOf(name, schema, returned.has(name))).join("\n")}
};
`;
}

function webhookEventsFile({ webhooks }: OpenApi): string {
  const events = Object.entries(webhooks).map(([type, { post }]) => {
    const body = post.requestBody!.content["application/json"]!.schema;
    return `${comment(post.summary, "  ")}  ${JSON.stringify(type)}: ${printType(body, "output", "  ")};`;
  });
  return `${NOTE}import type { Schemas } from "./schemas.ts";

/** The events that a webhook receives, by type. */
export type WebhookEvents = {
${events.join("\n")}
};
`;
}

/** The operations of all subjects as one type. */
function operationTypesFile(subjects: readonly string[]): string {
  return `${NOTE}${subjects.map((subject) => `import type { ${typeOf(subject)} } from "./operation-types/${fileOf(subject)}";`).join("\n")}

/**
 * The operations: what each takes (\`input\`), what it returns (\`data\`; of a stream, the data of one event), an entry of
 * its list (\`item\`), and the codes of its errors (\`errors\`).
 */
export type Operations = ${subjects.map(typeOf).join(" &\n  ")};
`;
}

function subjectFile(subject: string, operations: readonly ClientOperation[], common: readonly string[]): string {
  const members = operations.map((operation) => operationOf(operation, common)).join("\n");
  const schemas = members.includes("Schemas[") ? 'import type { Schemas } from "../schemas.ts";\n' : "";
  return `${NOTE}import type { CommonError } from "../error-codes.ts";
${schemas}
export type ${typeOf(subject)} = {
${members}
};
`;
}

const wordsOf = (subject: string): string[] => subject.toLowerCase().split(/[^a-z]+/);
const fileOf = (subject: string): string => `${wordsOf(subject).join("-")}.ts`;
const typeOf = (subject: string): string =>
  `${wordsOf(subject)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("")}Operations`;

function schemaOf(name: string, schema: Schema, isReturned: boolean): string {
  return `${comment(schema["description"], "  ")}  ${name}: ${printType(schema, isReturned ? "output" : "input", "  ")};`;
}

function operationOf({ id, kind, operation, input, data, item }: ClientOperation, common: readonly string[]): string {
  const { summary, description, "x-capability": capability, "x-errors": errors = [] } = operation;
  const own = errors.filter((code) => !common.includes(code)).map((code) => JSON.stringify(code));
  const doc = [`${summary}.`, description, capability && `Needs \`${capability}\`.`].filter(Boolean).join("\n\n");
  const members = [
    `kind: ${JSON.stringify(kind)};`,
    `input: ${input.length > 0 ? printProperties(input, "input", "    ") : "Record<string, never>"};`,
    `data: ${data ? printType(data, "output", "    ") : "ReadableStream<Uint8Array>"};`,
    ...(item ? [`item: ${printType(item, "output", "    ")};`] : []),
    `errors: ${["CommonError", ...own].join(" | ")};`,
  ];
  return `${comment(doc, "  ")}  ${id}: {\n${members.map((member) => `    ${member}`).join("\n")}\n  };`;
}

function commonErrors(operations: readonly ClientOperation[]): string[] {
  const [first = [], ...rest] = operations.map(({ operation }) => operation["x-errors"] ?? []);
  return first.filter((code) => rest.every((codes) => codes.includes(code)));
}

/** The names of all schemas that these refer to, directly or not. */
function reachable(roots: readonly unknown[], schemas: Readonly<Record<string, Schema>>): Set<string> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, child] of Object.entries(value)) {
      if (key !== "$ref" || typeof child !== "string") {
        visit(child);
        continue;
      }
      const name = child.split("/").at(-1)!;
      if (found.has(name)) continue;
      found.add(name);
      visit(schemas[name]);
    }
  };
  roots.forEach(visit);
  return found;
}
