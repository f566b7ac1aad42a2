import type { Outcome, OutgoingSms } from "#domain/gateways/gateway";

import { outcomesByNumber, type Alike } from "../../vendor/alike.ts";
import type { Answer, Client } from "../../vendor/client.ts";
import { at, idAt, listAt, segmentsAt, textAt } from "../../vendor/json.ts";
import { codes, verdict } from "../../vendor/verdict.ts";

// What independent copies of SMSAPI's list agree on. Its own errors (8, 201, 999) do not say whether a text was taken.
const table = {
  // Text, parts, numbers, flash, links, country.
  never: codes(11, 12, 13, 17, 57, 94, 112),
  optedOut: codes(59),
  sender: codes(14),
  // One number had ten texts in a minute: that is no reason to slow down for others.
  later: codes(52),
  throttled: codes(202),
  // Restricted, token, credentials, points, address, rights.
  stop: codes(98, 101, 102, 103, 105, 110, 401),
};

/** Whether an error is about the text or its sender, which are the same for all people of a call. */
export const concernsAll = (code: string): boolean => ["11", "12", "14", "17", "94"].includes(code);

const ALREADY_SENT = "53";
/** Errors about one number or its reference, and the one that wants calls for one number. Nobody got the text. */
const OF_ONE = codes(52, ALREADY_SENT, 72);

const TAKEN = new Set(["QUEUE", "ACCEPTED", "SENT", "DELIVERED", "RENEWAL"]);
const REFUSED = new Set(["NOT_FOUND", "EXPIRED", "UNDELIVERED", "FAILED", "REJECTED", "STOP"]);

/** What an answer means for each text of a call. An error comes with 200, too; numbers that are none stand apart. */
export function readSmsapiReply(answer: Answer, { all }: Alike, client: Client): Outcome | readonly Outcome[] {
  const { json, status } = answer;
  const invalid = listAt(json, "invalid_numbers");
  const judged = (said: unknown, sms: OutgoingSms): Outcome =>
    verdict(table, textAt(said, "error"), client.words(at(said, "message"), sms.text), answer, sms);
  const entries = [...listAt(json, "list"), ...invalid];
  // An error leaves nobody but the numbers it calls wrong to be told apart.
  const error = textAt(json, "error");
  const whole = error !== "" && invalid.length < all.length;
  if (all.length > 1 && OF_ONE.has(error)) return { kind: "rejected", code: error, reason: "to be asked one by one" };
  // `check_idx` asks for it: the text of an earlier try, whose answer was lost, had been taken.
  if (error === ALREADY_SENT) return { kind: "accepted", providerIds: [], response: "already sent" };
  if (entries.length === 0 || whole || status < 200 || status >= 300) return judged(json, all[0]!);
  return outcomesByNumber(
    all,
    entries,
    // `number` is as SMSAPI writes it, the other one as we do.
    (entry) => textAt(entry, "submitted_number") || textAt(entry, "number"),
    (entry, sms) => {
      if (invalid.includes(entry))
        return { kind: "rejected", code: "invalid_number", reason: client.words(at(entry, "message"), sms.text) };
      const [id, word] = [idAt(entry, "id"), textAt(entry, "status")];
      const refused = at(entry, "error") ?? null;
      if (refused !== null) return judged(entry, sms);
      if (REFUSED.has(word)) return { kind: "rejected", code: word, reason: "SMSAPI refused it at once" };
      if (id === "" || !TAKEN.has(word)) return { kind: "unknown", reason: "answered without an id or a known status" };
      return { kind: "accepted", providerIds: [id], ...segmentsAt(entry, "parts"), response: word };
    },
  );
}
