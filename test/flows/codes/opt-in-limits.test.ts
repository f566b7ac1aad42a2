import { afterAll, beforeAll, expect, test } from "vitest";

import { eventually } from "../../support/engine/engine.ts";
import { storeSettings } from "../../support/engine/holding.ts";
import { openNewsletter, type OpenNewsletter } from "../../support/people/newsletter.ts";

let service: OpenNewsletter;
beforeAll(async () => {
  service = await openNewsletter();
  await service.limitCodes({});
});
afterAll(() => service.close());

const subscribe = (mobile: string, more: object = {}) => service.subscribe({ name: "Ada", mobile, ...more });
const codes = () => service.rows("select 1 from messages");

test("three hundred satellite numbers get no code, and none of them is stored", async () => {
  const answers: Awaited<ReturnType<typeof subscribe>>[] = [];
  for (let first = 0; first < 300; first += 10) {
    const ten = Array.from({ length: 10 }, (_, nth) => subscribe(`+8816${String(10_000_000 + (first + nth) * 7919)}`));
    answers.push(...(await Promise.all(ten)));
  }
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
  expect(answers[0]!.json).toMatchObject({
    code: "invalid_parameter",
    data: { details: [{ field: "mobile", code: "destination_blocked" }] },
  });
  expect(await codes()).toEqual([]);
  expect(await service.rows("select 1 from subscribers")).toEqual([]);
});

test("a satellite number whose consent was given elsewhere needs no code and is subscribed", async () => {
  expect((await subscribe("+881612345678", { double_opt_in: false })).status).toBe(200);
});

test("the sixth number of a prefix gets 429 with the time to wait, and its subscription is not stored", async () => {
  const numbers = Array.from({ length: 6 }, (_, nth) => `+49151123400${nth}0`);
  const answers = [];
  for (const mobile of numbers) answers.push(await subscribe(mobile));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  const last = answers.at(-1)!;
  expect(last.json).toMatchObject({ code: "too_many_requests", data: { limit: "prefix" } });
  expect(Number(last.headers.get("retry-after"))).toBe(last.json.data.retry_after);
  expect(last.json.data.retry_after).toBeGreaterThan(3_000);
  expect(await service.rows("select 1 from subscribers where phone = $1", [numbers[5]])).toEqual([]);
  // Consent that was given elsewhere needs no code.
  expect((await subscribe(numbers[5]!, { double_opt_in: false })).status).toBe(200);
});

test("a number of the prefix that confirms makes room for another one", async () => {
  const mobile = "+4915112340000";
  expect((await service.verify(mobile, await service.codeOf(mobile))).status).toBe(200);
  expect((await subscribe("+4915112340090")).status).toBe(200);
});

test("a number that requested too many codes elsewhere waits for its code as after its own requests", async () => {
  const mobile = "+4915199990000";
  await subscribe(mobile);
  await service.rows("delete from subscribers where phone = $1", [mobile]);
  const answer = await subscribe(mobile);
  expect(answer).toMatchObject({ status: 200, json: { data: { state: "pending", code_sent: false } } });
  expect(answer.json.data.resend_after).toBeGreaterThan(0);
  expect(await service.textsTo(mobile)).toHaveLength(1);
});

test("one person gets five codes in an hour for whatever numbers, if the caller names their address, which is kept with the consent", async () => {
  const statuses = [];
  for (let nth = 0; nth < 6; nth += 1) {
    statuses.push((await subscribe(`+4915177${nth}00000`, { client_ip: `2001:db8:7:7::${nth}` })).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await service.consentsOf("+4915177000000")).toMatchObject([{ ip: "2001:db8:7:7::0" }]);
});

test("a refusal is not kept under its Idempotency-Key: the same call succeeds later", async () => {
  const mobile = "+4915112340080";
  const refused = await subscribe("+4915112340070");
  expect(refused.status).toBe(200);
  expect((await service.subscribe({ name: "Ada", mobile }, { key: "again" })).status).toBe(429);
  await service.rows("update code_requests set at = at - interval '1 hour'");
  expect((await service.subscribe({ name: "Ada", mobile }, { key: "again" })).status).toBe(200);
});

test("a code that would be held for money is refused, and its subscription is not stored", async () => {
  const categories = ["marketing", "transactional", "otp"];
  await storeSettings(service.db, "prices", { currency: "EUR", segments: [{ prefix: "+", price: "0.10" }] });
  await storeSettings(service.db, "spending", { perDay: "0.05", categories });
  let line = 0;
  const next = (): string => `+491621${2000 + (line += 1)}000`;
  await eventually(async () => (await subscribe(next())).json.code === "spend_cap_reached");
  const refused = next();
  expect((await subscribe(refused)).status).toBe(409);
  expect(await service.rows("select 1 from subscribers where phone = $1", [refused])).toEqual([]);
  await storeSettings(service.db, "spending", { perDay: "0.10", categories });
  await eventually(async () => (await subscribe(refused)).status === 200);
});
