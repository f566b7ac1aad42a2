import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestService, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
beforeAll(async () => {
  const vonage = "vonage://abcd1234:secret@default?api=messages&from=12025550123&name=short";
  const wide = "clickatell://key@default?from=27820000000&name=wide";
  service = await startTestService(
    { TIDINGS_GATEWAY: `by(country=US: ${vonage}; else: ${wide})` },
    { workerLoops: false },
  );
});
afterAll(() => service.end());

const text = "x".repeat(1_001);
const send = (more: object) => service.call("POST", "/send", { message: text, ...more });

test("a text that is too long for its gateway is refused at once, and nothing of it is stored", async () => {
  const { status, body } = await send({ numbers: ["+12025550123"] });
  expect([status, body]).toMatchObject([
    400,
    {
      code: "gateway_cannot",
      message: "short accepts messages of at most 1,000 characters; this one has 1,001.",
      data: { details: [{ field: "message", code: "too_long" }] },
    },
  ]);
  const { rows } = await service.pool.query("select count(*)::int as messages from messages");
  expect(rows).toEqual([{ messages: 0 }]);
});

test("the same text is accepted with a gateway without that limit", async () => {
  expect((await send({ numbers: ["+4915112345678"] })).status).toBe(200);
  expect((await send({ numbers: ["+12025550123"], gateway: "wide" })).status).toBe(200);
});

test("the limit is in the description of the gateway", async () => {
  const shown = async (name: string) => (await service.call("GET", `/gateways/${name}`)).body.data.abilities;
  expect(await shown("short")).toMatchObject({ max_characters: 1_000 });
  expect(await shown("wide")).toMatchObject({ max_characters: null });
});
