import type { GatewayCase } from "./kit/case.ts";
import { byState, posted, reply, says } from "./kit/says.ts";

const PASSWORD = "can4ry-password";
const path = "/api/v2/users/9900000/messages";
const request = { method: "POST", path };
const base = { applicationId: "app-1", to: ["+447400123456"], from: "+15005550006", tag: "ref-1" };

const accepted = {
  id: "1589228074636lm4k2je7j7jklbn2",
  owner: "+15005550006",
  applicationId: "app-1",
  time: "2026-11-20T10:00:00.000Z",
  segmentCount: 2,
  direction: "out",
  to: ["+447400123456"],
  from: "+15005550006",
  text: "Hello",
  tag: "ref-1",
  priority: "default",
};
const error = (status: number, type: string, description: string) => says(status, { type, description });
const invalid = (fieldName: string) =>
  says(400, {
    type: "request-validation",
    description: "Your request could not be accepted.",
    fieldErrors: [{ fieldName, description: "'+447400123456' is not right" }],
  });

const message = {
  id: "id-1",
  tag: "ref-1",
  from: "+15005550006",
  to: ["+447400123456"],
  text: "Hello",
  segmentCount: 1,
};
const event = (type: string, more: object = {}) =>
  posted(
    JSON.stringify([{ time: "2026-11-20T10:00:01Z", type, to: "+447400123456", description: "ok", message, ...more }]),
  );
const receipt = { providerId: "id-1", ref: "ref-1", phone: "+447400123456" };

export const cases: readonly GatewayCase[] = [
  {
    title: "bandwidth",
    dsn: (host) =>
      `bandwidth+http://user:${PASSWORD}@${host}?oauth=off&account=9900000&application=app-1&from=%2B15005550006&timeout=0.4`,
    secrets: [PASSWORD, Buffer.from(`user:${PASSWORD}`).toString("base64")],
    now: "2026-11-20T10:00:00Z",
    sms: { text: "Grüße & 100%", validFor: 600 },
    request: {
      ...request,
      headers: {
        authorization: `Basic ${Buffer.from(`user:${PASSWORD}`).toString("base64")}`,
        "content-type": "application/json",
      },
      json: { ...base, text: "Grüße & 100%", expiration: "2026-11-20T10:10:00.000Z" },
    },
    requests: [
      {
        name: "a text in UCS-2 from another sender",
        sms: { text: "Привет 😀", encoding: "ucs2", from: "+15005550009" },
        request: { ...request, json: { ...base, from: "+15005550009", text: "Привет 😀" } },
      },
      {
        name: "pictures",
        sms: { text: "", media: ["https://example.org/a.png", "https://example.org/b.jpg"], validFor: 600 },
        request: {
          ...request,
          json: { ...base, media: ["https://example.org/a.png", "https://example.org/b.jpg"] },
        },
      },
    ],
    accepted: {
      reply: says(202, accepted),
      outcome: { kind: "accepted", providerIds: ["1589228074636lm4k2je7j7jklbn2"], segments: 2 },
    },
    source: "specification",
    refusals: {
      account: {
        "a wrong key": error(401, "unauthorized", "Authentication Failed"),
        "an application that is not ours": invalid("applicationId"),
      },
      sender: { "a number that is not ours": invalid("from") },
      text: { "a number that is none": invalid("to"), "no field": error(400, "request-validation", "not accepted") },
      later: { "a full queue": error(429, "max-message-queue-size-exceeded", "queue full") },
    },
    replies: [
      { name: "no id", reply: says(202, { ...accepted, id: null }), outcome: { kind: "unknown" } },
      {
        name: "a bad request",
        reply: error(400, "request-validation", "'+447400123456' must be replaced with a valid number"),
        outcome: { kind: "rejected", code: "request-validation", reason: "'…' must be replaced with a valid number" },
      },
      {
        name: "wrong credentials",
        reply: error(401, "unauthorized", "Authentication Failed"),
        outcome: { kind: "stop", code: "unauthorized" },
      },
      { name: "a forbidden account", reply: error(403, "forbidden", "Access Denied"), outcome: { kind: "stop" } },
      { name: "an unknown account", reply: error(404, "not-found", "no"), outcome: { kind: "stop" } },
      {
        name: "a full queue",
        reply: { ...error(429, "max-message-queue-size-exceeded", "full"), headers: { "retry-after": "3" } },
        outcome: { kind: "later", code: "max-message-queue-size-exceeded", throttled: true, afterMs: 3_000 },
      },
      {
        name: "too many requests",
        reply: error(429, "too-many-requests", "slow"),
        outcome: { kind: "later", throttled: true },
      },
      {
        name: "a failure in its own words",
        reply: error(500, "internal-server-error", "Internal server error. No further information available"),
        outcome: { kind: "later", code: "internal-server-error" },
      },
      {
        name: "JSON of somebody else under a 500",
        source: "RFC 9110",
        reply: says(500, { error: "upstream" }),
        outcome: { kind: "unknown" },
      },
    ],
    calls: [
      ...byState(
        { sent: ["message-sending", "message-sent"], delivered: ["message-delivered", "message-read"] },
        (type, state) => ({
          name: `a callback that says ${type}`,
          call: event(type),
          events: { receipts: [{ ...receipt, state, detail: "ok" }], inbound: [], reply },
        }),
      ),
      ...byState(
        { sent: ["9902", "9999"], undelivered: ["4720", "4775", "5500", "5620"], failed: ["4406", "5100"] },
        (errorCode, state) => ({
          name: `a failure with ${errorCode}`,
          call: event("message-failed", { errorCode, description: "rejected: Hello to +447400123456" }),
          events: {
            receipts: [{ ...receipt, state, code: errorCode, detail: "rejected: ••• to …" }],
            inbound: [],
            reply,
          },
        }),
      ),
      {
        name: "a failure because the person said STOP, beside another",
        call: posted(
          JSON.stringify([
            { type: "message-failed", to: "+447400123456", errorCode: 4775, message },
            { type: "message-failed", to: "+447400123457", errorCode: 4720, message },
          ]),
        ),
        events: { optOuts: ["+447400123456"] },
      },
      {
        name: "an event it does not know",
        call: event("message-dreamt"),
        events: { receipts: [], inbound: [], reply },
      },
      {
        name: "a picture from a person beside a receipt",
        call: posted(
          JSON.stringify([
            {
              type: "message-received",
              to: "+15005550006",
              message: {
                id: "in-1",
                time: "2026-11-20T10:00:00.000Z",
                from: "+447400123456",
                to: ["+15005550006"],
                text: "Hé 😀",
                media: ["https://messaging.bandwidth.com/api/v2/users/1/media/a.png"],
              },
            },
            { type: "message-delivered", to: "+447400123456", message },
          ]),
        ),
        events: {
          receipts: [{ ...receipt, state: "delivered" }],
          inbound: [
            {
              providerId: "in-1",
              from: "+447400123456",
              to: "+15005550006",
              text: "Hé 😀",
              media: ["https://messaging.bandwidth.com/api/v2/users/1/media/a.png"],
              at: "2026-11-20T10:00:00.000Z",
            },
          ],
          reply,
        },
      },
    ],
  },
];
