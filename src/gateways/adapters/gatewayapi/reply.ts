import type { Outcome } from "#domain/gateways/gateway";

import type { Alike } from "../../vendor/alike.ts";
import type { Answer, Client } from "../../vendor/client.ts";
import { idAt, listAt, textAt } from "../../vendor/json.ts";
import { codes, verdict } from "../../vendor/verdict.ts";

/** The content filter: the text is the same for all people of a call. */
export const OF_THE_TEXT = "0x0312";
/** This number had this text a moment ago. */
const TOO_SOON = "0x0214";
// https://gatewayapi.com/docs/apis/errors
const table = {
  // Number, country, operator, content.
  never: codes("0x0215", "0x0217", "0x021F", "0x0310", OF_THE_TEXT),
  later: codes(TOO_SOON),
  // Name, password, address, credit, what is switched on, keys, frozen.
  stop: codes("0x0210", "0x0211", "0x0212", "0x0213", "0x0216", "0x021D", "0x0223", "0x0224", "0x022A"),
};
/** Whatever the origin in the first byte: insufficient resources, and temporarily unavailable. */
const TRY_AGAIN = /^0x[0-9A-F]{2}0[69]$/;

/** What an answer means for each text of a call: they are taken or refused together. */
export function readGatewayapiReply(answer: Answer, { sms, all }: Alike, client: Client): Outcome {
  const { json, status } = answer;
  if (status >= 200 && status < 300) {
    // One id for the message, whoever gets it.
    const id = idAt(json, "ids", 0);
    if (/^\d+$/.test(id) && listAt(json, "ids").length === 1) return { kind: "accepted", providerIds: [id] };
    return { kind: "unknown", reason: `answered ${status} without one message id` };
  }
  const code = textAt(json, "code").replace(/^0x[0-9a-f]{4}$/i, (hex) => `0x${hex.slice(2).toUpperCase()}`);
  const said = client.words(textAt(json, "message"), sms.text);
  // It is about one number, too: the call is divided until that one waits alone.
  if (code === TOO_SOON && all.length > 1) return { kind: "rejected", code, reason: said };
  if (TRY_AGAIN.test(code)) return { kind: "later", code, reason: said };
  return verdict(table, code, said, answer);
}
