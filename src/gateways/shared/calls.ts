import { timingSafeEqual } from "node:crypto";

import { charsetIn, decodeForm } from "#lib/decode-text";
import { withoutChannel } from "#lib/channel-prefix";
import type { Inbound, ProviderCall, ProviderEvents, Receipt } from "#domain/gateways/gateway";

import { fitCode, parseJson } from "./json.ts";
import { readMultipart } from "./multipart.ts";

/** A header of a vendor's call; its name is case-insensitive. */
export function headerOf(call: ProviderCall, name: string): string | undefined {
  return Object.entries(call.headers).find(([key]) => key.toLowerCase() === name)?.[1];
}

/** Compares two strings in a time that does not reveal where they differ. */
export function sameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Fields of a form body, which old programs write in Latin 1: an ARRÊT of it must not be lost. */
export function formOf(call: ProviderCall): URLSearchParams {
  const mediaType = headerOf(call, "content-type");
  return readMultipart(call.body, mediaType) ?? decodeForm(call.body, charsetIn(mediaType));
}

/** Fields of a form body, or of the query if the call has no body. The first of repeated ones counts. */
export function fieldsOf(call: ProviderCall): URLSearchParams {
  return call.body === "" ? new URLSearchParams(call.query) : formOf(call);
}

/** The same, and the strings and numbers of a JSON body, for a vendor that calls in any of the three forms. */
export function valuesOf(call: ProviderCall): URLSearchParams {
  const json = /^\s*\{/.test(call.body) ? parseJson(call.body) : undefined;
  if (json === undefined) return fieldsOf(call);
  const plain = Object.entries(json as object).filter(([, value]) => ["string", "number"].includes(typeof value));
  return new URLSearchParams(Object.fromEntries(plain.map(([name, value]) => [name, String(value)])));
}

const OK = { status: 200, body: "", contentType: "text/plain" };

/**
 * The content of a vendor's call. An empty result counts as a call that could not be read: pass {@link nothingNew} for
 * a call that is understood but changes nothing.
 *
 * @param reply the body that the vendor requires; absent: an empty 200
 */
export function events(
  found: {
    readonly receipts?: readonly Receipt[];
    readonly inbound?: readonly Inbound[];
    /** Numbers of people who said STOP to the vendor; empty ones are omitted. */
    readonly optOuts?: readonly string[];
    /** Something in the call was understood but changes nothing; counts if nothing else is found. */
    readonly understood?: boolean;
  },
  reply: Partial<typeof OK> = {},
): ProviderEvents {
  const { receipts = [], inbound = [], understood = false } = found;
  const optOuts = (found.optOuts ?? []).map(withoutChannel).filter(Boolean);
  return {
    receipts,
    inbound,
    ...(optOuts.length > 0 && { optOuts }),
    ...(understood && receipts.length + inbound.length + optOuts.length === 0 && { understood: true }),
    reply: { ...OK, ...reply },
  };
}

/** For a call that is understood and changes nothing: a state before `sent`, a test of the address. */
export const nothingNew = (reply: Partial<typeof OK> = {}): ProviderEvents => events({ understood: true }, reply);

/** A receipt of the known fields; empty ones are omitted. */
export function receiptOf(
  state: Receipt["state"],
  parts: { [Part in Exclude<keyof Receipt, "state">]?: Receipt[Part] | undefined },
): Receipt {
  const { phone, ...others } = parts;
  const given = { ...others, phone: withoutChannel(phone ?? "") };
  return { ...Object.fromEntries(Object.entries(given).filter(([, value]) => value)), state };
}

/** A vendor's words for a delivery state; null: the word is known and changes nothing. */
export type States = Readonly<Record<string, Receipt["state"] | null>>;

/** What a vendor's word means; undefined for a word that is in no table. */
export function stateIn(states: States, word: string): Receipt["state"] | null | undefined {
  return Object.hasOwn(states, word) ? states[word] : undefined;
}

/**
 * An incoming message, as the vendor writes it except for a channel prefix of a number. Without an id and a time, the
 * same text again within minutes is one message.
 */
export function inboundOf(text: Omit<Inbound, "media"> & { readonly media?: readonly string[] }): Inbound {
  const { providerId, from, to, at, ...rest } = text;
  const numbers = { from: withoutChannel(from), to: withoutChannel(to) };
  return { ...(providerId ? { providerId } : {}), ...numbers, media: [], ...rest, ...(at ? { at } : {}) };
}

/** The code and words of a receipt that reports a failure; a successful one has neither. */
export function errorOf(state: Receipt["state"], code: string, detail: string): { code?: string; detail?: string } {
  return state === "failed" || state === "undelivered" ? { code: fitCode(code), detail } : {};
}
