import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

import { expect, test } from "vitest";

import { readText } from "#lib/read-text";

import { readAsCaller, wordpressObjects } from "../wordpress-objects.ts";

test("letters that are split between two pieces of a response are read whole", async () => {
  const bytes = new TextEncoder().encode("aä€😀");
  const pieces = new ReadableStream({
    start(stream) {
      for (const byte of bytes) stream.enqueue(new Uint8Array([byte]));
      stream.close();
    },
  });
  expect(await readText(new Response(pieces), 100)).toBe("aä€😀");
  expect(await readText(new Response(null), 100)).toBe("");
});

test("an object that unpacks to gigabytes is not read, as if the site were away", async () => {
  const bomb = gzipSync(Buffer.concat([Buffer.from('"'), Buffer.alloc(64 * 1024 * 1024, "a"), Buffer.from('"')]));
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(bomb);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await readAsCaller(site, "wp/v2/posts/1", "Basic x", { fetch, timeoutMs: 2_000 })).toBe("away");
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test("an object whose text is nothing but opening brackets takes no longer than any other", () => {
  const before = process.cpuUsage();
  const values = wordpressObjects["WordPressPostNotification"]!.values(
    { title: { rendered: "<".repeat(200_000) }, content: { rendered: "<b>Fish</b> &amp; <i>chips</i>" } },
    "https://site.example",
  );
  // Code that scanned from each of them to the end would take at least twice as long on the fastest computer.
  expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
  expect(values.find(([name]) => name === "post_content")![1]).toBe("Fish & chips");
});
