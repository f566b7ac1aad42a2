import type { Outcome, OutgoingSms } from "#domain/gateways/gateway";

import type { Answer, Client } from "../../vendor/client.ts";
import { textAt } from "../../vendor/json.ts";
import { codes, verdict } from "../../vendor/verdict.ts";

// Reasons of an exception come before the exceptions themselves. What stands in neither is judged by the HTTP status.
const reasons = {
  optedOut: codes("DESTINATION_PHONE_NUMBER_OPTED_OUT"),
  never: codes("DESTINATION_PHONE_NUMBER_NOT_VERIFIED", "DESTINATION_COUNTRY_BLOCKED_BY_PROTECT_CONFIGURATION"),
  // That a country takes no sender ids, or not this one, is about texts to that country: they stay with the exception.
  sender: codes("NO_ORIGINATION_IDENTITIES_FOUND", "INVALID_ARN", "RESOURCE_NOT_ACCESSIBLE"),
  stop: codes("MONTHLY_SPEND_LIMIT_REACHED_FOR_TEXT", "MONTHLY_SPEND_LIMIT_REACHED_FOR_MEDIA"),
};
const exceptions = {
  never: codes("ValidationException"),
  throttled: codes("ThrottlingException"),
  later: codes("InternalServerException"),
  sender: codes("ResourceNotFoundException"),
  stop: codes(
    "AccessDeniedException",
    "ServiceQuotaExceededException",
    // AWS's "Common error types", for every service.
    "ExpiredTokenException",
    "IncompleteSignature",
    "InvalidSignatureException",
    "MissingAuthenticationToken",
    "NotAuthorized",
    "OptInRequired",
    "RequestExpired",
    "UnrecognizedClientException",
  ),
};

const FILE = codes("AccessDeniedException", "ResourceNotFoundException");

/** What an answer of the API means for the one text it was asked to send. */
export function readReply(answer: Answer, sms: OutgoingSms, client: Client): Outcome {
  const { json, status } = answer;
  if (status >= 200 && status < 300) {
    const id = textAt(json, "MessageId");
    if (/^[\w-]{16,100}$/.test(id)) return { kind: "accepted", providerIds: [id] };
    return { kind: "unknown", reason: `answered ${status} without a message id` };
  }
  const said = client.words(textAt(json, "Message") || textAt(json, "message"), sms.text);
  const reason = textAt(json, "Reason");
  if (Object.values(reasons).some((known) => known.has(reason))) return verdict(reasons, reason, said, answer, sms);
  // `com.amazonaws…#ThrottlingException` in some answers.
  const type = /\w{1,80}$/.exec(textAt(json, "__type"))?.[0] ?? "";
  const known = verdict(exceptions, type, said, answer, sms);
  // With media it may be about a file that AWS may not read, or does not find: that is this text's trouble alone.
  const ofTheFile = sms.media.length > 0 && FILE.has(type) && !reason.startsWith("ACCOUNT_");
  return known.kind === "stop" && ofTheFile ? { ...known, kind: "rejected" } : known;
}
