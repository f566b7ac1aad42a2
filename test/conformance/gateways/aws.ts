import { expect } from "vitest";

import type { GatewayCase } from "./kit/case.ts";
import { ANSWER, CONFIRM, envelope, NO_CERTIFICATE, pages } from "./kit/sns.ts";
import { byState, says } from "./kit/says.ts";

const KEY = "AKIAIOSFODNN7EXAMPLE";
const SECRET = "can4ry/wJalrXUtnFEMI+K7MDENG";
const PATH = "/";
const ID = "862a8790-60c0-4430-9b2b-658bdexample";

const error = (status: number, type: string, more: object = {}) =>
  says(status, { __type: type, Message: "The number +447400123456 is not right", ...more });

const headers = (operation: string) => ({
  "content-type": "application/x-amz-json-1.0",
  "x-amz-target": `PinpointSMSVoiceV2.${operation}`,
  "x-amz-date": "20270101T120005Z",
  authorization: new RegExp(
    `^AWS4-HMAC-SHA256 Credential=${KEY}/20270101/eu-west-1/sms-voice/aws4_request, SignedHeaders=content-type;host;x-amz-date;x-amz-target, Signature=[0-9a-f]{64}$`,
  ),
});

const call = (body: unknown) => ({
  method: "POST",
  url: "https://sms.example.org/svc/v1/receipts/aws/t0ken",
  query: {},
  headers: { "content-type": "text/plain; charset=UTF-8", "x-amz-sns-message-type": "Notification" },
  body: typeof body === "string" ? body : JSON.stringify(body),
});
const event = (eventType: string, more: object = {}) =>
  JSON.stringify({
    eventType,
    eventVersion: "1.0",
    isFinal: true,
    originationPhoneNumber: "+12065550152",
    destinationPhoneNumber: "+447400123456",
    messageId: ID,
    messageStatus: "SUCCESSFUL",
    messageStatusDescription: "Message has been accepted by phone carrier",
    context: { ref: "ref-1" },
    totalMessageParts: 1,
    ...more,
  });
const incoming = JSON.stringify({
  originationNumber: "+447400123456",
  destinationNumber: "+12125550101",
  messageKeyword: "JOIN",
  messageBody: "Hé 😀",
  inboundMessageId: "cae173d2-66b9-564c-8309-21f858e9fb84",
  previousPublishedMessageId: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
});
const subscription = {
  Type: "SubscriptionConfirmation",
  Message: "You have chosen to subscribe to the topic.",
  SubscribeURL: CONFIRM,
  Token: "t1",
};
const good = envelope({ Message: event("TEXT_DELIVERED") });
const reply = { status: 200, body: "" };

