/** The test numbers and what becomes of a text to them; every other number is delivered. */
const table = [
  ["+15005550000", "delivered", "delivered"],
  ["+15005550001", "rejected", "rejected at once"],
  ["+15005550002", "undelivered", "accepted, then a receipt: undelivered"],
  ["+15005550003", "late", "delivered, the receipt comes after 60 s"],
  ["+15005550004", "opts_out", "delivered, and replies STOP"],
  ["+15005550005", "throttled_twice", "throttled twice, then delivered"],
  ["+15005550006", "silent", "accepted, never a receipt"],
  ["+15005550007", "unknown", "no answer after the request was written: unknown"],
  ["+15005550008", "account_stop", "account trouble: the gateway stops"],
] as const;

export type Fate = (typeof table)[number][1];

export const fates: Readonly<Record<string, Fate>> = Object.fromEntries(table.map(([number, fate]) => [number, fate]));

/** The same for the docs page. */
export const outcomeNotes = [
  "| number | what becomes of a text |",
  "|---|---|",
  ...table.map(([number, , words]) => `| ${number} | ${words} |`),
].join("\n");

/** A map that forgets its oldest entry when it would hold more than `most`. */
export function remember<Value>(most: number) {
  const entries = new Map<string, Value>();
  return {
    get: (key: string): Value | undefined => entries.get(key),
    set(key: string, value: Value): void {
      entries.set(key, value);
      if (entries.size <= most) return;
      const [oldest] = entries.keys();
      if (oldest !== undefined) entries.delete(oldest);
    },
  };
}
