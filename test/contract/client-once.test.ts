import { afterAll, beforeAll, expect, test } from "vitest";

import { createClient } from "../../packages/client/src/index.ts";
import { carriedOut, passOn } from "../support/client/forward.ts";
import { startHostileServer, uncheckedFetch } from "../support/client/hostile-server.ts";
import { startTestService, type TestService } from "../support/service/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

test("a message whose replies are lost is accepted once", async () => {
  const server = await startHostileServer(async (response, request, count) => {
    const reply = await carriedOut(service, request);
    // The work is done each time; only the third response reaches the caller.
    if (count === 1) response.destroy();
    else if (count === 2) response.writeHead(503, { "content-type": "text/html" }).end("<h1>Bad gateway</h1>");
    else await passOn(reply, response);
  });
  const { user, password } = service.admin;
  const tidings = createClient({
    url: server.url,
    user,
    applicationPassword: password,
    fetch: uncheckedFetch,
    retryDelayMs: 1,
  });
  const sent = await tidings.sendMessage({ numbers: ["+15005550000"], message: "Once" });
  expect(sent.recipients.accepted).toBe(1);
  expect(server.received).toHaveLength(3);
  const { rows } = await service.pool.query("select count(*)::int as messages from messages");
  expect(rows).toEqual([{ messages: 1 }]);
  await server.end();
});
