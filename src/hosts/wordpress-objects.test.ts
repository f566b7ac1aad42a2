import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

import { afterAll, beforeAll, expect, test } from "vitest";

import { readAsCaller, wordpressObjects } from "./wordpress-objects.ts";

let answer: (response: ServerResponse) => void;
const server = createServer((_request, response) => answer(response));
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const read = () =>
  readAsCaller(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, "wp/v2/posts/1", "Basic x", {
    fetch,
    timeoutMs: 2_000,
  });

test("an object that unpacks to gigabytes is not read", async () => {
  const bomb = gzipSync(Buffer.concat([Buffer.from('"'), Buffer.alloc(64 * 1024 * 1024, "a"), Buffer.from('"')]));
  answer = (response) =>
    void response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(bomb);
  expect(await read()).toBe("away");
});

test("a text of nothing but opening brackets takes no longer than any other", () => {
  const began = performance.now();
  const values = wordpressObjects["WordPressPostNotification"]!.values(
    { title: { rendered: "<".repeat(200_000) }, content: { rendered: "<b>Fish</b> &amp; <i>chips</i>" } },
    "https://site.example",
  );
  expect(performance.now() - began).toBeLessThan(500);
  expect(values.find(([name]) => name === "post_content")![1]).toBe("Fish & chips");
});
