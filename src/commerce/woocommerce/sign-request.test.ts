import { expect, test } from "vitest";

import { Secret } from "#lib/secret";

import { signRequest } from "./sign-request.ts";

const settings = { user: "ck_9djdj82h48djs9d2", password: new Secret("cs_j49sk3j29djd!*'") } as const;
const freshness = { seconds: 137_131_201, nonce: "7d8f3e4a" };

test("the parameters of RFC 5849 §3.4.1.3 are signed as another implementation signs them", () => {
  // One name more: "a2-x" sorts after both "a2" of the standard, though a hyphen comes before an equals sign.
  const url = new URL("http://EXAMPLE.COM:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b&a3=2+q&c2&a2-x=1");
  const { headers, query } = signRequest(
    settings,
    { address: `${url.origin}${url.pathname}`, query: url.searchParams },
    freshness,
  );
  expect(headers).toEqual({});
  expect(Object.fromEntries(query)).toEqual({
    oauth_consumer_key: "ck_9djdj82h48djs9d2",
    oauth_nonce: "7d8f3e4a",
    oauth_signature_method: "HMAC-SHA256",
    oauth_timestamp: "137131201",
    oauth_signature: "bNjaKNIoF82KMTe/HaGEzn8cG1BHlwaMVoMXf3CG0Yo=",
  });
});

test("an unsigned call uses HTTP Basic", () => {
  const { headers, query } = signRequest({ ...settings, user: "änne" }, null, freshness);
  expect(query).toEqual([]);
  expect(Buffer.from(headers["Authorization"]!.slice(6), "base64").toString()).toBe("änne:cs_j49sk3j29djd!*'");
});
