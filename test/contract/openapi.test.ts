import { expect, test } from "vitest";

import { readFields } from "#api/request/read-fields";
import { endpoints, type EndpointDeps } from "#api/v1/index";
import { errors } from "#contract/errors";

import { openApiDocument } from "../../scripts/openapi.ts";
import { examples } from "../../scripts/openapi/examples.ts";

const all = endpoints({} as EndpointDeps);
const document = JSON.parse(JSON.stringify(openApiDocument(all, "0.0.0"))) as {
  paths: Record<string, Record<string, any>>;
  components: Record<string, Record<string, unknown>>;
  tags: { name: string; description?: string }[];
};
const routes = all.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

function walk(value: unknown, visit: (object: Record<string, unknown>) => void): void {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) visit(value as Record<string, unknown>);
  for (const child of Object.values(value)) walk(child, visit);
}

test("every route of the API is described, and nothing else", () => {
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.toSorted()).toEqual(routes.map(([name]) => name).toSorted());
});

test.each(routes)("the example of %s is read without an error", (name, endpoint) => {
  const example = examples[name] ?? {};
  const { issues, unknown } = readFields(endpoint.input, new Map(Object.entries(example)));
  expect(issues).toEqual([]);
  expect(unknown).toEqual([]);
});

test("each parameter that accepts null says what a PATCH does with it", () => {
  const unsaid = routes.flatMap(([name, { method, operationId }]) => {
    if (method !== "PATCH") return [];
    const id = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Body`;
    const { properties = {} } = document.components["schemas"]![id] as { properties?: Record<string, any> };
    return Object.entries(properties)
      .filter(([, { type, anyOf = [] }]) => [type, ...anyOf.map((one: any) => one.type)].flat().includes("null"))
      .filter(([, { description = "" }]) => !/null|none/i.test(description))
      .map(([field]) => `${name} ${field}`);
  });
  expect(unsaid).toEqual([]);
});

test("a number with a unit or a range says which, in its name or its description", () => {
  const measured = /(^|_)(after|for|share|chance|percent|balance|timeout|window)$/;
  const unsaid: string[] = [];
  for (const [of, schema] of Object.entries(document.components["schemas"]!)) {
    walk(schema, ({ properties, description: whole = "" }) => {
      for (const [name, field] of Object.entries((properties ?? {}) as Record<string, any>)) {
        const types = [field.type, ...(field.anyOf ?? []).map((one: any) => one.type)].flat();
        const isNumber = types.includes("integer") || types.includes("number");
        if (isNumber && measured.test(name) && `${field.description ?? ""}${String(whole)}` === "")
          unsaid.push(`${of}.${name}`);
      }
    });
  }
  expect(unsaid).toEqual([]);
});

test("every path parameter is described with an example", () => {
  for (const [name, endpoint] of routes) {
    for (const [, parameter] of endpoint.path.matchAll(/\{(\w+)\}/g)) {
      expect(examples[name], name).toHaveProperty(parameter!);
      const { parameters } = document.paths[endpoint.path]![endpoint.method.toLowerCase()];
      expect(parameters).toContainEqual(expect.objectContaining({ name: parameter, in: "path", required: true }));
    }
  }
});

test("no schema is a reference to itself", () => {
  const schemas = (document as any).components.schemas as Record<string, { $ref?: string }>;
  const empty = Object.entries(schemas).filter(([name, { $ref }]) => $ref === `#/components/schemas/${name}`);
  expect(empty.map(([name]) => name)).toEqual([]);
});

test("every reference resolves", () => {
  const missing: unknown[] = [];
  walk(document, ({ $ref }) => {
    if (typeof $ref !== "string") return;
    const target = $ref
      .replace("#/", "")
      .split("/")
      .reduce<any>((at, part) => at?.[part], document);
    if (target === undefined) missing.push($ref);
  });
  expect(missing).toEqual([]);
});

test("operation ids are names, each once", () => {
  const ids = Object.values(document.paths).flatMap((operations) =>
    Object.values(operations).map(({ operationId }) => operationId as string),
  );
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z0-9]+$/);
});

test("every chapter says what it is about", () => {
  expect(document.tags.filter(({ description }) => !description)).toEqual([]);
});

test("a route names its errors, and each of their statuses is a response", () => {
  for (const [, endpoint] of routes) {
    const described = document.paths[endpoint.path]![endpoint.method.toLowerCase()];
    for (const code of described["x-errors"] as (keyof typeof errors)[]) {
      expect(described.responses).toHaveProperty(String(errors[code].status));
    }
    for (const code of endpoint.errors ?? []) expect(described["x-errors"]).toContain(code);
  }
});

test("what only a session may do is not offered to application passwords, and public routes need nothing", () => {
  for (const [, endpoint] of routes) {
    const { security } = document.paths[endpoint.path]![endpoint.method.toLowerCase()];
    const variants = (security as object[]).flatMap((variant) => Object.keys(variant));
    expect(variants.includes("applicationPassword")).toBe(!["public", "session"].includes(endpoint.access));
  }
});

test("lists in a query string are one value with commas", () => {
  walk(document.paths, (parameter) => {
    if (parameter["in"] !== "query") return;
    if ((parameter["schema"] as { type?: string }).type === "array") expect(parameter["explode"]).toBe(false);
  });
});

test("no schema forbids fields that a later release may add", () => {
  walk(document, (schema) => expect(schema["additionalProperties"]).not.toBe(false));
});
