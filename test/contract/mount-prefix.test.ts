import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestService, type TestService } from "../support/service/test-service.ts";

const BASE = "/wp-json/svc/v1";

let service: TestService;
let authorization: string;
beforeAll(async () => {
  service = await startTestService({ TIDINGS_MOUNT_PREFIX: "/wp-json" }, { workerLoops: false });
  authorization = `Basic ${Buffer.from(`${service.admin.user}:${service.admin.password}`).toString("base64")}`;
});
afterAll(() => service.end());

async function ask(method: string, path: string, body?: object) {
  const headers = { authorization, "content-type": "application/json" };
  const response = await service.app.request(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await response.text();
  const isJson = (response.headers.get("content-type") ?? "").startsWith("application/json");
  return { status: response.status, headers: response.headers, body: isJson ? (JSON.parse(text) as any) : text };
}

test("every route answers behind the prefix, and none without it", async () => {
  for (const route of service.routes) {
    const path = route.path.replaceAll(/\{\w+\}/g, "1");
    expect((await ask("OPTIONS", BASE + path)).status).toBe(204);
    expect([path, (await ask("OPTIONS", `/svc/v1${path}`)).status]).toEqual([path, 404]);
  }
});

test("what is beside the routes is behind the prefix too: pages, health, unknown paths and methods", async () => {
  for (const path of ["/docs", "/docs/errors", "/openapi.json", "/healthz", "/readyz"]) {
    expect([path, (await ask("GET", BASE + path)).status]).toEqual([path, 200]);
  }
  const unknown = await ask("GET", `${BASE}/nowhere`);
  expect([unknown.status, unknown.body.code, unknown.body.docs]).toEqual([
    404,
    "no_route",
    `${BASE}/docs/errors#no_route`,
  ]);
  const method = await ask("GET", `${BASE}/send/`);
  expect([method.status, method.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
  expect((await ask("GET", BASE)).body.code).toBe("no_route");
  expect((await ask("GET", `${BASE}x/users/me`)).body.code).toBe("no_route");
});

test("addresses in responses begin with the prefix", async () => {
  const made = await ask("POST", `${BASE}/groups`, { name: "G" });
  expect(made.headers.get("location")).toBe(`${BASE}/groups/${made.body.data.id}`);
  expect((await ask("GET", made.headers.get("location")!)).status).toBe(200);
  const docs = (await ask("POST", `${BASE}/send`, {})).body.docs as string;
  const page = await ask("GET", docs.split("#")[0]!);
  expect(page.body).toContain(`id="${docs.split("#")[1]!}"`);
});
