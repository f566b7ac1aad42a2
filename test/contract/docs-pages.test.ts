import { createHash } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

import { describe, expect, test } from "vitest";

import { createApp } from "#api/app";
import { encodingOf } from "#api/pages/docs/compressed";

import { docsPages } from "#api/pages/docs/mount";
import { readDocuments } from "#app/documents/documents";
import type { ApiDeps } from "#api/services";
import { endpoints, type EndpointDeps } from "#api/v1/index";
import { errors } from "#contract/errors";

import { openApiDocument } from "../../scripts/openapi.ts";

const all = endpoints({} as EndpointDeps);
const openapi = openApiDocument(all, "1.2.3") as any;

function serve(prefix = "", publicUrl: string | null = null) {
  const services = { newRequestId: () => "req_1", docsUrl: `${prefix}/docs/errors` } as ApiDeps;
  const base = `${prefix}/svc/v1`;
  return createApp([], services, {
    mountPrefix: prefix,
    mounts: [docsPages({ openapi: async () => openapi, documents: readDocuments, base, publicUrl })],
  });
}
const app = serve();
const text = async (path: string, from = app): Promise<string> => (await from.request(path)).text();

/** The path of the routes of a tag. */
const groupOf = (tag: string): string => `/docs/api/${tag.toLowerCase().replaceAll(" ", "-")}`;
const groups: string[] = openapi.tags.map(({ name }: { name: string }) => groupOf(name));
const documents = (await readDocuments())
  .map(({ path }) => path)
  .filter((path) => path !== "README.md" && path !== "reference/errors.md");
const pages = ["/docs", "/docs/errors", ...groups, ...documents.map((path) => `/docs/${path.replace(/\.md$/, "")}`)];

describe("the pages of the groups", () => {
  test("have an anchor and a ready curl line for every route", async () => {
    for (const { path, tag, operationId, access } of all) {
      const page = await text(`http://sms.example:8443${groupOf(tag)}`);
      const section = page.split(`<section id="${operationId}">`)[1]?.split("</section>")[0];
      expect(section, operationId).toBeDefined();
      const isPublic = access === "public";
      expect(section).toContain(
        isPublic ? "curl -H 'Origin: http://sms.example:8443'" : "curl -u &quot;$TIDINGS&quot;",
      );
      expect(section).toContain(`http://sms.example:8443/svc/v1${path.replace(/\{.*/, "")}`);
    }
  });

  test("leave no path parameter unfilled in a curl line", async () => {
    const whole = (await Promise.all(groups.map((path) => text(path)))).join("");
    const lines = [...whole.matchAll(/<pre tabindex="0"><code>(curl .*?)<\/code>/gs)];
    expect(lines.length).toBe(all.length);
    for (const [, line] of lines) expect(line!.split("--json")[0]).not.toMatch(/[{}]/);
  });

  test("name every limit of a parameter in words", async () => {
    const page = await text(groupOf("Messages"));
    expect(page).toContain("text, up to 1,530 characters");
    expect(page).toContain("list of up to 10,000 entries: texts (each up to 40 characters) or objects");
    expect(page).not.toContain("undefined");
    expect(page).not.toContain("[object");
  });

  test("describe what a webhook is sent", async () => {
    const page = await text(groupOf("Webhooks"));
    for (const type of Object.keys(openapi.webhooks)) expect(page).toContain(`<section id="${type}">`);
    expect(page).toContain("data.outbox_id");
  });

  test("show TIDINGS_PUBLIC_URL if it is set, whatever the request says", async () => {
    const page = await text("http://evil.example/docs/api/messages", serve("", "https://sms.example"));
    expect(page).toContain("https://sms.example/svc/v1/send");
    expect(page).not.toContain("evil.example");
  });

  test("do not exist for an unknown group", async () => {
    for (const path of ["/docs/api", "/docs/api/nothing", "/docs/api/messages/more", "/docs/guide", "/docs/errors/x"]) {
      expect([path, (await app.request(path)).status]).toEqual([path, 404]);
    }
    expect((await app.request("/docs/api/messages/")).status).toBe(200);
  });
});

describe("/docs", () => {
  test("leads to every route, also by the anchor that the route had when all were on one page", async () => {
    const page = await text("/docs");
    for (const { method, path, tag, operationId } of all) {
      const former = `${method.toLowerCase()}${path
        .split(/[-_./]/)
        .filter(Boolean)
        .map((part) => (part.startsWith("{") ? `By${part.charAt(1).toUpperCase()}${part.slice(2, -1)}` : part))
        .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
        .join("")}`;
      expect(page.split(`<li id="${former}">`)[1]?.split("</li>")[0]).toContain(`${groupOf(tag)}#${operationId}"`);
    }
    for (const id of ["postSend", "getMessagesByIdProgress", "messages", "calls", "idempotency", "limits"]) {
      expect(page).toContain(`id="${id}"`);
    }
  });
});

