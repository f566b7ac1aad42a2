import { expect, test } from "vitest";

import { signAwsRequest } from "./aws-request.ts";

// The key, the time and the signatures of the test suite that AWS published for Signature Version 4.
const keys = {
  accessKey: "AKIDEXAMPLE",
  secretKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
  region: "us-east-1",
  service: "service",
};
const NOW = Date.parse("2015-08-30T12:36:00Z");
const sign = (method: string, headers: Record<string, string> = {}, body = "", now = NOW) =>
  signAwsRequest({ method, host: "example.amazonaws.com", headers, body }, keys, now);

test.each([
  ["get-vanilla", "GET", {}, "", "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"],
  ["post-vanilla", "POST", {}, "", "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"],
  [
    "get-header-key-duplicate",
    "GET",
    { "My-Header1": "value2,value2,value1" },
    "",
    "c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea",
  ],
  [
    "get-header-value-multiline",
    "GET",
    { "My-Header1": "value1,value2,value3" },
    "",
    "ba17b383a53190154eb5fa66a1b836cc297cc0a3d70a5d00705980573d8ff790",
  ],
  [
    "post-x-www-form-urlencoded",
    "POST",
    { "Content-Type": "application/x-www-form-urlencoded" },
    "Param1=value1",
    "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a",
  ],
])("signs %s as AWS published it", (_name, method, headers, body, signature) => {
  const names = ["host", "x-amz-date", ...Object.keys(headers as object).map((name) => name.toLowerCase())].sort();
  expect(sign(method, headers as Record<string, string>, body)).toEqual({
    "x-amz-date": "20150830T123600Z",
    authorization: `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=${names.join(";")}, Signature=${signature}`,
  });
});

test("another body, header or second gives another signature", () => {
  const all = [
    sign("POST", { a: "1" }, "text"),
    sign("POST", { a: "1" }, "texT"),
    sign("POST", { a: "2" }, "text"),
    sign("POST", { a: "1" }, "text", NOW + 1_000),
  ];
  expect(new Set(all.map(({ authorization }) => authorization)).size).toBe(4);
});
