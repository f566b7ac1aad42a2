import { parsePhoneNumberFromString } from "libphonenumber-js/max";

import type { OutgoingSms } from "#domain/gateways/gateway";

import { withRef } from "../../shared/with-ref.ts";
import type { HttpSettings } from "./settings.ts";
import { personal, placeholders, type Values } from "./template.ts";

/** The placeholders that a template may name. */
export type Named = ReadonlySet<string>;

/**
 * What any of the settings mentions: values that cost more than all other work for a message are computed only if a
 * template needs them. Where anything is encoded, that may be a name.
 */
export function namedIn(given: HttpSettings): Named {
  const text = Object.values(given).flat().join("\n");
  return new Set(/%|\\u/.test(text) ? placeholders : placeholders.filter((name) => text.includes(name)));
}

/** The values of the placeholders for one message; absent ones are undefined. */
export function valuesOf(sms: OutgoingSms, given: HttpSettings, named: Named): Values {
  const from = sms.from ?? given.from;
  const hex =
    named.has("text_hex") || named.has("hex_if_unicode")
      ? Buffer.from(sms.text, "utf16le").swap16().toString("hex")
      : undefined;
  return {
    ...ownValues(given),
    to: sms.to,
    to_digits: sms.to.slice(1),
    to_national: named.has("to_national")
      ? (parsePhoneNumberFromString(sms.to)?.nationalNumber ?? sms.to.slice(1))
      : undefined,
    from,
    from_digits: from?.replace(/^\+/, ""),
    text: sms.text,
    text_hex: hex,
    text_if_gsm: sms.encoding === "gsm7" ? sms.text : undefined,
    hex_if_unicode: sms.encoding === "ucs2" ? hex : undefined,
    ref: sms.ref,
    ...receiptValue(sms.receiptUrl, [sms], given),
    media: sms.media.length > 0 ? sms.media : undefined,
    unicode: sms.encoding === "ucs2" ? "1" : "0",
    flash: sms.flash ? "1" : "0",
    segments: String(sms.segments),
    valid_for: sms.validFor === undefined ? undefined : String(Math.max(1, Math.floor(sms.validFor))),
    valid_minutes: sms.validFor === undefined ? undefined : String(Math.max(1, Math.floor(sms.validFor / 60))),
  };
}

/**
 * The values of a call to many people; `people` are those of each, the first one's apply to what all have in common.
 */
export function valuesOfAll(people: readonly Values[]): Values {
  if (people.length === 1) return people[0]!;
  const lists = personal.map((name) => [`${name}:list`, people.flatMap((values) => values[name] ?? [])] as const);
  return { ...people[0], ...Object.fromEntries(lists) };
}

/** The address for receipts, with our reference in it if the call is about one message alone. */
export function receiptValue(
  url: string | undefined,
  all: readonly OutgoingSms[],
  { receiptQuery }: Pick<HttpSettings, "receiptQuery">,
): Values {
  if (url === undefined) return { receipt_url: undefined };
  const [only, ...others] = all;
  const named = only === undefined || others.length > 0 ? url : withRef(url, only.ref);
  const sign = named.includes("?") ? "&" : "?";
  return { receipt_url: receiptQuery === undefined ? named : `${named}${sign}${receiptQuery}` };
}

/** Values that are new in every request. @param random 0 to 1, for the nonce of 32 hexadecimal digits */
export function momentOf(now: number, random: () => number, named: Named): Values {
  return {
    time: String(Math.floor(now / 1_000)),
    time_ms: String(now),
    time_iso: named.has("time_iso") ? new Date(now).toISOString() : undefined,
    nonce: named.has("nonce") ? nonceOf(random) : undefined,
  };
}

const nonceOf = (random: () => number): string =>
  Array.from({ length: 16 }, () =>
    Math.floor(random() * 256)
      .toString(16)
      .padStart(2, "0"),
  ).join("");

/** The placeholders that need no message. */
export function ownValues(given: HttpSettings): Values {
  return { username: given.username, password: given.password };
}
