import type { Pdu } from "smpp";

import type { Receipt } from "#domain/gateways/gateway";

import { bodyOf } from "./octets.ts";

/** The format of message ids in `submit_sm_resp` and in receipts: SMSCs differ, some even between the two. */
export type IdForm = "same" | "hex-dec" | "dec-hex";

/** Without or with hyphens and a prefix; the letters of one case. */
const HEXADECIMAL = /^(?:0[xX])?(?:[\da-f-]+|[\dA-F-]+)$/;

/**
 * One spelling for both: without leading zeros, in lower case if it is hexadecimal, and decimal if the SMSC mixes bases
 * (of 3,000 receipts only 170 found their delivery on a link whose bases were mixed up).
 *
 * Other ids keep their case: of a counter in base 62, `x1Q` and `x1q` are two messages, and the receipt of one would
 * settle the other.
 */
export function messageId(raw: string, place: "response" | "receipt", form: IdForm): string {
  // A `receipted_message_id` without its closing NUL runs into the next parameter; control bytes end it.
  const id = raw.split(/\p{Cc}/u, 1)[0]!.trim();
  const hex = (form === "hex-dec" && place === "response") || (form === "dec-hex" && place === "receipt");
  if (hex && /^[0-9a-f]+$/i.test(id)) return BigInt(`0x${id}`).toString();
  return (HEXADECIMAL.test(id) ? id.toLowerCase() : id).replace(/^0+(?=.)/, "");
}

type State = Receipt["state"];

/** By the first seven letters: Appendix B has words of seven, and some SMSCs spell them out. */
const BODY_STATES: Readonly<Record<string, State>> = {
  SCHEDUL: "sent",
  ENROUTE: "sent",
  ACCEPTD: "sent",
  ACCEPTE: "sent",
  DELIVRD: "delivered",
  DELIVER: "delivered",
  EXPIRED: "undelivered",
  UNDELIV: "undelivered",
  UNKNOWN: "undelivered",
  FAILED: "failed",
  REJECTD: "failed",
  REJECTE: "failed",
  DELETED: "failed",
};

// §5.2.28; 0 and 9 are SMPP 5.0.
const TLV_STATES: readonly (State | undefined)[] = [
  "sent",
  "sent",
  "delivered",
  "undelivered",
  "failed",
  "undelivered",
  "sent",
  "undelivered",
  "failed",
  "undelivered",
];

/** A person cannot set either, so a message that only looks like a receipt is not mistaken for one. */
export function isReceipt(pdu: Pdu): boolean {
  const type = (pdu.esm_class ?? 0) & 0x3c;
  return type === 0x04 || type === 0x20 || (type === 0 && pdu.receipted_message_id !== undefined);
}

/**
 * Reads a receipt from its parameters and its body (SMPP 3.4 Appendix B); null if it names no message. No phone is
 * returned: SMSCs disagree about which of the two addresses is the recipient, and the id is enough.
 */
export function readReceipt(pdu: Pdu, form: IdForm): Receipt | null {
  const body = bodyText(pdu);
  const word = (name: string): string | undefined => new RegExp(`\\b${name}\\s*:\\s*([^\\s,;]+)`, "i").exec(body)?.[1];
  const id = pdu.receipted_message_id || word("id");
  if (!id) return null;
  const stat = word("stat")?.toUpperCase();
  const state =
    (pdu.message_state === undefined ? undefined : TLV_STATES[pdu.message_state]) ??
    BODY_STATES[stat?.slice(0, 7) ?? ""];
  if (state === undefined) return null;
  const code = word("err") ?? networkError(pdu.network_error_code);
  return {
    providerId: messageId(id, "receipt", form),
    state,
    ...(code === undefined ? {} : { code }),
    ...(stat === undefined ? {} : { detail: `stat:${stat}` }),
  };
}

/** Receipts are plain ASCII whatever their `data_coding` (0, 1, 3, 4), except for UCS-2. */
function bodyText(pdu: Pdu): string {
  const { octets, coding } = bodyOf(pdu);
  return coding === 8 && octets[0] === 0 ? new TextDecoder("utf-16be").decode(octets) : octets.toString("latin1");
}

/** §5.3.2.31: network type, then a 16-bit code. */
function networkError(value: Buffer | undefined): string | undefined {
  return value?.length === 3 ? String(value.readUInt16BE(1)) : undefined;
}
