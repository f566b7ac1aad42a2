import { expect, test } from "vitest";

import { base as sms, quietTools } from "../../../test/conformance/gateways/kit/base.ts";
import { envelope, pages } from "../../../test/conformance/gateways/kit/sns.ts";

import { aws } from "./aws.ts";
import { s3Address } from "./aws.ts";

const open = (fetcher: typeof fetch, more: object = {}) =>
  aws.open(
    aws.settings.parse({ accessKey: "AKIAIOSFODNN7EXAMPLE", secretKey: "s", region: "eu-west-1", ...more }),
    quietTools({ fetch: fetcher, clock: { now: () => Date.parse("2027-01-01T12:00:00Z") } }),
  );

test.each([
  ["https://b-1.s3.eu-west-1.amazonaws.com/k/a.png", "s3://b-1/k/a.png"],
  ["https://b.c.s3.us-east-1.amazonaws.com/a%20b.png?x=1", "s3://b.c/a b.png"],
  ["https://s3.eu-west-1.amazonaws.com/b-1/a.png", "s3://b-1/a.png"],
  ["http://b-1.s3.eu-west-1.amazonaws.com/a.png", undefined],
  ["https://s3.eu-west-1.amazonaws.com/b-1", undefined],
  ["https://b-1.s3.eu-west-1.amazonaws.com/", undefined],
  ["https://b-1.s3.eu-west-1.amazonaws.com/%zz", undefined],
  ["https://b-1.s3.eu-west-1.amazonaws.com.example.org/a.png", undefined],
  ["https://example.org/a.png", undefined],
  ["no address", undefined],
])("the object at %s is %s", (address, wanted) => {
  expect(s3Address(address)).toBe(wanted);
});

test("media outside Amazon S3 are refused before anything is requested", async () => {
  const asked: unknown[] = [];
  const gateway = open(async (input) => {
    asked.push(input);
    return new Response("{}");
  });
  expect(await gateway.send([{ ...sms, media: ["https://example.org/a.png"] }])).toMatchObject([
    { kind: "rejected", code: "media_not_in_s3" },
  ]);
  expect(asked).toEqual([]);
});

test("the host is the region's own unless a test server is named", async () => {
  const asked: unknown[] = [];
  const answer: typeof fetch = async (input) => {
    asked.push(input);
    return Response.json({ MessageId: "m1" });
  };
  await open(answer).send([sms]);
  await open(answer, { host: "127.0.0.1:1", plain: true }).send([sms]);
  expect(asked).toEqual(["https://sms-voice.eu-west-1.amazonaws.com/", "http://127.0.0.1:1/"]);
});

test("a message with a wrong sender of its own fails alone; a wrong sender in the settings stops the gateway", async () => {
  const gateway = open(async () =>
    Response.json({ __type: "ConflictException", Reason: "NO_ORIGINATION_IDENTITIES_FOUND" }, { status: 400 }),
  );
  expect(await gateway.send([sms, { ...sms, from: "ACME" }])).toMatchObject([{ kind: "stop" }, { kind: "rejected" }]);
});

test("while the certificate cannot be fetched, SNS is asked to retry", async () => {
  const gateway = open(async () => {
    throw new TypeError("fetch failed");
  });
  const body = JSON.stringify({
    Type: "Notification",
    Timestamp: "2027-01-01T12:00:00.000Z",
    SigningCertURL: "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0.pem",
  });
  const call = { method: "POST", url: "https://sms.example.org/r", query: {}, headers: {}, body };
  expect(await gateway.receive!(call)).toMatchObject({ receipts: [], reply: { status: 503 } });
});

test("a certificate is cached once it has verified a call, and not before: anyone with our address could fill the cache", async () => {
  const asked: string[] = [];
  const gateway = open(async (input) => {
    asked.push(input as string);
    return new Response(pages[input as string] ?? "a page");
  });
  const receive = (body: object) =>
    gateway.receive!({
      method: "POST",
      url: "https://sms.example.org/r",
      query: {},
      headers: {},
      body: JSON.stringify(body),
    });
  const good = envelope({ Message: "{}" });
  const at = (nth: number) => `https://sns.eu-west-${nth}.amazonaws.com/SimpleNotificationService-0.pem`;
  for (let nth = 2; nth < 12; nth += 1) {
    expect(await receive({ ...good, SigningCertURL: at(nth) })).toEqual({ forged: true });
  }
  expect(await receive(good)).toMatchObject({ receipts: [] });
  expect(await receive(good)).toMatchObject({ receipts: [] });
  expect(asked.filter((url) => url === at(1))).toHaveLength(1);
});
