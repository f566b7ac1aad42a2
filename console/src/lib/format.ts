import { locale } from "./locale.ts";

const cache = new Map<string, Intl.NumberFormat>();

function numbers(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale()} ${JSON.stringify(options)}`;
  let format = cache.get(key);
  if (!format) cache.set(key, (format = new Intl.NumberFormat(locale(), options)));
  return format;
}

/** `12,345` */
export function count(value: number): string {
  return numbers({}).format(value);
}

/** A text of fixed form with the reader's digits: `08:00`, `24:00`. */
export function digits(text: string): string {
  return text.replaceAll(/\d/g, (digit) => count(Number(digit)));
}

/** `a, b and c`; with `disjunction` `a, b or c`. */
export function list(items: readonly string[], type: Intl.ListFormatType = "conjunction"): string {
  // American English would have a comma before the last item.
  return new Intl.ListFormat(locale() === "en" ? "en-GB" : locale(), { type }).format(items);
}

/** `12K`, for the axis of a chart. */
export function shortCount(value: number): string {
  return numbers({ notation: "compact", maximumFractionDigits: 1 }).format(value);
}

/** A share between 0 and 1 as `98.2%`. */
export function percent(share: number, digits = 1): string {
  return numbers({ style: "percent", maximumFractionDigits: digits }).format(share);
}

/**
 * An amount in the currency's unit.
 *
 * @param digits most of them after the point; absent: as is usual for the currency
 */
export function money(amount: number, currency: string, digits?: number): string {
  const most = digits === undefined ? {} : { maximumFractionDigits: digits };
  return numbers({ style: "currency", currency, ...most }).format(amount);
}

/** Seconds as `0.4 s`, `12 s`, `3 min`, `2 h`, `5 d`. */
export function duration(seconds: number): string {
  // The narrow units of other languages are Latin letters, too, which mean something else there, or nothing.
  const unitDisplay = locale() === "en" ? "narrow" : "short";
  const unit = (value: number, name: string, digits = 0) =>
    numbers({ style: "unit", unit: name, unitDisplay, maximumFractionDigits: digits }).format(value);
  if (seconds < 10) return unit(seconds, "second", 1);
  if (seconds < 90) return unit(seconds, "second");
  if (seconds < 5_400) return unit(seconds / 60, "minute");
  if (seconds < 129_600) return unit(seconds / 3_600, "hour");
  return unit(seconds / 86_400, "day");
}

/** `240 ms`, `1.2 s`. */
export function milliseconds(ms: number): string {
  if (ms >= 1_000) return duration(ms / 1_000);
  const unitDisplay = locale() === "en" ? "narrow" : "short";
  return numbers({ style: "unit", unit: "millisecond", unitDisplay, maximumFractionDigits: 0 }).format(ms);
}

/** `14 kB`, `2.4 MB`. */
export function fileSize(bytes: number): string {
  const isLarge = bytes >= 1_000_000;
  const unit = isLarge ? "megabyte" : "kilobyte";
  return numbers({ style: "unit", unit, maximumFractionDigits: isLarge ? 1 : 0 }).format(
    bytes / (isLarge ? 1_000_000 : 1_000),
  );
}
