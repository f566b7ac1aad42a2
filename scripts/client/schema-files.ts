import { warnings } from "../openapi/responses.ts";
import { comment, printType, type Direction, type Schema } from "./print-type.ts";
import type { ClientOperation, OpenApi } from "./read-operations.ts";
import { fileOf, typeOf } from "./subject-names.ts";

export const NOTE = "// Generated from openapi.json by `npm run generate`. Do not edit.\n";
export const FOLDER = "packages/client/src/generated";
/** Of objects that several subjects use. They refer to no others. */
const COMMON = "Common";

type Named = { readonly name: string; readonly subject: string; readonly text: string };

/** The named objects of the API: a file for those of each subject, one for those of several, and one for them all. */
export function schemaFiles(api: OpenApi, operations: readonly ClientOperation[]): (readonly [string, string])[] {
  const named = namedSchemas(api, operations);
  const subjects = Map.groupBy(named, ({ subject }) => subject);
  const homes = new Map(named.map(({ name, subject }) => [name, subject]));
  return [
    [`${FOLDER}/schemas.ts`, schemasFile([...subjects.keys()].toSorted())],
    ...[...subjects].map(
      ([subject, own]) => [`${FOLDER}/schemas/${fileOf(subject)}`, subjectFile(subject, own, homes)] as const,
    ),
  ];
}

function namedSchemas({ components: { schemas }, webhooks }: OpenApi, operations: readonly ClientOperation[]): Named[] {
  const events = Object.values(webhooks).map(({ post }) => post);
  const returned = reachable([...operations.flatMap(({ data }) => data ?? []), ...events], schemas);
  const subjects = Map.groupBy(
    [
      ...operations.map(({ operation, data, input, sharedInput }) => ({
        subject: operation.tags[0]!,
        roots: [data, input, sharedInput],
      })),
      ...events.map((post) => ({ subject: post.tags[0]!, roots: [post] })),
    ],
    ({ subject }) => subject,
  );
  const accepted = reachable(
    operations.flatMap(({ input, sharedInput }) => [input, sharedInput]),
    schemas,
  );
  const directionOf = (name: string): Direction =>
    !returned.has(name) ? "input" : accepted.has(name) ? "both" : "output";
  const used = [...subjects].map(([subject, all]) => ({ subject, names: reachable(all, schemas) }));
  return Object.entries(schemas).flatMap(([name, schema]) => {
    const users = used.filter(({ names }) => names.has(name)).map(({ subject }) => subject);
    if (users.length === 0) return [];
    const type = printType(schema, directionOf(name), "  ");
    const text = `${comment(schema["description"], "  ")}  ${name}: ${type};`;
    return [{ name, subject: users.length === 1 ? users[0]! : COMMON, text }];
  });
}

function schemasFile(subjects: readonly string[]): string {
  const types = subjects.map((subject) => typeOf(subject, "Schemas"));
  const imports = subjects.map((subject, nth) => `import type { ${types[nth]} } from "./schemas/${fileOf(subject)}";`);
  return `${NOTE}${imports.join("\n")}

/** A file to upload. */
export type UploadFile = Blob | ReadableStream<Uint8Array> | Uint8Array;

/** The named objects of the API. */
export type Schemas = { UploadFile: UploadFile } & ${types.join(" &\n  ")};

/** A reply that may carry warnings. */
export type WithWarnings<Data> = Data & {
${comment(warnings.description, "  ")}  warnings?: string[];
};
`;
}

function subjectFile(subject: string, own: readonly Named[], homes: ReadonlyMap<string, string>): string {
  const type = typeOf(subject, "Schemas");
  const common = typeOf(COMMON, "Schemas");
  const members = own
    .map(({ text }) => text)
    .join("\n")
    .replaceAll(/\bSchemas\["(\w+)"\]/g, (_, name: string) => `${typeOf(homes.get(name)!, "Schemas")}["${name}"]`);
  const imports =
    subject !== COMMON && members.includes(`${common}[`)
      ? `import type { ${common} } from "./${fileOf(COMMON)}";\n\n`
      : "";
  return `${NOTE}${imports}export type ${type} = {\n${members}\n};\n`;
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
