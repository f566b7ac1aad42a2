import type { Gateway, GatewayTools, Outcome, OutgoingSms } from "#domain/gateways/gateway";

import { defineGateway } from "../define.ts";
import { signAwsRequest } from "../signatures/aws-request.ts";
import { openClient } from "../vendor/client.ts";
import { validity } from "../vendor/numbers.ts";
import { vendorSchemes } from "../vendor/settings.ts";
import { s3Address } from "./aws/media.ts";
import { awsCalls } from "./aws/news.ts";
import { notes } from "./aws/notes.ts";
import { readReply } from "./aws/reply.ts";
import { awsSettings, type AwsSettings } from "./aws/settings.ts";

export const aws = defineGateway({
  id: "aws",
  label: "AWS End User Messaging",
  about:
    "SMS and MMS by the API `pinpoint-sms-voice-v2`. One request per text; receipts and replies come through Amazon SNS.",
  notes,
  settings: awsSettings,
  dsn: { username: "accessKey", password: "secretKey", host: "host", schemes: vendorSchemes("aws") },
  example: "aws://ACCESS_KEY_ID:SECRET_ACCESS_KEY@default?region=eu-west-1&configuration_set=SET&from=%2B15005550006",
  can: { flash: false, media: true, maxMedia: 1, credit: false, receipts: true, deduplicates: false },
  traits: {
    recipientsPerCall: 1,
    ids: "recipient",
    reference: "field",
    numbers: "+digits",
    unicode: "automatic",
    validity: [5, 259_200],
    credit: null,
    senders: ["number", "short code", "alphanumeric", "pool"],
    signature: "RSA of Amazon SNS, SHA-1 or SHA-256",
    unconfirmed: [
      "The shortest `TimeToLive` (5 seconds) and how many media files one text may have (we allow one).",
      "The words of failures of RCS: none of them settles a text, because it may still go by SMS.",
    ],
  },
  open,
});

function open(given: AwsSettings, tools: GatewayTools): Gateway {
  const host = given.host ?? `sms-voice.${given.region}.amazonaws.com`;
  const client = openClient({ ...given, host }, tools, { headers: {}, secrets: [given.secretKey] });
  const sendOne = async (sms: OutgoingSms): Promise<Outcome> => {
    const media = sms.media.map(s3Address);
    if (media.includes(undefined))
      return { kind: "rejected", code: "media_not_in_s3", reason: "AWS takes media from Amazon S3 only" };
    if (media.length > 0 && (sms.from ?? given.from) === undefined)
      return { kind: "rejected", code: "sender_missing", reason: "AWS wants a sender for a text with media" };
    const [operation, part] =
      media.length > 0
        ? ["SendMediaMessage", { MediaUrls: media }]
        : ["SendTextMessage", { MessageType: given.messageType }];
    const text = JSON.stringify({ ...bodyOf(sms, given), ...part });
    const type = "application/x-amz-json-1.0";
    const headers = { "x-amz-target": `PinpointSMSVoiceV2.${operation}` };
    const request = { method: "POST", host, headers: { ...headers, "content-type": type }, body: text };
    const signed = signAwsRequest(request, { ...given, service: "sms-voice" }, tools.clock.now());
    return client.ask({ path: "/", body: { type, text }, headers: { ...headers, ...signed } }, (answer) =>
      readReply(answer, sms, client),
    );
  };
  return {
    batchSize: 1,
    window: given.window,
    send: (batch) => Promise.all(batch.map(sendOne)),
    receive: awsCalls(given, tools, client),
  };
}

function bodyOf(sms: OutgoingSms, given: AwsSettings) {
  const from = sms.from ?? given.from;
  const seconds = validity(sms.validFor, 5, 259_200);
  return {
    DestinationPhoneNumber: sms.to,
    ...(from !== undefined && { OriginationIdentity: from }),
    ...(sms.text !== "" && { MessageBody: sms.text }),
    ...(given.configurationSet !== undefined && { ConfigurationSetName: given.configurationSet }),
    ...(seconds !== undefined && { TimeToLive: seconds }),
    Context: { ref: sms.ref },
  };
}
