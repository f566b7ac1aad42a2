import type { Outcome, OutgoingSms } from "#domain/gateways/gateway";

import type { Answer, Client } from "../../vendor/client.ts";
import { textAt } from "../../vendor/json.ts";
import { codes, retryOwnFailure, verdict } from "../../vendor/verdict.ts";

// What the vendor documents; a code in no table is judged by the HTTP status.
// https://www.twilio.com/docs/api/errors
const table = {
  optedOut: codes(21610),
  // Number, region, content, or a way from this sender to this number.
  never: codes(..."21211 21408 21602 21608 21612 21614 21617 21620 21623 21635 30004 30005 30006 30007".split(" ")),
  // Of a Messaging Service: 21703 and 21704 it has no number, 21705 it is none.
  sender: codes(21212, 21603, 21606, 21659, 21660, 21703, 21704, 21705),
  stop: codes(20003, 20005, 20403, 21701, 30002, 30034),
  // Too many requests, or the sender's queue is full.
  throttled: codes(14107, 20429, 21611, 30001),
};

/** What Twilio's answer to `POST …/Messages.json` means for the text. */
export function readTwilioReply(answer: Answer, sms: OutgoingSms, client: Client): Outcome {
  const { json, status } = answer;
  if (status >= 200 && status < 300) return readResource(json, status, client);
  const code = textAt(json, "code");
  const known = verdict(table, code, client.words(textAt(json, "message"), sms.text), answer, sms);
  return retryOwnFailure(known, code, status);
}

function readResource(json: unknown, status: number, client: Client): Outcome {
  const sid = textAt(json, "sid");
  if (!/^(SM|MM)[0-9A-Za-z]{1,62}$/.test(sid)) {
    return { kind: "unknown", reason: `answered ${status} without a message SID` };
  }
  const state = textAt(json, "status") || "queued";
  if (["failed", "undelivered", "canceled"].includes(state)) {
    return { kind: "rejected", code: textAt(json, "error_code") || state, reason: `Twilio ${state} it at once` };
  }
  // "0" while a Messaging Service has not picked a sender.
  const segments = Number(textAt(json, "num_segments"));
  return { kind: "accepted", providerIds: [sid], ...(segments > 0 ? { segments } : {}), response: client.words(state) };
}
