import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { compatCalls, ok, plugin } from "../support/service/compat.ts";
import { startTestService, type TestService } from "../support/service/test-service.ts";

describe("/settings about the gateway", () => {
  let service: TestService;
  const wpsms = compatCalls(() => service);
  beforeAll(async () => {
    service = await startTestService({ TIDINGS_COMPAT: "wpsms", TIDINGS_SENDER: "Shop" });
  });
  afterAll(() => service.end());

  test("its capabilities are reported in WP SMS's form, without any setting", async () => {
    const { status, body } = await wpsms("GET", "/settings/gateway-capabilities");
    expect([status, body]).toEqual([
      200,
      ok(
        {
          flash: "enable",
          supportMedia: true,
          supportIncoming: false,
          bulk_send: true,
          validateNumber: expect.any(String),
          from: "Shop",
          gatewayFields: {},
          help: "",
          documentUrl: "",
        },
        expect.any(String),
      ),
    ]);
  });

  test("a test reads the credit and sends nothing", async () => {
    const { status, body } = await wpsms("POST", "/settings/test-gateway", {});
    expect([status, body]).toEqual([200, ok({ credit: 1_000_000, gateway: "sandbox", rawResponse: "1000000" })]);
    expect((await wpsms("GET", "/outbox")).body.data.items).toEqual([]);
  });

  test("both need the right to the settings, and the routes to change them do not exist", async () => {
    const as = await service.userWith("svc_sendsms", "svc_outbox", "svc_subscribers");
    expect((await wpsms("GET", "/settings/gateway-capabilities", undefined, { as })).status).toBe(403);
    expect((await wpsms("POST", "/settings/test-gateway", {}, { as })).status).toBe(403);
    for (const [method, path] of [
      ["GET", "/settings"],
      ["POST", "/settings"],
      ["GET", "/settings/gateway"],
      ["GET", "/settings/gateways"],
      ["GET", "/wizard/status"],
    ] as const)
      expect([path, (await wpsms(method, path, method === "GET" ? undefined : {})).body.code]).toEqual([
        path,
        "rest_no_route",
      ]);
  });
});

test("a gateway that fails is refused in WP SMS's form", async () => {
  const service = await startTestService({
    TIDINGS_COMPAT: "wpsms",
    TIDINGS_GATEWAY: "twilio://AC1:x@127.0.0.1:9?from=Shop",
  });
  const wpsms = compatCalls(() => service);
  expect((await wpsms("POST", "/settings/test-gateway", {})).body).toEqual(plugin(400));
  expect((await wpsms("GET", "/settings/gateway-capabilities")).body.data).toMatchObject({ flash: "disable" });
  await service.end();
});
