import { timingSafeEqual } from "node:crypto";

import type { Inbound, ProviderCall, ProviderNews, Receipt } from "#domain/ports/gateway";

import { fitCode, parseJson } from "./json.ts";

/** A header of a vendor's call, whatever the case of its name. */
export function headerOf(call: ProviderCall, name: string): string | undefined {
  return Object.entries(call.headers).find(([key]) => key.toLowerCase() === name)?.[1];
}

/** Compares two texts in a time that does not tell where they differ. */
export function sameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Fields of a form body, or of the query where the call has no body. The first of repeated ones counts. */
export function fieldsOf(call: ProviderCall): URLSearchParams {
  return call.body === "" ? new URLSearchParams(call.query) : new URLSearchParams(call.body);
}

/** The same, and the texts and numbers of a JSON body, for a vendor that calls in any of the three forms. */
export function valuesOf(call: ProviderCall): URLSearchParams {
  const json = /^\s*\{/.test(call.body) ? parseJson(call.body) : undefined;
  if (json === undefined) return fieldsOf(call);
  const plain = Object.entries(json as object).filter(([, value]) => ["string", "number"].includes(typeof value));
  return new URLSearchParams(Object.fromEntries(plain.map(([name, value]) => [name, String(value)])));
}

const OK = { status: 200, body: "", contentType: "text/plain" };

/**
 * What was read from a vendor's call.
 *
 * @param reply the body that the vendor insists on; absent: an empty 200
 */
export function news(
  found: {
    readonly receipts?: readonly Receipt[];
    readonly inbound?: readonly Inbound[];
    /** Numbers of people who said STOP to the vendor. */
    readonly optOuts?: readonly string[];
  },
  reply: Partial<typeof OK> = {},
): ProviderNews {
  return {
    receipts: found.receipts ?? [],
    inbound: found.inbound ?? [],
    ...(found.optOuts?.length ? { optOuts: found.optOuts } : {}),
    reply: { ...OK, ...reply },
  };
}

/** A receipt of the parts that are known; empty ones stay out. */
export function receiptOf(
  state: Receipt["state"],
  parts: { [Part in Exclude<keyof Receipt, "state">]?: string | undefined },
): Receipt {
  return { ...Object.fromEntries(Object.entries(parts).filter(([, value]) => value)), state };
}

/** What a vendor's word means; undefined for a word that is in no table. */
export function stateIn(
  states: Readonly<Record<string, Receipt["state"]>>,
  word: string,
): Receipt["state"] | undefined {
  return Object.hasOwn(states, word) ? states[word] : undefined;
}

/** A text from a person, in the vendor's own writing. Without an id and a time, the same text again within minutes is one text. */
export function inboundOf(text: Omit<Inbound, "media"> & { readonly media?: readonly string[] }): Inbound {
  const { providerId, ...rest } = text;
  return { ...(providerId ? { providerId } : {}), media: [], ...rest };
}

/** The code and words of a receipt that tells of a failure; a good one has none to tell. */
export function faultOf(state: Receipt["state"], code: string, detail: string): { code?: string; detail?: string } {
  return state === "failed" || state === "undelivered" ? { code: fitCode(code), detail } : {};
}
