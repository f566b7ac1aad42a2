import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { endpoints, type EndpointDeps } from "#api/v1/index";

import { openApiDocument } from "../../scripts/openapi.ts";
import { startPrism } from "../support/providers/prism.ts";

type Operation = {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly example?: unknown }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
};

const document = JSON.parse(JSON.stringify(openApiDocument(endpoints({} as EndpointDeps), "0.0.0"))) as {
  readonly paths: Record<string, Record<string, Operation>>;
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);

let prism: Awaited<ReturnType<typeof startPrism>>;
beforeAll(async () => {
  prism = await startPrism(document);
});
afterAll(() => prism?.stop());

// For both kinds of sign-in.
const auth = { authorization: `Basic ${btoa("ada:password")}`, cookie: "tidings_session=abc" };

/** The call that the reference page shows for a route. */
function exampleCall(path: string, { parameters = [], requestBody }: Operation): [url: string, init: RequestInit] {
  const url = new URL(prism.url + path.replaceAll(/[{}]/g, "~"));
  for (const parameter of parameters.filter((one) => one.example !== undefined)) {
    const value = [parameter.example].flat().join(",");
    if (parameter.in === "path") url.pathname = url.pathname.replace(`~${parameter.name}~`, value);
    else url.searchParams.set(parameter.name, value);
  }
  if (requestBody?.content["image/jpeg"]) {
    return [url.href, { headers: { ...auth, "content-type": "image/jpeg" }, body: "\u00ff" }];
  }
  if (requestBody?.content["text/csv"]) {
    return [url.href, { headers: { ...auth, "content-type": "text/csv" }, body: "name,phone\nAda,+15005550000\n" }];
  }
  const body = requestBody?.content["application/json"]?.example;
  const json = { "content-type": "application/json" };
  return [
    url.href,
    body === undefined ? { headers: auth } : { headers: { ...auth, ...json }, body: JSON.stringify(body) },
  ];
}

describe("our OpenAPI description, played by Prism", () => {
  test.each(operations)("accepts the example of $method $path", async ({ method, path, operation }) => {
    const [url, init] = exampleCall(path, operation);
    const response = await fetch(url, { ...init, method });
    expect(response.status, await response.clone().text()).toBeLessThan(300);
    // A stream's content is not JSON as a whole, and Prism invents its text.
    if (/^text\/(?:event-stream|csv)/.test(response.headers.get("content-type") ?? "")) return;
    const reply = (await response.json()) as Record<string, unknown>;
    expect(reply).toMatchObject({ status: "success", error: [] });
  });

  test("makes Prism refuse a body of the wrong type", async () => {
    const wrong = { method: "POST", headers: { ...auth, "content-type": "application/json" }, body: '{"message":5}' };
    expect((await fetch(`${prism.url}/send`, wrong)).status).toBe(422);
  });
});