export const cases: readonly GatewayCase[] = [
  {
    title: "aws",
    dsn: (host) =>
      `aws+http://${KEY}:${encodeURIComponent(SECRET)}@${host}?region=eu-west-1&configuration_set=sms&from=%2B12065550152&topics=arn:aws:sns:eu-west-1:123456789012:sms&timeout=0.4`,
    secrets: [SECRET],
    now: "2027-01-01T12:00:05Z",
    elsewhere: pages,
    sms: { text: "Grüße & 100% €", validFor: 600 },
    request: {
      method: "POST",
      path: PATH,
      headers: headers("SendTextMessage"),
      json: {
        DestinationPhoneNumber: "+447400123456",
        OriginationIdentity: "+12065550152",
        MessageBody: "Grüße & 100% €",
        ConfigurationSetName: "sms",
        TimeToLive: 600,
        Context: { ref: "ref-1" },
        MessageType: "TRANSACTIONAL",
      },
    },
    requests: [
      {
        name: "a text in UCS-2 of another sender, valid forever",
        sms: { text: "Привет 😀", encoding: "ucs2", from: "ACME", validFor: 9_000_000 },
        request: {
          method: "POST",
          path: PATH,
          json: {
            DestinationPhoneNumber: "+447400123456",
            OriginationIdentity: "ACME",
            MessageBody: "Привет 😀",
            ConfigurationSetName: "sms",
            TimeToLive: 259_200,
            Context: { ref: "ref-1" },
            MessageType: "TRANSACTIONAL",
          },
        },
      },
      {
        name: "a text with media in Amazon S3",
        sms: { media: ["https://pictures.s3.eu-west-1.amazonaws.com/2026/a%20b.png"] },
        request: {
          method: "POST",
          path: PATH,
          headers: headers("SendMediaMessage"),
          json: {
            DestinationPhoneNumber: "+447400123456",
            OriginationIdentity: "+12065550152",
            MessageBody: "Hello",
            ConfigurationSetName: "sms",
            Context: { ref: "ref-1" },
            MediaUrls: ["s3://pictures/2026/a b.png"],
          },
        },
      },
      {
        name: "media alone, by the path of its bucket",
        sms: { text: "", media: ["https://s3.eu-west-1.amazonaws.com/pictures/a.png"] },
        request: {
          method: "POST",
          path: PATH,
          json: {
            DestinationPhoneNumber: "+447400123456",
            OriginationIdentity: "+12065550152",
            ConfigurationSetName: "sms",
            Context: { ref: "ref-1" },
            MediaUrls: ["s3://pictures/a.png"],
          },
        },
      },
    ],
    accepted: {
      reply: says(200, { MessageId: ID }),
      outcome: { kind: "accepted", providerIds: [ID] },
      decisive: [["MessageId"]],
    },
    source: "specification",
    sign: ({ body }) => {
      const message: unknown = /"Message":/.test(body) ? (JSON.parse(body) as { Message: string }).Message : body;
      return call(envelope({ Message: String(message) }));
    },
    refusals: {
      account: {
        "a wrong key": error(400, "UnrecognizedClientException"),
        "the spend limit": error(402, "ServiceQuotaExceededException", {
          Reason: "MONTHLY_SPEND_LIMIT_REACHED_FOR_TEXT",
        }),
      },
      sender: {
        "one that is not there": error(400, "ResourceNotFoundException"),
        "none for that country": error(400, "ConflictException", { Reason: "NO_ORIGINATION_IDENTITIES_FOUND" }),
        "one for messages of the other type": error(400, "ConflictException", { Reason: "MESSAGE_TYPE_MISMATCH" }),
        "no ARN": error(400, "ValidationException", { Reason: "INVALID_ARN" }),
        "another account's": error(400, "ValidationException", { Reason: "RESOURCE_NOT_ACCESSIBLE" }),
      },
      text: {
        "a number that is none": error(400, "ValidationException", { Reason: "INVALID_PARAMETER" }),
        "a sender that this country does not know": error(400, "ValidationException", {
          Reason: "SENDER_ID_NOT_SUPPORTED",
        }),
      },
      later: { "too fast": error(400, "ThrottlingException") },
    },
    replies: [
      { name: "no id", reply: { status: 200, body: "{}" }, outcome: { kind: "unknown" } },
      {
        name: "a request that is not valid",
        reply: error(400, "ValidationException", { Reason: "FIELD_VALIDATION_FAILED" }),
        outcome: { kind: "rejected", code: "ValidationException", reason: "The number … is not right" },
      },
      {
        name: "a type with its name space",
        reply: error(400, "com.amazonaws.pinpointsmsvoicev2#ThrottlingException"),
        outcome: { kind: "later", code: "ThrottlingException", throttled: true },
      },
      {
        name: "a person who said STOP",
        reply: error(400, "ConflictException", { Reason: "DESTINATION_PHONE_NUMBER_OPTED_OUT" }),
        outcome: { kind: "rejected", code: "DESTINATION_PHONE_NUMBER_OPTED_OUT", optedOut: true },
      },
      ...["DESTINATION_PHONE_NUMBER_NOT_VERIFIED", "DESTINATION_COUNTRY_BLOCKED_BY_PROTECT_CONFIGURATION"].map(
        (reason) => ({
          name: `the conflict ${reason}`,
          reply: error(400, "ConflictException", { Reason: reason }),
          outcome: { kind: "rejected", code: reason } as const,
        }),
      ),
      {
        name: "no origination identity",
        reply: error(400, "ConflictException", { Reason: "NO_ORIGINATION_IDENTITIES_FOUND" }),
        outcome: { kind: "stop", code: "NO_ORIGINATION_IDENTITIES_FOUND" },
      },
      {
        name: "another conflict",
        reply: error(409, "ConflictException", { Reason: "NEW" }),
        outcome: { kind: "rejected", code: "ConflictException" },
      },
      {
        name: "the month's money is spent",
        reply: error(402, "ServiceQuotaExceededException", { Reason: "MONTHLY_SPEND_LIMIT_REACHED_FOR_TEXT" }),
        outcome: { kind: "stop", code: "MONTHLY_SPEND_LIMIT_REACHED_FOR_TEXT" },
      },
      ...["AccessDeniedException", "ResourceNotFoundException"].map((type) => ({
        name: type,
        reply: error(400, type),
        outcome: { kind: "stop", code: type } as const,
      })),
      ...["UnrecognizedClientException", "InvalidSignatureException", "IncompleteSignature", "RequestExpired"].map(
        (type) => ({
          name: `credentials: ${type}`,
          source: "documentation" as const,
          reply: error(400, type),
          outcome: { kind: "stop", code: type } as const,
        }),
      ),
      {
        name: "its own error",
        reply: error(500, "InternalServerException"),
        outcome: { kind: "later", code: "InternalServerException" },
      },
      {
        name: "a 500 that names no exception of the API",
        source: "unconfirmed",
        reply: error(500, "InternalFailure"),
        outcome: { kind: "unknown" },
      },
    ],
    calls: [
      ...byState(
        {
          sent: ["TEXT_SENT", "TEXT_SUCCESSFUL"],
          delivered: ["TEXT_DELIVERED", "MEDIA_DELIVERED"],
          undelivered: ["TEXT_UNREACHABLE", "TEXT_CARRIER_UNREACHABLE", "TEXT_TTL_EXPIRED", "TEXT_UNKNOWN"],
          failed: [
            "TEXT_BLOCKED",
            "TEXT_CARRIER_BLOCKED",
            "TEXT_INVALID",
            "TEXT_INVALID_MESSAGE",
            "TEXT_SPAM",
            "TEXT_PROTECT_BLOCKED",
          ],
        },
        (type, state) => ({
          name: `an event ${type}`,
          call: call(envelope({ Message: event(type) })),
          events: {
            receipts: [{ providerId: ID, ref: "ref-1", phone: "+447400123456", state }],
            inbound: [],
            reply: { ...reply, contentType: "text/plain" },
          },
        }),
      ),
      ...(
        [
          ["MEDIA_FILE_INACCESSIBLE", {}, "failed", "mms"],
          ["MEDIA_FILE_TYPE_UNSUPPORTED", {}, "failed", "mms"],
          ["MEDIA_FILE_SIZE_EXCEEDED", {}, "failed", "mms"],
          ["TEXT_DELIVERED", {}, "delivered", "sms"],
          ["MEDIA_DELIVERED", {}, "delivered", "mms"],
          ["TEXT_DELIVERED", { rcsBusinessId: "agent-1" }, "delivered", "rcs"],
          ["RCS_SENT", { rcsBusinessId: "agent-1" }, "sent", "rcs"],
          ["RCS_DELIVERED", { rcsBusinessId: "agent-1" }, "delivered", "rcs"],
          ["RCS_READ", { rcsBusinessId: "agent-1" }, "delivered", "rcs"],
        ] as const
      ).map(([type, more, state, channel]) => ({
        name: `an event ${type} by ${channel}`,
        call: call(envelope({ Message: event(type, more) })),
        events: {
          receipts: [
            expect.objectContaining({ providerId: ID, ref: "ref-1", phone: "+447400123456", state, channel }),
          ] as never,
        },
      })),
      ...["RCS_FAILED", "RCS_TTL_EXPIRED", "RCS_UNREACHABLE", "TEXT_UNREACHABLE", "TEXT_BLOCKED"].map((type) => ({
        name: `an event ${type} of RCS, behind which the text may go by SMS`,
        call: call(envelope({ Message: event(type, { rcsBusinessId: "agent-1" }) })),
        events: { receipts: [], inbound: [], understood: true as const },
      })),
      ...["TEXT_QUEUED", "RCS_QUEUED", "TEXT_PENDING", "VOICE_COMPLETED", "TEXT_BRAND_NEW"].map((type) => ({
        name: `an event ${type}`,
        call: call(envelope({ Message: event(type) })),
        events: {
          receipts: [],
          inbound: [],
          ...(type !== "VOICE_COMPLETED" && type !== "TEXT_BRAND_NEW" && { understood: true as const }),
        },
      })),
      {
        name: "an event signed by the older algorithm, with a subject",
        call: call(envelope({ Message: event("TEXT_DELIVERED"), Subject: "Hi" }, "sha1")),
        events: {
          receipts: [{ providerId: ID, ref: "ref-1", phone: "+447400123456", state: "delivered", channel: "sms" }],
        },
      },
      {
        name: "an incoming text",
        call: call(envelope({ Message: incoming, Timestamp: "2027-01-01T11:30:00.000Z" })),
        events: {
          receipts: [],
          inbound: [
            {
              providerId: "cae173d2-66b9-564c-8309-21f858e9fb84",
              from: "+447400123456",
              to: "+12125550101",
              text: "Hé 😀",
              media: [],
              at: "2027-01-01T11:30:00.000Z",
            },
          ],
        },
      },
      {
        name: "the question whether we want a topic",
        call: call(envelope(subscription)),
        events: { understood: true, receipts: [], inbound: [], reply: { ...reply, contentType: "text/plain" } },
      },
      {
        name: "a question that leads elsewhere",
        call: call(envelope({ ...subscription, SubscribeURL: "https://127.0.0.1/" })),
        events: { receipts: [], inbound: [], reply: { ...reply, contentType: "text/plain" } },
      },
      { name: "a changed message", call: call({ ...good, Message: event("TEXT_BLOCKED") }), events: { forged: true } },
      {
        name: "a changed topic",
        call: call({ ...good, TopicArn: "arn:aws:sns:eu-west-1:1:x" }),
        events: { forged: true },
      },
      {
        name: "a topic that is not ours",
        call: call(envelope({ Message: event("TEXT_DELIVERED"), TopicArn: "arn:aws:sns:eu-west-1:999999999999:sms" })),
        events: { forged: true },
      },
      {
        name: "a call that was made two hours ago",
        call: call(envelope({ Message: event("TEXT_DELIVERED"), Timestamp: "2027-01-01T10:00:00.000Z" })),
        events: { forged: true },
      },
      {
        name: "a call of tomorrow",
        call: call(envelope({ Message: event("TEXT_DELIVERED"), Timestamp: "2027-01-02T12:00:00.000Z" })),
        events: { forged: true },
      },
      {
        name: "a call that SNS repeats after most of an hour",
        call: call(envelope({ Message: event("TEXT_DELIVERED"), Timestamp: "2027-01-01T11:01:00.000Z" })),
        events: {
          receipts: [{ providerId: ID, ref: "ref-1", phone: "+447400123456", state: "delivered", channel: "sms" }],
        },
      },
      { name: "no signature", call: call({ ...good, Signature: undefined }), events: { forged: true } },
      { name: "an unknown algorithm", call: call({ ...good, SignatureVersion: "3" }), events: { forged: true } },
      ...[
        "https://sns.eu-west-1.amazonaws.com.example.org/SimpleNotificationService-0.pem",
        "http://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0.pem",
        "https://sns.s3-us-west-2.amazonaws.com/SimpleNotificationService-0.pem",
        "https://sns.eu-west-1.amazonaws.com:8443/SimpleNotificationService-0.pem",
        "https://sns.eu-west-1.amazonaws.com@127.0.0.1/SimpleNotificationService-0.pem",
        "https://127.0.0.1/SimpleNotificationService-0.pem",
        "https://sns.eu-west-1.amazonaws.com/",
        ANSWER,
        "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0.pem?x=1",
        "https://sns.eu-west-1.amazonaws.com/other/SimpleNotificationService-0.pem",
      ].map((SigningCertURL) => ({
        name: `a certificate at ${SigningCertURL}`,
        call: call({ ...good, SigningCertURL }),
        events: { forged: true } as const,
      })),
      {
        name: "a page of Amazon SNS that is no certificate",
        call: call({ ...good, SigningCertURL: NO_CERTIFICATE }),
        events: { forged: true },
      },
      { name: "an event without its envelope", call: call(event("TEXT_DELIVERED")), events: { forged: true } },
    ],
  },
];
