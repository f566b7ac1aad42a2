import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gunzipSync, gzipSync } from "node:zlib";

import type { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";

import { createApp } from "#api/app";
import { consolePages } from "#api/pages/console/mount";
import { notFoundPage, wantsPage } from "#api/pages/not-found";
import { consoleReader } from "#app/documents/console-files";

import { startTestService, type TestService } from "../support/service/test-service.ts";

const SCRIPT = "console.log('the console');\n".repeat(100);
const INDEX = `<!doctype html><meta name="tidings-setup" content="__SETUP__"><meta property="csp-nonce" nonce="__NONCE__"><script type="module" src="/console-assets/index-a1.js" nonce="__NONCE__"></script>`;
const BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8";

let service: TestService;
let folder: string;
let app: Hono;

beforeAll(async () => {
  service = await startTestService({}, { workerLoops: false });
  const outside = await mkdtemp(join(tmpdir(), "tidings-console-"));
  folder = join(outside, "dist");
  await mkdir(join(folder, "console-assets"), { recursive: true });
  await writeFile(join(outside, "secret.js"), "outside");
  await writeFile(join(folder, "index.html"), INDEX);
  await writeFile(join(folder, "sources.sha256"), "hash");
  await writeFile(join(folder, "before-paint.js"), "1;");
  await writeFile(join(folder, "icon.svg"), "<svg/>");
  const script = join(folder, "console-assets", "index-a1.js");
  await writeFile(script, SCRIPT);
  await writeFile(`${script}.br`, brotliCompressSync(SCRIPT));
  await writeFile(`${script}.gz`, gzipSync(SCRIPT));
  await writeFile(`${script}.map`, "{}");
  const pages = consolePages(consoleReader(folder));
  app = createApp(service.routes, service.services, {
    mounts: [pages.mount],
    notFound: async (request) => (await pages.pageFor(request)) ?? (wantsPage(request) ? notFoundPage() : null),
  });
});
afterAll(async () => {
  await service.end();
  await rm(join(folder, ".."), { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  app.request(`http://127.0.0.1${path}`, { method, headers });
const isConsole = async (response: Response) => (await response.text()).includes("/console-assets/index-a1.js");

test("its page is compressed for who accepts that, each time with another nonce", async () => {
  const nonces = new Set<string>();
  for (const path of ["/", "/outbox"]) {
    const response = await get(path, { accept: BROWSER, "accept-encoding": "gzip, deflate, br, zstd" });
    const { headers } = response;
    expect([headers.get("content-encoding"), headers.get("vary")]).toEqual(["gzip", "Accept-Encoding"]);
    const text = gunzipSync(Buffer.from(await response.arrayBuffer())).toString();
    const nonce = /nonce="([^"]+)"/.exec(text)![1]!;
    expect(headers.get("content-security-policy")).toContain(`'nonce-${nonce}'`);
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(2);
  expect((await get("/", { accept: BROWSER })).headers.get("content-encoding")).toBe(null);
});

test("every address of the console in a browser is its one page, with a nonce of its own that the policy names", async () => {
  const nonces = new Set<string>();
  for (const path of ["/", "/setup", "/outbox?state=failed", "/people/17", "/svcs"]) {
    const response = await get(path, { accept: BROWSER });
    const text = await response.text();
    const nonce = /nonce="([^"]+)"/.exec(text)![1]!;
    expect([path, response.status, text.includes("__NONCE__")]).toEqual([path, 200, false]);
    expect(response.headers.get("content-security-policy")).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; style-src-attr 'none'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    );
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(5);
});

test("the page is not stored, and not shown in a frame of anyone", async () => {
  const { headers } = await get("/", { accept: BROWSER });
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("x-frame-options")).toBe("DENY");
  expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});

test("a program that calls an unknown address gets the JSON envelope, whatever the method", async () => {
  for (const accept of ["*/*", "application/json"]) {
    const response = await get("/outbox", { accept });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: "no_route" });
  }
  expect((await app.request("http://127.0.0.1/outbox", { method: "POST", headers: { accept: BROWSER } })).status).toBe(
    404,
  );
});

test("addresses of the API, the documentation, and public pages are not the console's", async () => {
  for (const path of ["/svc/v1/nothing", "/svc/nothing", "/docs/nothing", "/p/nothing", "/assets/no.js"]) {
    const response = await get(path, { accept: BROWSER });
    expect([path, response.status, await isConsole(response)]).toEqual([path, 404, false]);
  }
});

