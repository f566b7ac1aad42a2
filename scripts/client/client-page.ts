import { examples, type Example } from "../openapi/examples.ts";
import { readOperations, type ClientOperation, type OpenApi } from "./read-operations.ts";

const NOTE = "<!-- Made from the code by `npm run generate`. Do not edit. -->";

const INTRODUCTION = `\`tidings-client\` has one method for each operation, typed, for browsers and Node, with retries, paging and streams. How it is created, what it repeats and which errors it throws: its README in \`packages/client\`.

A list is awaited for one page and iterated for all entries (\`for await\`). A stream of events is iterated. A file is a \`ReadableStream\` of bytes.`;

/** docs/reference/client.md: an example call of each method, by subject. */
export function clientPage(document: object): string {
  const api = document as OpenApi & { readonly tags: readonly { readonly name: string }[] };
  const operations = readOperations(api);
  const sections = api.tags.map(({ name }) => {
    const own = operations.filter(({ operation }) => operation.tags[0] === name);
    return `## ${name}\n\n\`\`\`ts\n${own.map(exampleOf).join("\n\n")}\n\`\`\`\n`;
  });
  return `# TypeScript client\n\n${NOTE}\n\n${INTRODUCTION}\n\n${sections.join("\n")}`;
}

function exampleOf({ id, method, path, kind, operation, upload }: ClientOperation): string {
  const example: Example = examples[`${method} ${path}`] ?? {};
  const call = `tidings.${id}(${literalOf({ ...example, ...(upload !== null && { file: FILE }) })})`;
  const summary = `// ${operation.summary}`;
  if (kind === "events") return `${summary}\nfor await (const { type, data } of ${call}) console.log(type, data);`;
  if (kind === "page" && method === "GET") return `${summary}\nfor await (const item of ${call}) console.log(item);`;
  return `${summary}\nawait ${call};`;
}

const FILE = Symbol("file");

/** An object as TypeScript has it: names without quotes where they need none. */
function literalOf(value: unknown, isOuter = true): string {
  if (value === FILE) return "file";
  if (Array.isArray(value)) return `[${value.map((one) => literalOf(one, false)).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const properties = Object.entries(value).map(([name, one]) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
    const text = literalOf(one, false);
    return text === key ? key : `${key}: ${text}`;
  });
  if (properties.length === 0) return isOuter ? "" : "{}";
  return `{ ${properties.join(", ")} }`;
}
