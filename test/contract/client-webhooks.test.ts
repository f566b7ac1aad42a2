import { Headers as OtherHeaders } from "undici";
import { expect, test } from "vitest";
import { Webhook } from "standardwebhooks";

import { newWebhookSecret, signedHeaders } from "#domain/webhooks/signature";

import { verifyWebhook, WebhookVerificationError } from "../../packages/client/src/webhooks.ts";

const secret = newWebhookSecret();
const now = () => Math.floor(Date.now() / 1000);
const body = JSON.stringify({ type: "message.delivered", data: { recipient: "+15005550000", name: "Grüße ✓" } });

test("what the service signs is verified, as text, as bytes, and with either kind of headers", async () => {
  const headers = signedHeaders([secret], "evt_1", now(), body);
  for (const payload of [body, new TextEncoder().encode(body)]) {
    for (const source of [headers, new Headers(headers)]) {
      const event = await verifyWebhook(payload, source, secret);
      expect(event).toEqual(JSON.parse(body));
      if (event.type === "message.delivered") expect(event.data.recipient).toBe("+15005550000");
    }
  }
});

test("what the public library signs is verified", async () => {
  const time = new Date();
  const headers = {
    "webhook-id": "evt_1",
    "webhook-timestamp": String(Math.floor(time.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign("evt_1", time, body),
  };
  expect(await verifyWebhook(body, headers, secret)).toEqual(JSON.parse(body));
});

test("during a rotation the old and the new secret verify", async () => {
  const next = newWebhookSecret();
  const headers = signedHeaders([next, secret], "evt_1", now(), body);
  for (const one of [secret, next]) await expect(verifyWebhook(body, headers, one)).resolves.toBeDefined();
});

test.each([
  ["another body", {}, `${body} `],
  ["another id", { "webhook-id": "evt_2" }, body],
  ["another time", { "webhook-timestamp": String(now() - 1) }, body],
  ["no signature", { "webhook-signature": undefined }, body],
  ["an empty signature", { "webhook-signature": "" }, body],
  ["a signature that is not base64", { "webhook-signature": "v1,?" }, body],
  ["a signature of another version", { "webhook-signature": "v1a,AAAA" }, body],
  ["a time that is none", { "webhook-timestamp": "NaN" }, body],
])("%s is refused", async (_, changed, payload) => {
  const headers = { ...signedHeaders([secret], "evt_1", now(), body), ...changed };
  await expect(verifyWebhook(payload, headers, secret)).rejects.toThrow(WebhookVerificationError);
});

test("a call that is too old, too new or signed with another secret is refused", async () => {
  for (const time of [now() - 400, now() + 400]) {
    const headers = signedHeaders([secret], "evt_1", time, body);
    await expect(verifyWebhook(body, headers, secret)).rejects.toThrow(WebhookVerificationError);
    await expect(verifyWebhook(body, headers, secret, { toleranceSeconds: 500 })).resolves.toBeDefined();
  }
  const other = signedHeaders([newWebhookSecret()], "evt_1", now(), body);
  await expect(verifyWebhook(body, other, secret)).rejects.toThrow(WebhookVerificationError);
  await expect(verifyWebhook(body, other, "whsec_")).rejects.toThrow(TypeError);
});

test("headers are read in any case, and from Headers that are not the global ones", async () => {
  const headers = signedHeaders([secret], "evt_1", now(), body);
  const capitals = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
  await expect(verifyWebhook(body, capitals, secret)).resolves.toBeDefined();
  const own = new OtherHeaders(headers);
  expect(own).not.toBeInstanceOf(Headers);
  await expect(verifyWebhook(body, own as unknown as Headers, secret)).resolves.toBeDefined();
});

test("headers that were left out are called that", async () => {
  const forgotten = verifyWebhook as (...given: unknown[]) => Promise<unknown>;
  for (const headers of [undefined, null, secret]) {
    await expect(forgotten(body, headers, secret)).rejects.toThrow(/^The headers of the request are missing/);
  }
});

test("a secret that is not set and a body that was parsed are called that", async () => {
  const headers = signedHeaders([secret], "evt_1", now(), body);
  await expect(verifyWebhook(body, headers, undefined)).rejects.toThrow(/^The secret is not that of a webhook/);
  const parsed: unknown = JSON.parse(body);
  await expect(verifyWebhook(parsed as string, headers, secret)).rejects.toThrow(
    /^The payload is not .* before parsing/,
  );
});
