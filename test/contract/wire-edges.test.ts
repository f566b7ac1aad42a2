import { gzipSync } from "node:zlib";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startTestService, type TestService } from "../support/service/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({}, { workerLoops: false });
});
afterAll(() => service.end());

const send = { message: "x", numbers: ["+4915112350002"] };

test.each(["/credit//", "//credit", "/messages//", "/groups/1//", "/send//", "/credit///"])(
  "%s is not a route: one slash at the end is ignored, and no other",
  async (path) => {
    const answer = await service.call("GET", path);
    expect([answer.status, answer.body.code]).toEqual([404, "no_route"]);
  },
);

test("one slash at the end is ignored", async () => {
  expect((await service.call("GET", "/groups/")).status).toBe(200);
  expect((await service.call("GET", "/credit/")).status).toBe(200);
});

test("a compressed body is refused with what is accepted, whatever the compression", async () => {
  const raw = gzipSync(JSON.stringify(send));
  for (const coding of ["gzip", "br", "deflate", "gzip, identity"]) {
    const answer = await service.call("POST", "/send", undefined, { raw, headers: { "content-encoding": coding } });
    expect([answer.status, answer.body.code, answer.headers.get("accept-encoding")]).toEqual([
      415,
      "unsupported_media_type",
      "identity",
    ]);
  }
  const plain = await service.call("POST", "/send", send, { headers: { "content-encoding": "identity" } });
  expect(plain.status).toBe(200);
});

describe("DELETE /webhook", () => {
  test("accepts what POST accepts, as often as it is called", async () => {
    const fields = { webhook_url: "http://127.0.0.1:9/hook", type: "new_sms" };
    expect((await service.call("POST", "/webhook", fields)).status).toBe(200);
    for (let again = 0; again < 2; again += 1) {
      const gone = await service.call("DELETE", "/webhook", fields);
      expect([gone.status, gone.body.data]).toEqual([200, { webhook_url: fields.webhook_url, type: [] }]);
    }
    expect((await service.call("DELETE", "/webhook", { webhook_url: "http://example.com/" })).status).toBe(400);
  });
});

test("all issues of a list are reported at once", async () => {
  const answer = await service.call("POST", "/send", { message: "x", group_ids: [0, -1, "x", "1.5", "9".repeat(20)] });
  expect(answer.body.data.params).toEqual({
    "group_ids[0]": "must be at least 1",
    "group_ids[1]": "must be at least 1",
    "group_ids[2]": "must be a number",
    "group_ids[3]": "must be a whole number",
    "group_ids[4]": "must be at most 9007199254740991",
  });
});

test("a misspelled selector is reported as one, with the nearest", async () => {
  const answer = await service.call("POST", "/send", { message: "x", recipients: ["numbrs"] });
  expect(answer.body.data.details[0]).toMatchObject({
    field: "recipients[0]",
    code: "not_in_list",
    value: "numbrs",
    did_you_mean: "numbers",
  });
  const number = await service.call("POST", "/send", { message: "x", recipients: ["+49"] });
  expect(number.body.data.details[0]).toMatchObject({ field: "recipients[0]", code: "invalid_phone" });
});

test("what a gateway cannot do has a code of its own", async () => {
  const media = Array.from({ length: 10 }, (_, index) => `https://93.184.215.14/${index}.gif`);
  const answer = await service.call("POST", "/send", { ...send, media_urls: media, gateway: "sandbox" });
  if (answer.status === 400) expect(answer.body.data.details[0].code).toBe("not_supported");
});

test("skipped recipients are reported if none is left", async () => {
  for (const more of [{}, { category: "marketing" }]) {
    const answer = await service.call("POST", "/send", {
      message: "x",
      numbers: ["abc", "12"],
      skip_invalid: true,
      ...more,
    });
    expect([answer.status, answer.body.code, answer.body.data.params]).toEqual([
      400,
      "no_recipients",
      { "numbers[0]": "is not a phone number", "numbers[1]": "is too short for a phone number" },
    ]);
  }
});

describe("a number", () => {
  test("of digits alone is accepted only if it can be just one", async () => {
    const to = async (number: string) => service.call("POST", "/send", { message: "x", numbers: [number] });
    for (const number of ["4915112345678", "14155550115", "442079460123"]) expect((await to(number)).status).toBe(200);
    for (const number of ["2015550105", "4795550110", "10000000000", "0151 12345678"]) {
      const answer = await to(number);
      expect([number, answer.status, answer.body.data.params]).toEqual([
        number,
        400,
        { "numbers[0]": "does not say its country: write it with + and the country code, or set TIDINGS_COUNTRY" },
      ]);
    }
  });

  test("that no numbering plan has is accepted, and reported", async () => {
    const numbers = ["+4915112350002", "+10000000000", "0010000000000"];
    const sent = await service.call("POST", "/send", { message: "x", numbers });
    const doubt = "has a valid length, but is not in any numbering plan: it may not exist.";
    expect([sent.status, sent.body.data.recipients.accepted, sent.body.data.warnings]).toEqual([
      200,
      2,
      [`numbers[1] +10000000000 ${doubt}`],
    ]);
    const person = await service.call("POST", "/newsletter", {
      name: "N",
      mobile: "+10000000001",
      double_opt_in: false,
    });
    expect([person.status, person.body.data.warnings]).toEqual([200, [`mobile +10000000001 ${doubt}`]]);
    const many = Array.from({ length: 150 }, (_, index) => `+1000${1_000_000 + index}`);
    const { warnings } = (await service.call("POST", "/send", { message: "x", numbers: many })).body.data;
    expect([warnings.length, warnings.at(-1)]).toEqual([101, "The same applies to another 50 numbers."]);
  });
});
