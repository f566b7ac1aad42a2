import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startTestService, type Credentials, type TestService } from "../support/service/test-service.ts";

let service: TestService;
let sender: Credentials;

beforeAll(async () => {
  service = await startTestService({ TIDINGS_COUNTRY: "DE" }, { workerLoops: false });
  sender = await service.userWith("svc_sendsms");
});
afterAll(() => service.end());

const read = (number: string, as = sender) =>
  service.call("GET", `/numbers/${encodeURIComponent(number)}`, undefined, { as });

describe("GET /numbers/{number}", () => {
  test.for([
    ["+49 151 1234-5678", "+4915112345678", "DE", "mobile", true],
    ["0151 12345678", "+4915112345678", "DE", "mobile", true],
    ["4915112345678", "+4915112345678", "DE", "mobile", true],
    ["۰۱۵۱ ۱۲۳۴۵۶۷۸", "+4915112345678", "DE", "mobile", true],
    ["+442079460123", "+442079460123", "GB", "fixed_line", true],
    ["+12015550123", "+12015550123", "US", "fixed_line_or_mobile", true],
    ["+881612345678", "+881612345678", null, "mobile", true],
    ["+12010000000", "+12010000000", null, null, false],
  ] as const)("reads %s as %s of %s, %s", async ([typed, number, country, type, known]) => {
    const { status, body } = await read(typed);
    expect(status).toBe(200);
    expect(body.data).toEqual({ number, country, type, in_numbering_plan: known, issue: null });
  });

  test.for([
    ["12", "is too short for a phone number"],
    ["+999123456789", "does not begin with a known country code, such as +49"],
    ["call me", "is not a phone number"],
    ["+4915112345678 and more", "is not a phone number"],
  ])("says why %j is none, in a reply that is no error", async ([typed, message]) => {
    const { status, body } = await read(typed!);
    expect([status, body.data.number, body.data.issue]).toEqual([
      200,
      null,
      { field: "number", code: "invalid_phone", message, value: typed },
    ]);
  });

  test("reads what POST /send accepts and refuses alike", async () => {
    const typed = [
      "+4915112345678",
      "0151 12345678",
      "4711",
      "+4900012345678",
      "abc",
      "٠١٥١١٢٣٤٥٦٧٨",
      "+1 201 555 0123 5",
    ];
    const sent = await service.call(
      "POST",
      "/send/preview",
      { numbers: [...typed, "+4915112345600"], message: "Hi", skip_invalid: true },
      { as: sender },
    );
    const refused = sent.body.data.invalid_numbers.map(({ value }: { value: string }) => value);
    const unread = [];
    for (const one of typed) if ((await read(one)).body.data.number === null) unread.push(one);
    expect(unread).toEqual(refused);
    expect(unread).toContain("abc");
  });

  test("is for callers who may send, and refuses what is no text", async () => {
    const reader = await service.userWith("svc_outbox");
    expect((await read("+4915112345678", reader)).status).toBe(403);
    expect((await service.call("GET", "/numbers/%00")).status).toBe(400);
    expect((await service.call("GET", `/numbers/${"1".repeat(101)}`)).status).toBe(400);
  });
});
