import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";

import { newWebhookSecret, signedHeaders } from "./signature.ts";

const now = () => Math.floor(Date.now() / 1000);

test("the public library verifies what we sign, text outside ASCII included", () => {
  const secret = newWebhookSecret();
  const body = JSON.stringify({ type: "new_sms", data: { message: "Grüße ✓ 😀" } });
  expect(new Webhook(secret).verify(body, signedHeaders([secret], "evt_1", now(), body))).toEqual(JSON.parse(body));
});

test("the published example of the specification is reproduced", () => {
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const headers = signedHeaders([secret], "msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, '{"test": 2432232314}');
  expect(headers["webhook-signature"]).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
});

test("during a rotation either secret verifies, a third one does not", () => {
  const [next, last] = [newWebhookSecret(), newWebhookSecret()];
  const headers = signedHeaders([next, last], "evt_1", now(), "{}");
  expect(headers["webhook-signature"]!.split(" ")).toHaveLength(2);
  for (const secret of [next, last]) expect(() => new Webhook(secret).verify("{}", headers)).not.toThrow();
  expect(() => new Webhook(newWebhookSecret()).verify("{}", headers)).toThrow();
});

test("another id, time or body breaks the signature", () => {
  const secret = newWebhookSecret();
  const time = now();
  const headers = signedHeaders([secret], "evt_1", time, "{}");
  const verify = (more: object, body = "{}") => new Webhook(secret).verify(body, { ...headers, ...more });
  expect(() => verify({ "webhook-id": "evt_2" })).toThrow();
  expect(() => verify({ "webhook-timestamp": String(time + 1) })).toThrow();
  expect(() => verify({}, "{ }")).toThrow();
});

test("a secret has 32 bytes and is new each time", () => {
  expect(newWebhookSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(newWebhookSecret()).not.toBe(newWebhookSecret());
});
