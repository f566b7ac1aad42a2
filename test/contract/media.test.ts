import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestService, type TestService } from "../support/service/test-service.ts";

const SIZES: Readonly<Record<string, number>> = { "/small.jpg": 40_000, "/huge.jpg": 6_000_000 };

let service: TestService;
let files: Server;
let at: string;
beforeAll(async () => {
  files = createServer((request, response) => {
    const size = SIZES[request.url ?? ""];
    response.writeHead(size === undefined ? 404 : 200, { "content-length": size ?? 0, "content-type": "image/jpeg" });
    response.end();
  });
  await new Promise<void>((resolve) => files.listen(0, "127.0.0.1", resolve));
  at = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
  service = await startTestService({
    // Nothing listens there: what is accepted stays in the queue.
    TIDINGS_GATEWAY: "twilio+http://AC0123456789:token@127.0.0.1:9?from=%2B15005550006",
    TIDINGS_OUTBOUND_ALLOW: "127.0.0.0/8",
  });
});
afterAll(async () => {
  await service.end();
  files.closeAllConnections();
  files.close();
});

const send = async (...media_urls: string[]) => {
  const { user, password } = service.admin;
  const response = await service.app.request("http://127.0.0.1/svc/v1/send", {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${user}:${password}`)}`, "content-type": "application/json" },
    body: JSON.stringify({ numbers: ["+447400123456"], message: "Look", media_urls }),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
};

test("a file that the gateway's provider would refuse for its size is refused before anything is stored", async () => {
  const { status, body } = await send(`${at}/small.jpg`, `${at}/huge.jpg`);
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain("gateway_cannot");
  expect(JSON.stringify(body)).toContain("media_urls[1]");
  const { rows } = await service.pool.query("select count(*)::int as count from messages");
  expect(rows).toEqual([{ count: 0 }]);
});

test("a file that certainly does not exist is named", async () => {
  const { status, body } = await send(`${at}/nowhere.jpg`);
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain("invalid_url");
});

test("a file of an acceptable size is accepted", async () => {
  expect((await send(`${at}/small.jpg`)).status).toBe(200);
});

test("more files than the provider accepts are refused", async () => {
  const { status, body } = await send(...Array.from({ length: 11 }, (_, index) => `${at}/small.jpg?${index}`));
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toMatch(/media_urls/);
});
