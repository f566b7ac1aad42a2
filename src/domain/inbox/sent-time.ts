const DATE = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|[+-]\d\d):?(\d\d)?$/i;

/**
 * When a person sent a message, in milliseconds since 1970, from the time that their provider writes: a date with its
 * offset, or the seconds or milliseconds since 1970. null for anything else: a date without an offset could be hours
 * off.
 */
export function sentTime(written: string | undefined): number | null {
  const text = (written ?? "").trim();
  if (/^\d{10}$/.test(text)) return Number(text) * 1_000;
  if (/^\d{13}$/.test(text)) return Number(text);
  const [, day, time, offset, minutes] = DATE.exec(text) ?? [];
  if (offset === undefined) return null;
  const at = Date.parse(`${day}T${time}${/z/i.test(offset) ? "Z" : `${offset}:${minutes ?? "00"}`}`);
  return Number.isNaN(at) ? null : at;
}
