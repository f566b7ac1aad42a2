import type { Channel } from "#domain/gateways/gateway";

/** Vendors' words, in small letters. RBM is the name under which carriers sell RCS. */
const WORDS: Readonly<Record<string, Channel>> = {
  sms: "sms",
  mms: "mms",
  rcs: "rcs",
  rbm: "rcs",
  whatsapp: "whatsapp",
};

/**
 * The channel that a vendor names, alone (`SMS`) or in front of an address (`rcs:+44…`); undefined for another word.
 */
export function channelOf(text: string): Channel | undefined {
  const word = text.split(":", 1)[0]!.trim().toLowerCase();
  return Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
}

/** The same, to be spread into a receipt or an outcome. */
export function channelIn(text: string): { channel?: Channel } {
  const channel = channelOf(text);
  return channel === undefined ? {} : { channel };
}