describe.each(pages)("%s", (path) => {
  test("is small, and compressed for clients that accept it", async () => {
    const plain = await text(path);
    expect(Buffer.byteLength(plain)).toBeLessThan(path === "/docs" ? 100_000 : 150_000);
    for (const [accept, unpack] of [
      ["gzip, deflate, br, zstd", brotliDecompressSync],
      ["gzip", gunzipSync],
    ] as const) {
      const response = await app.request(path, { headers: { "Accept-Encoding": accept } });
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(response.headers.get("vary")).toMatch(/accept-encoding/i);
      expect(bytes.length).toBeLessThan(16_000);
      expect(unpack(bytes).toString()).toBe(plain);
    }
  });

  test("is not sent again to a client that has it, in the same encoding", async () => {
    for (const encoding of ["br", "gzip", "identity"]) {
      const headers = { "Accept-Encoding": encoding };
      const etag = (await app.request(path, { headers })).headers.get("etag")!;
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
        const again = await app.request(path, { headers: { ...headers, "If-None-Match": known } });
        expect([again.status, await again.text()]).toEqual([304, ""]);
      }
      const other = encoding === "br" ? "gzip" : "br";
      const anew = await app.request(path, { headers: { "Accept-Encoding": other, "If-None-Match": etag } });
      expect(anew.status).toBe(200);
    }
  });
});

test.each([
  [null, "identity"],
  ["", "identity"],
  ["*", "br"],
  ["gzip", "gzip"],
  ["GZIP;q=0.5", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["br;q=0.1, gzip;q=0.9", "gzip"],
  ["gzip;q=0, *", "br"],
  ["*;q=0", "identity"],
  ["identity, gzip;q=0.5", "identity"],
  ["deflate, zstd", "identity"],
])("of the encodings %j %s is chosen", (accept, encoding) => {
  expect(encodingOf(accept)).toBe(encoding);
});

test("openapi.json is served compressed", async () => {
  const response = await app.request("/openapi.json", { headers: { "Accept-Encoding": "br" } });
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.length).toBeLessThan(100_000);
  expect(JSON.parse(brotliDecompressSync(bytes).toString()).openapi).toBe("3.1.0");
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

describe.each(pages)("%s", (path) => {
  test("loads one script of ours, and its policy allows only that and its own style", async () => {
    const response = await app.request(path);
    const page = await response.text();
    const script = '<script type="module" src="/docs/docs.js"></script>';
    const rest = page.replace(script, "").replaceAll(/<code>[\s\S]*?<\/code>/g, "");
    expect(page).toContain(script);
    expect(rest).not.toMatch(/<script|<link|<img|<iframe|\bsrc=|\bstyle=|@import|url\(/i);
    expect(rest).not.toMatch(/href="(?!\/|#|https:\/\/[^"]+" rel="noreferrer")/);
    const style = /<style>(.*?)<\/style>/s.exec(page)![1]!;
    const hash = createHash("sha256").update(style).digest("base64");
    expect(response.headers.get("content-security-policy")).toContain(
      `default-src 'none'; style-src 'sha256-${hash}'; script-src 'self';`,
    );
  });

  test("links to anchors and pages that exist", async () => {
    const page = await text(path);
    const pages = new Map<string, string>();
    for (const [, href] of page.matchAll(/href="([/#][^"]*)"/g)) {
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
});

test.each(["evil.example<script>", 'x"onload=', "a b", "ev'il"])("a Host header of %s has no effect", async (host) => {
  // Web requests refuse such a host; a server that built its URL manually would not.
  const request = new Request("http://good.example/docs/api/messages");
  Object.defineProperty(request, "url", { value: `http://${host}/docs/api/messages` });
  const page = await Promise.resolve(app.fetch(request)).then((response) => response.text(), String);
  expect(page).not.toContain(host);
});

test("/openapi.json names the server at its real address, at the root and below the base path", async () => {
  const inside = serve("/wp-json");
  for (const path of ["/openapi.json", "/wp-json/svc/v1/openapi.json"]) {
    const response = await inside.request(path);
    expect(response.headers.get("content-type")).toContain("application/json");
    expect(((await response.json()) as { servers: unknown }).servers).toEqual([{ url: "/wp-json/svc/v1" }]);
  }
  expect(await text("/wp-json/svc/v1/docs/api/messages", inside)).toContain(
    'href="/wp-json/svc/v1/docs/errors#unauthorized"',
  );
});
