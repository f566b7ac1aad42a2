import { inShell } from "../../lib/in-shell.ts";

/** In which programs are shown. */
export type Language = "curl" | "ts" | "py" | "php";

export type SnippetCall = {
  /** Where the service is, without a slash at the end. */
  readonly url: string;
  readonly username: string;
  /** Method of the client. */
  readonly operation: string;
  readonly method: "GET" | "POST";
  /** Path and query, below the base path. */
  readonly target: string;
  /** Strings, numbers and lists of them; of a POST also its body. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Of a POST. */
  readonly idempotencyKey?: string;
  /** The member of `data` that the program prints; default: all of it. */
  readonly prints?: string;
  readonly answers?: "json" | "csv" | "stream";
};

/** The same call in each language, with this site's address and the person's user name. */
export function snippetsOf(call: SnippetCall): Readonly<Record<Language, string>> {
  return { curl: curlOf(call), ts: typescriptOf(call), py: pythonOf(call), php: phpOf(call) };
}

/** A value as JSON, TypeScript and Python write it. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, one]) => `${JSON.stringify(name)}: ${literal(one)}`)
    .join(", ")}}`;
}

/** As TypeScript is usually written: names without quotation marks. */
function fieldsOf(input: SnippetCall["input"]): string {
  const fields = Object.entries(input).map(([name, value]) => `${name}: ${literal(value)}`);
  return fields.length === 0 ? "" : `{ ${fields.join(", ")} }`;
}

function curlOf({ url, username, method, target, input, idempotencyKey, answers }: SnippetCall): string {
  const lines = [
    `curl${answers === "stream" ? " -N" : ""} ${inShell(`${url}/svc/v1${target}`)}`,
    `-u ${inShell(`${username}:PASSWORD`)}`,
    ...(method === "POST" ? ["-H 'Content-Type: application/json'"] : []),
    ...(idempotencyKey === undefined ? [] : [`-H ${inShell(`Idempotency-Key: ${idempotencyKey}`)}`]),
    ...(method === "POST" ? [`-d ${inShell(JSON.stringify(input))}`] : []),
  ];
  return lines.join(" \\\n  ");
}

const ONCE = "The same key does the work once, however often the call is made.";

function typescriptOf({
  url,
  username,
  operation,
  input,
  idempotencyKey,
  prints,
  answers = "json",
}: SnippetCall): string {
  const fields = fieldsOf(input);
  const call =
    idempotencyKey === undefined
      ? `tidings.${operation}(${fields})`
      : `tidings.${operation}(\n  ${fields},\n  // ${ONCE}\n  { idempotencyKey: ${JSON.stringify(idempotencyKey)} },\n)`;
  const use = {
    json: `const data = await ${call};\nconsole.log(data${prints === undefined ? "" : `.${prints}`});`,
    csv: `const file = await ${call};\nfor await (const bytes of file) process.stdout.write(bytes);`,
    stream: `for await (const event of ${call}) console.log(event.type, event.data);`,
  }[answers];
  return `import { createClient } from "tidings-client";

const tidings = createClient({
  url: ${JSON.stringify(url)},
  user: ${JSON.stringify(username)},
  applicationPassword: process.env.TIDINGS_PASSWORD,
});

${use}`;
}

function pythonOf({
  url,
  username,
  method,
  target,
  input,
  idempotencyKey,
  prints,
  answers = "json",
}: SnippetCall): string {
  const isPost = method === "POST";
  const call = [
    `    ${JSON.stringify(`${url}/svc/v1${target}`)},`,
    // As the other two write it: one key stands for one body, byte by byte.
    ...(isPost ? [`    json.dumps(${literal(input)}, ensure_ascii=False, separators=(",", ":")).encode(),`] : []),
    `    ${isPost ? "" : "headers="}{`,
    `        "Authorization": "Basic " + base64.b64encode(credentials.encode()).decode(),`,
    ...(isPost ? [`        "Content-Type": "application/json",`] : []),
    ...(idempotencyKey === undefined
      ? []
      : [`        # ${ONCE}`, `        "Idempotency-Key": ${JSON.stringify(idempotencyKey)},`]),
    "    },",
  ];
  const data = `json.load(reply)["data"]${prints === undefined ? "" : `[${JSON.stringify(prints)}]`}`;
  const use =
    answers === "json" ? `    print(${data})` : `    for line in reply:\n        print(line.decode(), end="")`;
  return `import base64, json, os, urllib.request

credentials = ${JSON.stringify(username)} + ":" + os.environ["TIDINGS_PASSWORD"]
call = urllib.request.Request(
${call.join("\n")}
)
with urllib.request.urlopen(call) as reply:
${use}`;
}

/** A value as PHP writes it, within single quotes that know no other escapes. */
function phpLiteral(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(phpLiteral).join(", ")}]`;
  if (typeof value === "string") return `'${value.replaceAll(/[\\']/g, "\\$&")}'`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, one]) => `${phpLiteral(name)} => ${phpLiteral(one)}`);
  return fields.length === 0 ? "(object) []" : `[${fields.join(", ")}]`;
}

/** Without an extension that may be missing, such as curl's. */
function phpOf({
  url,
  username,
  method,
  target,
  input,
  idempotencyKey,
  prints,
  answers = "json",
}: SnippetCall): string {
  const isPost = method === "POST";
  const context = [
    `    'method' => '${method}',`,
    "    'header' => [",
    "        'Authorization: Basic ' . base64_encode($credentials),",
    ...(isPost ? ["        'Content-Type: application/json',"] : []),
    ...(idempotencyKey === undefined
      ? []
      : [`        // ${ONCE}`, `        ${phpLiteral(`Idempotency-Key: ${idempotencyKey}`)},`]),
    "    ],",
    // What a refusal says is read, too.
    ...(answers === "json" ? ["    'ignore_errors' => true,"] : []),
    // The bytes of the other languages, as in Python.
    ...(isPost ? [`    'content' => json_encode(${phpLiteral(input)}, ${PLAIN_JSON}),`] : []),
  ];
  const address = phpLiteral(`${url}/svc/v1${target}`);
  const data = "$answer['data']";
  const use =
    answers !== "json"
      ? `if (readfile(${address}, false, $call) === false) exit(1);`
      : `$reply = file_get_contents(${address}, false, $call);\n` +
        "$answer = json_decode($reply, true);\n" +
        "if (($answer['status'] ?? '') !== 'success') throw new Exception($reply);\n" +
        (prints === undefined ? `print_r(${data});` : `echo ${data}[${phpLiteral(prints)}], "\\n";`);
  return `<?php
$credentials = ${phpLiteral(`${username}:`)} . getenv('TIDINGS_PASSWORD');
$call = stream_context_create(['http' => [
${context.join("\n")}
]]);
${use}`;
}

const PLAIN_JSON = "JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_LINE_TERMINATORS";
