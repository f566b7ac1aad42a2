import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestService, type TestService } from "../support/service/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

const put = (status: string) => service.call("PUT", `/order-notices/${status}`, { template: "x %order_number%" });

test("a status that WooCommerce does not have is set with a warning, and one that it has without", async () => {
  const doubtful = await put("complete");
  expect([doubtful.status, doubtful.body.data.warnings]).toEqual([
    200,
    [expect.stringContaining("Did you mean completed?")],
  ]);
  for (const status of ["completed", "wc-on-hold"]) expect((await put(status)).body.data.warnings).toBeUndefined();
  const { items } = (await service.call("GET", "/order-notices")).body.data;
  expect(items.map(({ status }: { status: string }) => status).toSorted()).toEqual([
    "complete",
    "completed",
    "on-hold",
  ]);
});