test("an asset is sent in the best encoding that the client accepts, and kept for a year", async () => {
  for (const [accept, encoding, content] of [
    ["gzip, br", "br", brotliCompressSync(SCRIPT)],
    ["gzip", "gzip", gzipSync(SCRIPT)],
    ["identity", null, Buffer.from(SCRIPT)],
    ["br;q=0, gzip;q=0", null, Buffer.from(SCRIPT)],
  ] as const) {
    const response = await get("/console-assets/index-a1.js", { "accept-encoding": accept });
    expect(response.headers.get("content-encoding")).toBe(encoding);
    expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
    expect(response.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(response.headers.get("vary")).toBe("Accept-Encoding");
  }
});

test("files whose name does not change are revalidated, and not sent again", async () => {
  const first = await get("/before-paint.js", { "accept-encoding": "br" });
  expect([first.status, first.headers.get("cache-control"), await first.text()]).toEqual([200, "no-cache", "1;"]);
  expect(first.headers.get("content-encoding")).toBeNull();
  const again = await get("/before-paint.js", { "accept-encoding": "br", "if-none-match": first.headers.get("etag")! });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  expect((await get("/icon.svg")).headers.get("content-type")).toBe("image/svg+xml");
});

test("HEAD has the headers and no body, and a range is answered with the whole file", async () => {
  const head = await get("/console-assets/index-a1.js", { "accept-encoding": "br" }, "HEAD");
  expect([head.status, head.headers.get("content-encoding"), await head.text()]).toEqual([200, "br", ""]);
  expect(await (await get("/people", { accept: BROWSER }, "HEAD")).text()).toBe("");
  const range = await get("/console-assets/index-a1.js", { range: "bytes=0-9", "accept-encoding": "identity" });
  expect([range.status, await range.text()]).toEqual([200, SCRIPT]);
});

test("a missing asset is never a page, and no path leads out of the folder or to what is not served", async () => {
  for (const path of [
    "/console-assets/index-b2.js",
    "/console-assets/",
    "/console-assets",
    "/console-assets/..%2f..%2fsecret.js",
    "/console-assets/..%2Findex.html",
    "/console-assets/%2e%2e/%2e%2e/secret.js",
    "/console-assets/..\\..\\secret.js",
    "/console-assets/%00.js",
    "/console-assets//etc/passwd",
    "/console-assets/index-a1.js.map",
    "/console-assets/index-a1.js.br",
    "/console-assets/__proto__",
    "/sources.sha256",
    "/secret.js",
  ]) {
    const response = await get(path, { accept: "*/*" });
    const text = await response.text();
    expect([path, response.status, /outside|<html|root:|hash/.test(text)]).toEqual([path, 404, false]);
  }
  const typed = await get("/console-assets/index-b2.js", { accept: BROWSER });
  expect([typed.status, typed.headers.get("content-type")?.includes("html")]).toEqual([404, false]);
});

test("it knows whether somebody has chosen a password, and is shown while that cannot be read", async () => {
  const setupOf = async (awaitsSetup: () => Promise<boolean>) => {
    const pages = consolePages(consoleReader(folder), { awaitsSetup });
    const other = createApp([], service.services, { mounts: [pages.mount], notFound: pages.pageFor });
    return /tidings-setup" content="([^"]*)"/.exec(await (await other.request("http://127.0.0.1/")).text())?.[1];
  };
  expect(await setupOf(async () => true)).toBe("open");
  expect(await setupOf(async () => false)).toBe("");
  expect(await setupOf(() => Promise.reject(new Error("no database")))).toBe("");
  expect(await setupOf(() => new Promise(() => undefined))).toBe("");
});

test("without a built console the first page says how to build it, and once it is built it appears", async () => {
  const later = await mkdtemp(join(tmpdir(), "tidings-later-"));
  const pages = consolePages(consoleReader(later));
  const other = createApp([], service.services, { mounts: [pages.mount], notFound: pages.pageFor });
  const missing = await other.request("http://127.0.0.1/", { headers: { accept: BROWSER } });
  expect([missing.status, (await missing.text()).includes("npm run build:console")]).toEqual([200, true]);
  expect((await other.request("http://127.0.0.1/outbox", { headers: { accept: BROWSER } })).status).toBe(404);
  await writeFile(join(later, "index.html"), INDEX);
  expect(await isConsole(await other.request("http://127.0.0.1/"))).toBe(true);
  await rm(later, { recursive: true, force: true });
});

test("a console that was built again under the running service is served at once, and what only the old one had is not found", async () => {
  const outside = await mkdtemp(join(tmpdir(), "tidings-rebuilt-"));
  const build = async (name: string): Promise<string> => {
    const made = join(outside, name);
    await mkdir(join(made, "console-assets"), { recursive: true });
    await writeFile(join(made, "index.html"), `<script type="module" src="/console-assets/${name}.js"></script>`);
    await writeFile(join(made, "console-assets", `${name}.js`), name);
    return made;
  };
  const dist = await build("first");
  const pages = consolePages(consoleReader(dist));
  const other = createApp([], service.services, { mounts: [pages.mount], notFound: pages.pageFor });
  const read = async (path: string) => {
    const response = await other.request(`http://127.0.0.1${path}`, { headers: { accept: BROWSER } });
    return [response.status, await response.text()];
  };
  expect(await read("/console-assets/first.js")).toEqual([200, "first"]);

  const next = await build("second");
  await rm(join(dist, "console-assets"), { recursive: true });
  // The folder is being replaced: its page is still there, its files are gone.
  expect((await read("/console-assets/first.js"))[0]).toBe(404);
  await rm(dist, { recursive: true });
  expect((await read("/"))[1]).toContain("first.js");
  await rename(next, dist);

  expect((await read("/"))[1]).toContain("second.js");
  expect(await read("/console-assets/second.js")).toEqual([200, "second"]);
  expect((await read("/console-assets/first.js"))[0]).toBe(404);
  await rm(outside, { recursive: true, force: true });
});
