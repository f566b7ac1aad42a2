import { readFileSync } from "node:fs";

import addFormats from "ajv-formats";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { afterEach } from "vitest";

import { closed, resolved } from "./closed-schema.ts";

type Schema = Readonly<Record<string, unknown>>;
type Content = Readonly<Record<string, { readonly schema: Schema }>>;
type Operation = {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Schema>>;
  readonly "x-errors": readonly string[];
};
type Route = { readonly method: string; readonly path: readonly string[]; readonly operation: Operation };

const BASE = "/svc/v1/";

const document = JSON.parse(readFileSync(new URL("../../../openapi.json", import.meta.url), "utf8")) as Schema & {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
const routes: readonly Route[] = Object.entries(document.paths)
  .flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: path.slice(1).split("/"),
      operation,
    })),
  )
  // `/users/me` before `/users/{id}`.
  .toSorted((a, b) => a.path.join("/").localeCompare(b.path.join("/")) * -1);

/** Responses that belong to no operation: no such route, no such method, a body that was refused before it was read. */
const OUTSIDE = "openapi#/components/schemas/Error";
const OUTSIDE_PROBLEM = "openapi#/components/schemas/Problem";

let ajv: Ajv2020 | undefined;
const validators = new Map<string, ValidateFunction>();

/** Compiled when first needed: a test file calls a few of the routes, and most refusals are described in common. */
function validatorOf($ref: string): ValidateFunction {
  let validator = validators.get($ref);
  if (!validator) {
    if (!ajv) {
      // Most schemas see a few bodies: making their code shorter takes longer than running it.
      const code = { optimize: false };
      ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, code });
      addFormats.default(ajv);
      ajv.addSchema({ $id: "openapi", ...closed(document) });
    }
    validators.set($ref, (validator = ajv.compile({ $ref })));
  }
  return validator;
}

const violations: Error[] = [];
const passedOver = new Set<string>();

/** Responses at this path, below the base, are not compared: a test has damaged their data. */
export function passOver(path: string): void {
  passedOver.add(path);
}

/**
 * To be called once for each test file. A call whose caller mistook the error for a lost connection does not pass
 * either; paths that an earlier file of this worker skipped are compared again.
 */
export function failOnViolations(): void {
  passedOver.clear();
  afterEach(() => {
    const [first] = violations.splice(0);
    if (first) throw first;
  });
}

export function urlOf(input: string | URL | Request): string {
  if (typeof input === "string") return input;
  return input instanceof Request ? input.url : input.href;
}

/**
 * Compares a response of the API with openapi.json: status, content type, error code, body. Whatever is outside the
 * base path (pages, the names of other APIs) is skipped.
 *
 * @throws if the response is not one that the description names
 */
export async function expectDescribed(method: string, url: string, response: Response): Promise<void> {
  const { pathname } = new URL(url, "http://localhost");
  const at = pathname.indexOf(BASE);
  if (at < 0 || method === "OPTIONS") return;
  const path = pathname.slice(at + BASE.length).replace(/\/$/, "");
  if (passedOver.has(path)) return;
  const issues = await issuesOf(method === "HEAD" ? "GET" : method, path, response, method === "HEAD");
  if (issues.length === 0) return;
  const error = new Error(
    `${method} ${BASE}${path} returned what openapi.json does not describe: ${issues.join("; ")}`,
  );
  violations.push(error);
  throw error;
}

async function issuesOf(method: string, path: string, response: Response, isHead: boolean): Promise<string[]> {
  const type = (response.headers.get("content-type") ?? "").split(";")[0]!;
  const text = type.includes("json") && !isHead ? await response.clone().text() : null;
  const body: unknown = text === null ? null : JSON.parse(text);
  const { code } = (body ?? {}) as { code?: string };
  const operation = operationOf(method, path);
  // A page, a provider's call, or a route that this test did not mount.
  if (!operation || code === "no_route" || code === "method_not_allowed") {
    if (type === "application/json" && code !== undefined) return bodyIssues(OUTSIDE, body);
    return type === "application/problem+json" ? bodyIssues(OUTSIDE_PROBLEM, body) : [];
  }
  const status = String(response.status);
  const declared = operation.responses[status];
  if (!declared) return [`status ${status} (${code ?? type}) is not declared for ${operation.operationId}`];
  const content = resolved(declared, document)["content"] as Content;
  if (!content[type]) return [`${type || "no content type"} is not declared for ${operation.operationId} ${status}`];
  if (body === null) return [];
  const pointer = `${pointerTo(operation, status)}/content/${escaped(type)}/schema`;
  const issues = bodyIssues(`openapi#${pointer}`, body);
  if (response.status < 400 || operation["x-errors"].includes(code ?? "")) return issues;
  return [...issues, `the code ${code} is not declared for ${operation.operationId}`];
}

function operationOf(method: string, path: string): Operation | undefined {
  const parts = path.split("/");
  return routes.find(
    (route) =>
      route.method === method &&
      route.path.length === parts.length &&
      route.path.every((part, index) => (part.startsWith("{") ? parts[index] !== "" : part === parts[index])),
  )?.operation;
}

function bodyIssues($ref: string, body: unknown): string[] {
  const validate = validatorOf($ref);
  if (validate(body)) return [];
  return validate.errors!.slice(0, 5).map(({ instancePath, message, params }) => {
    const more = Object.values(params as Record<string, unknown>)
      .flat()
      .filter((one) => typeof one === "string");
    return `${instancePath || "the body"} ${message} (${more.join(", ")})`;
  });
}

function pointerTo(operation: Operation, status: string): string {
  const { $ref } = operation.responses[status]!;
  if (typeof $ref === "string") return $ref.slice(1);
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, one] of Object.entries(operations)) {
      if (one === operation) return `/paths/${escaped(path)}/${method}/responses/${status}`;
    }
  }
  throw new Error(`${operation.operationId} is nowhere`);
}

const escaped = (part: string): string =>
  encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1")).replaceAll("%7E", "~");
