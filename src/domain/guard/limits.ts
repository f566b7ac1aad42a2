import type { GuardSettings } from "./guard-settings.ts";
import type { GuardCounts, Sample, Scope, WindowCount } from "./guard-store.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Limit = Extract<keyof GuardSettings, `${string}Per${string}`>;

/**
 * A limit on codes in a window that ends now.
 *
 * `forgives`: each verified code makes room for another one. A country where most codes are verified is never limited;
 * codes that are never entered use up the limit.
 */
export type Window = {
  readonly scope: Scope;
  readonly seconds: number;
  readonly limit: Limit;
  readonly forgives: boolean;
};

export const windows: readonly Window[] = [
  { scope: "number", seconds: MINUTE, limit: "numberPerMinute", forgives: false },
  { scope: "number", seconds: HOUR, limit: "numberPerHour", forgives: false },
  { scope: "number", seconds: DAY, limit: "numberPerDay", forgives: false },
  { scope: "address", seconds: HOUR, limit: "addressPerHour", forgives: false },
  { scope: "address", seconds: DAY, limit: "addressPerDay", forgives: false },
  { scope: "prefix", seconds: HOUR, limit: "prefixPerHour", forgives: true },
  { scope: "prefix", seconds: DAY, limit: "prefixPerDay", forgives: true },
  { scope: "country", seconds: HOUR, limit: "countryPerHour", forgives: true },
  { scope: "site", seconds: HOUR, limit: "sitePerHour", forgives: true },
];

/** How long people have to enter a code before it counts as not verified. */
export const TYPING_SECONDS = 15 * MINUTE;
/** Codes by which a country is judged; with fewer, it is not. */
export const COUNTRY_SAMPLE = 50;
const COUNTRY_PAUSE = HOUR;
const PREFIX_PAUSE = DAY;

export type Over = {
  /** The limit that was exceeded; `unverified`: too few of the last codes to this prefix or country were verified. */
  readonly why: Scope | "unverified";
  /** Seconds until another request may succeed. */
  readonly retryAfter: number;
};

/** The reason for which no code may be sent now, the longest wait first; null: one may. */
export function overLimit(settings: GuardSettings, counts: GuardCounts): Over | null {
  const over = windows.flatMap((window, nth) => {
    const count = counts.windows[nth];
    const limit = settings[window.limit];
    return count ? overWindow(window, limit, count) : [];
  });
  const paused = [
    ...pauseOf(counts.prefix, isPrefixPaused(settings, counts.prefix), PREFIX_PAUSE),
    ...pauseOf(counts.country, isBelow(settings.pauseBelow, counts.country), COUNTRY_PAUSE),
  ];
  return [...over, ...paused].toSorted((a, b) => b.retryAfter - a.retryAfter)[0] ?? null;
}

function overWindow({ scope, seconds, forgives }: Window, limit: number, count: WindowCount): readonly Over[] {
  const { sent, verified, oldestAge } = count;
  const used = forgives ? sent - 2 * verified : sent;
  return used < limit ? [] : [{ why: scope, retryAfter: atLeastOne(seconds - (oldestAge ?? 0)) }];
}

/** Seconds until a number that gets one more code now may get the next one. */
export function resendAfter(settings: GuardSettings, { windows: counts }: GuardCounts): number {
  const waits = windows.map(({ scope, limit, seconds }, nth) => {
    const count = counts[nth];
    if (scope !== "number" || !count || count.sent + 1 < settings[limit]) return 0;
    return atLeastOne(seconds - (count.oldestAge ?? 0));
  });
  return Math.max(0, ...waits);
}

function isPrefixPaused({ prefixUnverified }: GuardSettings, { sent, verified }: Sample): boolean {
  return prefixUnverified > 0 && sent >= prefixUnverified && verified === 0;
}

/** Whether a country's share of verified codes is below so many percent. */
export function isBelow(percent: number, { sent, verified }: Pick<Sample, "sent" | "verified">): boolean {
  return sent >= COUNTRY_SAMPLE && verified * 100 < percent * sent;
}

function pauseOf({ newestAge }: Sample, paused: boolean, seconds: number): readonly Over[] {
  return paused && newestAge < seconds ? [{ why: "unverified", retryAfter: atLeastOne(seconds - newestAge) }] : [];
}

function atLeastOne(seconds: number): number {
  return Math.max(1, Math.ceil(seconds));
}
