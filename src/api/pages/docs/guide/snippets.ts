import type { ShellCall, ShellStep } from "./shell-calls.ts";

/**
 * The same steps in another language. `known` has the variables of earlier blocks of the page, and gets the new ones.
 */
type Writer = (steps: readonly ShellStep[], known: Set<string>, api: string) => string;

const WIDTH = 90;

/** What grep looks for, as a part of the `data` that a call returns. */
const PARTS: Readonly<Record<string, Readonly<Record<"ts" | "python", (call: string) => string>>>> = {
  "msg_[0-9a-f-]*": { ts: (call) => `(${call}).message_id`, python: (call) => `${call}["message_id"]` },
  "sch_[0-9a-f-]*": {
    ts: (call) => `(${call}).items[0].schedule_id`,
    python: (call) => `${call}["items"][0]["schedule_id"]`,
  },
  "[0-9]{6}\\b": {
    ts: (call) => `(${call}).items[0].body.match(/[0-9]{6}/)[0]`,
    python: (call) => `re.search("[0-9]{6}", ${call}["items"][0]["body"])[0]`,
  },
};

/** TypeScript for Node 18 and newer, and for browsers: nothing is installed. */
export const typescriptOf: Writer = (steps, known, api) =>
  steps
    .map((step) => {
      if (step.kind === "credentials") return TYPESCRIPT_START.replace("API_ADDRESS", api);
      const call = `await call(${tsArguments(step)})`;
      if (!step.keeps) return `${call};`;
      const name = step.keeps.variable.toLowerCase();
      return `${declared(name, known) ? "" : "let "}${name} = ${PARTS[step.keeps.pattern]!.ts(call)};`;
    })
    .join("\n");

/** Python 3 with its standard library: nothing is installed. */
export const pythonOf: Writer = (steps, known, api) =>
  steps
    .map((step) => {
      if (step.kind === "credentials") return PYTHON_START.replace("API_ADDRESS", api);
      const call = `call(${pythonArguments(step)})`;
      if (!step.keeps) return call;
      const name = step.keeps.variable.toLowerCase();
      declared(name, known);
      return `${name} = ${PARTS[step.keeps.pattern]!.python(call)}`;
    })
    .join("\n");

/** Whether grep's pattern is one that both languages know; a block with another one is shown for the shell alone. */
export function canKeep(call: ShellCall): boolean {
  return call.keeps === null || call.keeps.pattern in PARTS;
}

function declared(name: string, known: Set<string>): boolean {
  const had = known.has(name);
  known.add(name);
  return had;
}

function tsArguments({ method, path, body, headers }: ShellCall): string {
  const text = hasVariable(path)
    ? `\`${path.replaceAll(VARIABLE, (_, name: string) => `\${${name.toLowerCase()}}`)}\``
    : JSON.stringify(path);
  const more = Object.keys(headers).length === 0 ? [] : [literal(ownKey(headers, "ts"), TS)];
  const content = body === undefined ? (more.length > 0 ? ["undefined"] : []) : [literal(body, TS)];
  return [JSON.stringify(method), text, ...content, ...more].join(", ");
}

function pythonArguments({ method, path, body, headers }: ShellCall): string {
  const text = hasVariable(path)
    ? `f"${path.replaceAll(VARIABLE, (_, name: string) => `{${name.toLowerCase()}}`)}"`
    : JSON.stringify(path);
  const more = Object.keys(headers).length === 0 ? [] : [`headers=${literal(ownKey(headers, "py"), PYTHON)}`];
  const content = body === undefined ? [] : [literal(body, PYTHON)];
  return [JSON.stringify(method), text, ...content, ...more].join(", ");
}

/**
 * A key is bound to the bytes of a body, and each language writes JSON with other spaces: a reader who runs a call in
 * all three would be refused from the second on.
 */
function ownKey(headers: ShellCall["headers"], language: "ts" | "py"): ShellCall["headers"] {
  const entries = Object.entries(headers).map(([name, value]) => {
    const isKey = name.toLowerCase() === "idempotency-key";
    return [name, isKey ? `${value}-${language}` : value] as const;
  });
  return Object.fromEntries(entries);
}

const VARIABLE = /\$([A-Z]+)/g;

function hasVariable(text: string): boolean {
  return /\$[A-Z]+/.test(text);
}

type Language = {
  readonly key: (name: string) => string;
  readonly constants: Readonly<Record<string, string>>;
};
const TS: Language = { key: (name) => (/^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name)), constants: {} };
const PYTHON: Language = { key: JSON.stringify, constants: { true: "True", false: "False", null: "None" } };

/** A value in one line where it fits, else an entry a line. */
function literal(value: unknown, language: Language, indent = ""): string {
  if (typeof value === "string" && /^\$[A-Z]+$/.test(value)) return value.slice(1).toLowerCase();
  if (value === null || typeof value !== "object") {
    const text = JSON.stringify(value);
    return language.constants[text] ?? text;
  }
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((one) => literal(one, language, inner))
    : Object.entries(value).map(([name, one]) => `${language.key(name)}: ${literal(one, language, inner)}`);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : language === TS ? ["{ ", " }"] : ["{", "}"];
  const line = `${open}${parts.join(", ")}${close}`;
  if (line.length + indent.length <= WIDTH && !line.includes("\n")) return line;
  return `${open.trim()}\n${parts.map((part) => `${inner}${part},`).join("\n")}\n${indent}${close.trim()}`;
}

const TYPESCRIPT_START = `const api = "API_ADDRESS";
const authorization = "Basic " + btoa("admin:abcd EFGH 1234 ijkl MNOP 5678");

async function call(method: string, path: string, body?: object, headers?: Record<string, string>) {
  const response = await fetch(api + path, {
    method,
    headers: { authorization, "content-type": "application/json", ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const reply = await response.json();
  if (!response.ok) throw new Error(reply.message);
  return reply.data;
}`;

const PYTHON_START = `import base64, json, re, urllib.request

api = "API_ADDRESS"
authorization = "Basic " + base64.b64encode(b"admin:abcd EFGH 1234 ijkl MNOP 5678").decode()

def call(method, path, body=None, headers={}):
    request = urllib.request.Request(
        api + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": authorization, "Content-Type": "application/json", **headers},
    )
    with urllib.request.urlopen(request) as response:
        return json.load(response)["data"]
`;
