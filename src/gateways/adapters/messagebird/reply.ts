import type { Outcome, OutgoingSms } from "#domain/gateways/gateway";

import { outcomesByNumber } from "../../vendor/alike.ts";
import type { Answer, Client } from "../../vendor/client.ts";
import { codeAt, idAt, listAt, textAt } from "../../vendor/json.ts";
import { codes, verdict } from "../../vendor/verdict.ts";

// 2, 9 and 20 are of the vendor's description, 10 and 25 of its own PHP library. Others are judged by the HTTP status.
const table = { never: codes(9, 10), stop: codes(2, 25) };

/** Whether a refusal would meet every half of a call: the parameter it is about stands in brackets at its end. */
export const concernsAll = (_code: string, reason: string): boolean => /\((?!recipient)\w+\)$/.test(reason);

/** The outcome of each of `all`, or one for the whole call. */
export function readMessageBirdReply(
  answer: Answer,
  all: readonly OutgoingSms[],
  client: Client,
): Outcome | readonly Outcome[] {
  const { json, status } = answer;
  if (status < 200 || status >= 300) {
    const [error] = listAt(json, "errors");
    const said = `${textAt(error, "description")} (${textAt(error, "parameter")})`;
    const code = codeAt(error, "code");
    const words = error === undefined ? "" : client.words(said, all[0]?.text);
    // Under whatever code it comes: the parameter says that it is about the sender.
    if (textAt(error, "parameter") === "originator")
      return verdict({ sender: codes(code) }, code, words, answer, all[0]);
    return verdict(table, code, words, answer);
  }
  const id = idAt(json, "id");
  const items = listAt(json, "recipients", "items");
  return outcomesByNumber(
    all,
    items,
    (item) => textAt(item, "recipient"),
    (item) => readItem(item, id),
  );
}

function readItem(item: unknown, id: string): Outcome {
  const word = codeAt(item, "status");
  const segments = Number(textAt(item, "messagePartCount"));
  if (id !== "" && ["scheduled", "sent", "buffered", "delivered"].includes(word)) {
    return { kind: "accepted", providerIds: [id], ...(segments > 0 ? { segments } : {}), response: word };
  }
  return word === "delivery_failed" || word === "expired"
    ? { kind: "rejected", code: word, reason: `MessageBird says ${word} at once` }
    : { kind: "unknown", reason: "not a known status" };
}
