import { createHash } from "node:crypto";

import { describe, expect, test } from "vitest";

import { createApp } from "#api/app";
import { referencePages } from "#api/pages/reference";
import type { ApiServices } from "#api/services";
import { endpoints, type ApiPorts } from "#api/v1/index";
import { errors } from "#contract/errors";

import { openApiDocument } from "../../scripts/openapi.ts";

const all = endpoints({} as ApiPorts);
const openapi = openApiDocument(all, "1.2.3");

function serve(prefix = "", publicUrl: string | null = null) {
  const services = { newRequestId: () => "req_1", docsUrl: `${prefix}/docs/errors` } as ApiServices;
  const base = `${prefix}/svc/v1`;
  return createApp([], services, {
    mountPrefix: prefix,
    mounts: [referencePages({ openapi: async () => openapi, base, publicUrl })],
  });
}
const app = serve();
const text = async (path: string, from = app): Promise<string> => (await from.request(path)).text();

describe("/docs", () => {
  test("has an anchor and a ready curl line for every route", async () => {
    const page = await text("http://sms.example:8443/docs");
    for (const { method, path } of all) {
      const operation = (openapi as any).paths[path][method.toLowerCase()];
      const section = page.split(`<section id="${operation.operationId}">`)[1]?.split("</section>")[0];
      expect(section, operation.operationId).toBeDefined();
      expect(section).toContain("curl -u &quot;$TIDINGS&quot;");
      expect(section).toContain(`http://sms.example:8443/svc/v1${path.replace(/\{.*/, "")}`);
    }
  });

  test("leaves no hole of a path in a curl line", async () => {
    const lines = [...(await text("/docs")).matchAll(/aria-label="Example"\s*><code>(.*?)<\/code>/gs)];
    expect(lines.length).toBe(all.length);
    for (const [, line] of lines) expect(line!.split("--json")[0]).not.toMatch(/[{}]/);
  });

  test("names every limit of a parameter in words", async () => {
    const page = await text("/docs");
    expect(page).toContain("text, up to 1,530 characters");
    expect(page).toContain("list of up to 10,000 texts (each up to 40 characters)");
    expect(page).not.toContain("undefined");
    expect(page).not.toContain("[object");
  });

  test("shows TIDINGS_PUBLIC_URL where there is one, whatever the request says", async () => {
    const page = await text("http://evil.example/docs", serve("", "https://sms.example"));
    expect(page).toContain("https://sms.example/svc/v1/send");
    expect(page).not.toContain("evil.example");
  });
});

test("/docs/errors has an anchor for every code, with status, cause and remedy", async () => {
  const page = await text("/docs/errors");
  for (const [code, entry] of Object.entries(errors)) {
    const section = page.split(`<section id="${code}">`)[1]?.split("</section>")[0];
    expect(section, code).toContain(`HTTP ${entry.status}`);
  }
});

test("the docs field of an error leads to its anchor", async () => {
  const response = await app.request("/nowhere");
  const { docs, code } = (await response.json()) as { docs: string; code: string };
  const [path, anchor] = docs.split("#");
  expect(anchor).toBe(code);
  expect(await text(path!)).toContain(`<section id="${anchor}">`);
});

describe.each(["/docs", "/docs/errors"])("%s", (path) => {
  test("loads nothing and runs nothing, and its policy lets in its own style only", async () => {
    const response = await app.request(path);
    const page = await response.text();
    expect(page).not.toMatch(/<script|<link|<img|<iframe|\bsrc=|\bstyle=|@import|url\(/i);
    expect(page).not.toMatch(/href="(?!\/|#)/);
    const style = /<style>(.*?)<\/style>/s.exec(page)![1]!;
    const hash = createHash("sha256").update(style).digest("base64");
    expect(response.headers.get("content-security-policy")).toContain(`default-src 'none'; style-src 'sha256-${hash}'`);
  });

  test("links to anchors and pages that exist", async () => {
    const page = await text(path);
    const pages = new Map<string, string>();
    for (const [, href] of page.matchAll(/href="([^"]+)"/g)) {
      const [to, anchor] = href!.split("#");
      const target = to === "" ? path : to!;
      if (!pages.has(target)) {
        const response = await app.request(target);
        expect(response.status, href).toBe(200);
        pages.set(target, await response.text());
      }
      if (anchor) expect(pages.get(target), href).toContain(`id="${anchor}"`);
    }
  });

  test("is not sent again to who has it", async () => {
    const first = await app.request(path);
    const again = await app.request(path, { headers: { "If-None-Match": first.headers.get("etag")! } });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe("");
  });
});

test.each(["evil.example<script>", 'x"onload=', "a b", "ev'il"])("a Host header of %s writes nothing", async (host) => {
  // Web requests refuse such a host; a server that built its URL by hand would not.
  const request = new Request("http://good.example/docs");
  Object.defineProperty(request, "url", { value: `http://${host}/docs` });
  const page = await Promise.resolve(app.fetch(request)).then((response) => response.text(), String);
  expect(page).not.toContain(host);
});

test("/openapi.json names the server where the service really is, at the root and below the base path", async () => {
  const inside = serve("/wp-json");
  for (const path of ["/openapi.json", "/wp-json/svc/v1/openapi.json"]) {
    const response = await inside.request(path);
    expect(response.headers.get("content-type")).toContain("application/json");
    expect(((await response.json()) as { servers: unknown }).servers).toEqual([{ url: "/wp-json/svc/v1" }]);
  }
  expect(await text("/wp-json/svc/v1/docs", inside)).toContain('href="/wp-json/svc/v1/docs/errors#unauthorized"');
});
