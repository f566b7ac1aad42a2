import { warnings } from "../openapi/responses.ts";
import { comment, printProperties, printType, type Schema } from "./print-type.ts";
import { readOperations, type ClientOperation, type OpenApi } from "./read-operations.ts";
import { FOLDER, NOTE, schemaFiles } from "./schema-files.ts";
import { fileOf, typeOf } from "./subject-names.ts";

/** Lines of a file; the operations of a subject with more are divided by the first word of their paths. */
const MAX_LINES = 400;

/** The files of the client that are generated from openapi.json, by path. */
export function generateClient(document: object): Map<string, string> {
  const api = document as OpenApi;
  const operations = readOperations(api);
  const common = commonErrors(operations);
  const subjects = subjectsOf(operations, common);
  return new Map([
    [`${FOLDER}/operations.ts`, operationsFile(operations)],
    [`${FOLDER}/error-codes.ts`, errorCodesFile(api, common)],
    ...schemaFiles(api, operations),
    [`${FOLDER}/webhook-events.ts`, webhookEventsFile(api)],
    [`${FOLDER}/operation-types.ts`, operationTypesFile([...subjects.keys()])],
    ...[...subjects].map(
      ([subject, own]) => [`${FOLDER}/operation-types/${fileOf(subject)}`, subjectFile(subject, own, common)] as const,
    ),
  ]);
}

/** The operations by tag; those of a long one by tag and path. */
function subjectsOf(operations: readonly ClientOperation[], common: readonly string[]): Map<string, ClientOperation[]> {
  const tags = Map.groupBy(operations, ({ operation }) => operation.tags[0]!);
  return new Map(
    [...tags].flatMap(([tag, own]) => {
      if (subjectFile(tag, own, common).split("\n").length <= MAX_LINES) return [[tag, own] as const];
      return [...Map.groupBy(own, ({ path }) => path.split("/")[1]!)].map(
        ([word, part]) => [word === tag.toLowerCase() ? tag : `${tag} ${word}`, part] as const,
      );
    }),
  );
}

/**
 * One short string for each operation, because a browser loads the whole table first: path, method, kind (absent:
 * `data`), and the other properties that the client needs. The path follows the name because it repeats its words: with
 * the method between them, the table took 7 % more, compressed.
 */
function operationsFile(operations: readonly ClientOperation[]): string {
  const rows = operations.map(({ id, method, path, kind, upload, isInBody, isOpen }) => {
    const words = [path, method, ...(kind === "data" ? [] : [kind])];
    if (upload !== null) words.push(`upload:${upload}`);
    if (isInBody) words.push("body");
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
  return `${NOTE}${subjects.map((subject) => `import type { ${operationsOf(subject)} } from "./operation-types/${fileOf(subject)}";`).join("\n")}

/**
 * The operations: what each takes (\`input\`), what it returns (\`data\`; of a stream, the data of one event), an entry
 * of its list (\`item\`), and the codes of its errors (\`errors\`).
 */
export type Operations = ${subjects.map(operationsOf).join(" &\n  ")};
`;
}

function subjectFile(subject: string, operations: readonly ClientOperation[], common: readonly string[]): string {
  const members = operations.map((operation) => operationOf(operation, common)).join("\n");
  const names = ["Schemas", "WithWarnings"].filter((name) => new RegExp(`\\b${name}[[<]`).test(members));
  const schemas = names.length > 0 ? `import type { ${names.join(", ")} } from "../schemas.ts";\n` : "";
  return `${NOTE}import type { CommonError } from "../error-codes.ts";
${schemas}
export type ${operationsOf(subject)} = {
${members}
};
`;
}

const operationsOf = (subject: string): string => typeOf(subject, "Operations");

function operationOf(
  { id, kind, operation, input, sharedInput, data, item }: ClientOperation,
  common: readonly string[],
): string {
  const { summary, description, "x-capability": capability, "x-errors": errors = [] } = operation;
  const own = errors.filter((code) => !common.includes(code)).map((code) => JSON.stringify(code));
  const doc = [`${summary}.`, description, capability && `Needs \`${capability}\`.`].filter(Boolean).join("\n\n");
  const inputs = [
    ...(sharedInput ? [printType(sharedInput, "input", "    ")] : []),
    ...(input.length > 0 ? [printProperties(input, "input", "    ")] : []),
  ];
  const members = [
    `kind: ${JSON.stringify(kind)};`,
    `input: ${inputs.length > 0 ? inputs.join(" & ") : "Record<string, never>"};`,
    `data: ${data ? printData(data) : "ReadableStream<Uint8Array>"};`,
    ...(item ? [`item: ${printType(item, "output", "    ")};`] : []),
    `errors: ${["CommonError", ...own].join(" | ")};`,
  ];
  return `${comment(doc, "  ")}  ${id}: {\n${members.map((member) => `    ${member}`).join("\n")}\n  };`;
}

function commonErrors(operations: readonly ClientOperation[]): string[] {
  const [first = [], ...rest] = operations.map(({ operation }) => operation["x-errors"] ?? []);
  return first.filter((code) => rest.every((codes) => codes.includes(code)));
}

/** Most replies may carry warnings: one type declares that for all of them. */
function printData(schema: Schema): string {
  const plain = withoutWarnings(schema);
  return plain === null ? printType(schema, "output", "    ") : `WithWarnings<${printType(plain, "output", "    ")}>`;
}

/** null: it has none, or only that. */
function withoutWarnings(schema: Schema): Schema | null {
  const { properties, allOf } = schema as { properties?: Record<string, Schema>; allOf?: readonly Schema[] };
  const last = allOf?.at(-1);
  if (allOf && last && isWarnings(last["properties"])) {
    const others = allOf.slice(0, -1);
    return others.length === 1 ? others[0]! : { allOf: others };
  }
  if (!properties || !isWarnings({ warnings: properties["warnings"] })) return null;
  const { warnings: _warnings, ...others } = properties;
  return Object.keys(others).length === 0 ? null : { ...schema, properties: others };
}

const isWarnings = (properties: unknown): boolean => JSON.stringify(properties) === JSON.stringify({ warnings });
