import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestService, type TestService } from "../support/service/test-service.ts";
import { eventually } from "../support/service/processes.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ TIDINGS_GATEWAY: "sandbox://default?receipt_ms=5&credit=0" });
});
afterAll(() => service.end());

const send = async (fields: object) => (await service.call("POST", "/send", { message: "x", ...fields })).body.data;
const numbers = ["+15005550000", "+15005550001"];
/** Only the warnings about unfilled placeholders: the gateway has no credit, and is paused as soon as it is reached. */
const places = async (fields: object): Promise<string[]> =>
  ((await send(fields)).warnings ?? []).filter((one: string) => one.startsWith("Not filled in"));

test("a text to many with placeholders that nothing fills is reported, and they are sent unchanged", async () => {
  expect(await places({ message: "Hello {name}, %order% and {{ name | you }}", numbers })).toEqual([
    "Not filled in, because a variable is written {{name}}: {name}, %order%.",
  ]);
  expect(await places({ message: "Hello {name}", group_ids: [1] })).toEqual([
    "Not filled in, because a variable is written {{name}}: {name}.",
  ]);
  expect(await places({ message: "Hello {name}", numbers: [numbers[0]] })).toEqual([]);
  expect(await places({ message: "20% off, 30% more", numbers })).toEqual([]);
});

test("a replayed call returns the same warnings", async () => {
  const call = () =>
    service.call("POST", "/send", { message: "Hi {name}", numbers }, { headers: { "idempotency-key": "w1" } });
  const [first, again] = [await call(), await call()];
  expect(again.headers.get("idempotency-replayed")).toBe("true");
  expect(again.body).toEqual(first.body);
  expect(again.body.data.warnings.join()).toContain("Not filled in");
});

test("used-up credit and a paused gateway are reported while they last", async () => {
  expect((await service.call("GET", "/credit")).body.credit).toBe(0);
  const poor = await send({ numbers });
  expect(poor.warnings).toContainEqual(expect.stringMatching(/^The credit at sandbox was 0 .* when it was last read/));
  const state = async () => (await service.call("GET", "/gateways")).body.data.items[0].health.state;
  await eventually(async () => (await state()) === "paused");
  const paused =
    /^sandbox is paused \(.+\) and sends nothing at the moment\. The message waits until the pause ends\.$/;
  expect((await send({ numbers })).warnings).toContainEqual(expect.stringMatching(paused));
  const code = await service.call("POST", "/newsletter", { name: "N", mobile: "+15005550009", double_opt_in: true });
  expect(code.body.data.warnings).toContainEqual(expect.stringMatching(paused));
  const member = await service.call("POST", "/newsletter", { name: "N", mobile: "+15005550010", double_opt_in: false });
  expect(member.body.data.warnings).toBeUndefined();
});
