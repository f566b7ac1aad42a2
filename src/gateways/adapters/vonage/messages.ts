import type { Outcome, OutgoingSms } from "#domain/gateways/gateway";

import type { Answer, Client } from "../../vendor/client.ts";
import { codeAt, textAt, uuidAt } from "../../vendor/json.ts";
import { digitsOf, validity } from "../../vendor/numbers.ts";
import { codes, retryOwnFailure, verdict } from "../../vendor/verdict.ts";

/** Sends a text, or one file with a caption, by the Messages API. It finds out by itself what needs UCS-2. */
export function askMessagesApi(client: Client, sms: OutgoingSms, from: string): Promise<Outcome> {
  const seconds = validity(sms.validFor, 20, 604_800);
  const json = {
    ...contentOf(sms),
    to: digitsOf(sms.to),
    from: digitsOf(sms.from ?? from),
    client_ref: sms.ref,
    ...(sms.receiptUrl === undefined ? {} : { webhook_url: sms.receiptUrl, webhook_version: "v1" }),
    ...(seconds === undefined || sms.media.length > 0 ? {} : { ttl: seconds }),
  };
  return client.ask({ path: "/v1/messages", json }, (answer) => readReply(answer, sms, client));
}

function contentOf({ media: [url], text }: OutgoingSms): object {
  if (url === undefined) return { channel: "sms", message_type: "text", text };
  const kind = kindOf(url);
  return { channel: "mms", message_type: kind, [kind]: { url, ...(text === "" ? {} : { caption: text }) } };
}

const kinds: readonly (readonly [RegExp, string])[] = [
  [/\.vcf$/i, "vcard"],
  [/\.(mp3|m4a|wav|ogg|amr)$/i, "audio"],
  [/\.(mp4|mov|webm|3gp)$/i, "video"],
];

/** Vonage wants to know what an address leads to; its ending is all we have. */
function kindOf(url: string): string {
  const path = url.split(/[?#]/, 1)[0]!;
  return kinds.find(([ending]) => ending.test(path))?.[1] ?? "image";
}

// https://developer.vonage.com/api-errors/messages: what 422 is for. 1120, an illegal sender, speaks of the rules of one
// country, and like all others that are not here fails the text.
const table = {
  stop: codes(1060, 1070, 1080),
  throttled: codes(1000),
  later: codes(1100),
};

function readReply(answer: Answer, sms: OutgoingSms, client: Client): Outcome {
  const { json, status } = answer;
  const id = uuidAt(json, "message_uuid");
  if (status === 202 && id !== "") return { kind: "accepted", providerIds: [id] };
  // RFC 9457: the code is what stands behind the # of the type.
  const code = codeAt({ code: textAt(json, "type").split("#")[1] ?? "" }, "code") || codeAt(json, "title");
  const reason = client.words(textAt(json, "detail") || textAt(json, "title"), sms.text);
  return retryOwnFailure(verdict(status === 422 ? table : {}, code, reason, answer), code, status);
}
