import { afterAll, beforeAll, expect, test } from "vitest";

import { eventually } from "../support/engine/engine.ts";
import { startTestService, type TestService } from "../support/service/test-service.ts";

let service: TestService;
beforeAll(async () => {
  const sandbox = (name: string, credit: number): string => `sandbox://default?name=${name}&credit=${credit}`;
  const [codes, german, others] = [sandbox("codes", 50_000), sandbox("german", 50), sandbox("others", 50_000)];
  service = await startTestService({
    TIDINGS_GATEWAY: `by(category=otp: ${codes}; country=DE: ${german}; else: ${others})`,
  });
});
afterAll(() => service.end());

const call = (path: string, numbers: readonly string[], more: object = {}) =>
  service.call("POST", path, { numbers, message: "Hello", category: "marketing", consent_basis: "customers", ...more });

test.each(["/send/preview", "/send"])(
  "%s names the gateway that the rules choose, not the first of them",
  async (path) => {
    const named = async (number: string, more?: object) => (await call(path, [number], more)).body.data.gateway;
    expect(await named("+4915112345601")).toBe("german");
    expect(await named("+33612345601")).toBe("others");
    expect(await named("+33612345601", { category: "otp" })).toBe("codes");
    expect(await named("+33612345601", { gateway: "german" })).toBe("german");
  },
);

test("too little credit at a gateway stops what goes through it, and nothing else", async () => {
  for (const name of ["german", "others"]) await service.call("POST", `/gateways/${name}/test`);
  await service.call("PATCH", "/settings", { low_credit: { stop_below: "1000" } });
  await eventually(async () => (await call("/send", ["+4915112345602"])).status === 409);
  expect((await call("/send", ["+33612345602"])).status).toBe(200);
});
