import { gunzipSync } from "node:zlib";

import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestService, type TestService } from "../support/service/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({}, { workerLoops: false });
  for (let nth = 0; nth < 40; nth += 1) await service.call("POST", "/groups", { name: `A group of people, ${nth}` });
});
afterAll(() => service.end());

/** The body as transmitted. */
async function read(path: string, headers: Readonly<Record<string, string>>) {
  const { user, password } = service.admin;
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  const request = new Request(`http://127.0.0.1/svc/v1${path}`, { headers: { authorization, ...headers } });
  const response = await service.app.fetch(request);
  return { coding: response.headers.get("content-encoding"), bytes: Buffer.from(await response.arrayBuffer()) };
}

const own = { "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors" };
const browser = { "accept-encoding": "gzip, deflate, br, zstd" };

test("a long list that the console reads is compressed, and says the same", async () => {
  const packed = await read("/groups?per_page=100", { ...own, ...browser });
  const plain = await read("/groups?per_page=100", browser);
  expect([packed.coding, plain.coding]).toEqual(["gzip", null]);
  expect(JSON.parse(gunzipSync(packed.bytes).toString())).toEqual(JSON.parse(plain.bytes.toString()));
  expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 4);
});

test.each<[string, Record<string, string>, string]>([
  ["a program", browser, "/groups?per_page=100"],
  ["another site's page", { ...browser, "sec-fetch-site": "cross-site" }, "/groups?per_page=100"],
  ["the page of a sister site", { ...browser, "sec-fetch-site": "same-site" }, "/groups?per_page=100"],
  ["somebody who types the address", { ...browser, "sec-fetch-site": "none" }, "/groups?per_page=100"],
  ["a browser that does not decompress", own, "/groups?per_page=100"],
  ["a browser that refuses it", { ...own, "accept-encoding": "gzip;q=0" }, "/groups?per_page=100"],
  ["a browser, when it is short", { ...own, ...browser }, "/groups?per_page=2"],
])("%s gets it as it is", async (_, headers, path) => {
  const { coding, bytes } = await read(path, headers);
  expect(coding).toBeNull();
  expect(JSON.parse(bytes.toString()).status).toBe("success");
});
