import { afterAll, beforeAll, expect, test } from "vitest";

import { examples, type Example } from "../../scripts/openapi/examples.ts";
import { startTestService, type TestService } from "../support/service/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ TIDINGS_GATEWAY: "sandbox://default?receipt_ms=60000" }, { workerLoops: false });
});
afterAll(() => service.end());

/** Objects that the examples refer to and no test has created. */
const ids: Record<string, unknown> = {};
const given: Record<string, Example> = {
  "POST /webhook": { webhook_url: "http://127.0.0.1:9/a", type: ["new_sms"] },
  "POST /webhooks": { url: "http://127.0.0.1:9/b", types: ["message.delivered"] },
};
/** They need what the others create, and these end it. */
const LAST = ["POST /messages/{id}/cancel", "POST /privacy/delete"];

/** The place of the id that a path parameter needs. */
const idOf = (path: string): unknown => ids[path.split("/{")[0]!];

async function prepare(): Promise<void> {
  const created = async (path: string, body: object): Promise<any> => {
    const answer = await service.call("POST", path, body);
    expect([path, answer.status, answer.body.message]).toEqual([path, expect.toBeOneOf([200, 201]), expect.anything()]);
    return answer.body.data;
  };
  await created("/groups", { name: "First" });
  const { message_id: id } = await created("/send", { message: "Hello", numbers: ["+15005550000"] });
  ids["/messages"] = id;
  ids["/outbox"] = (await service.call("GET", "/outbox")).body.data.items?.[0]?.id;
  ids["/subscribers"] = (await created("/subscribers", { name: "Bo", mobile: "+15005550006", group_id: [1] })).id;
  ids["/webhooks"] = (await created("/webhooks", { url: "http://127.0.0.1:9/c", types: ["message.delivered"] })).id;
}

test("every POST can be sent with an Idempotency-Key: none needs a transaction that the key's does not allow", async () => {
  await prepare();
  const posts = Object.keys(examples).filter((route) => route.startsWith("POST "));
  const order = [...posts.filter((route) => !LAST.includes(route)), ...LAST];
  expect(order.length).toBeGreaterThan(50);
  const failed: unknown[] = [];
  for (const route of order) {
    const parameters: Record<string, unknown> = { ...examples[route], ...given[route] };
    let path = route.slice("POST ".length);
    const known = idOf(path);
    if (known !== undefined && "id" in parameters) parameters["id"] = known;
    path = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = String(parameters[name]);
      delete parameters[name];
      return encodeURIComponent(value);
    });
    const headers = { "idempotency-key": `key ${route}`.replaceAll(/[^\w]/g, "-") };
    const answers = [
      await service.call("POST", path, parameters, { headers }),
      await service.call("POST", path, parameters, { headers }),
    ];
    for (const { status, body } of answers) if (status >= 500) failed.push([route, status, body.code]);
  }
  expect(failed).toEqual([]);
  expect(service.logged.filter(({ level }) => level === "error")).toEqual([]);
});
