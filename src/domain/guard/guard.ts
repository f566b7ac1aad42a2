import { hour, type Clock } from "#lib/time";
import type { Log } from "#lib/log";

import type { Country, Phone } from "../recipients/phone.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { destinationOf } from "./destination.ts";
import type { GuardHashes } from "./guard-hashes.ts";
import type { GuardSettings } from "./guard-settings.ts";
import type { GuardStore, Sample } from "./guard-store.ts";
import { isBelow, overLimit, windows, type Over, type Window } from "./limits.ts";

export type CodePurpose = "opt_in" | "one_time_password";

export type CodeRequest = {
  readonly phone: Phone;
  /** Address of the person who asks; null if a trusted caller asks and names nobody's. A public way always gives one. */
  readonly ip: string | null;
  readonly purpose: CodePurpose;
};

/** Why no code may be sent. `destination`: never to this number, so there is no time to wait for. */
export type GuardRefusal =
  | { readonly kind: "refused"; readonly why: "destination"; readonly retryAfter: null }
  | ({ readonly kind: "refused" } & Over);

/**
 * Limits codes sent to phones, against people who request them to be paid for the traffic (pumping), to text a stranger,
 * or to guess a code.
 */
export type Guard = {
  /**
   * Counts a code that is about to be sent, or refuses it. In the caller's transaction: a code that is not sent after all
   * is not counted. Knows nothing about who is known here, so a refusal reveals nothing about a number's owner.
   */
  take(request: CodeRequest): Promise<{ readonly kind: "granted" } | GuardRefusal>;
  /** The owner of the number has typed the right code. */
  verified(phone: Phone): Promise<void>;
};

export type GuardDeps = {
  readonly store: GuardStore;
  readonly unitOfWork: UnitOfWork;
  readonly settings: () => Promise<GuardSettings>;
  readonly hashes: GuardHashes;
  /** The site's own country: limited by the site's limit alone. */
  readonly country: Country | null;
  readonly clock: Clock;
  readonly log: Log;
};

export function guard({ store, unitOfWork, settings: read, hashes, country: home, clock, log }: GuardDeps): Guard {
  const warnedAt = new Map<string, number>();

  function warnAbout(settings: GuardSettings, country: string, { sent, verified }: Sample): void {
    if (!isBelow(settings.alarmBelow, { sent, verified })) return;
    if (clock.now() - (warnedAt.get(country) ?? -Infinity) < hour) return;
    warnedAt.set(country, clock.now());
    const paused = isBelow(settings.pauseBelow, { sent, verified });
    log("warn", "few of the last codes sent to a country were verified", { country, sent, verified, paused });
  }

  return {
    async take({ phone, ip, purpose }) {
      const settings = await read();
      const destination = destinationOf(phone);
      if (!isOpen(settings, destination)) return { kind: "refused", why: "destination", retryAfter: null };
      const country = destination.country ?? NO_COUNTRY;
      const keys = { ...hashes.of(phone, ip), country };
      const isLimited = (window: Window): boolean =>
        settings[window.limit] > 0 && !(window.scope === "country" && country === home);
      const look = async (): Promise<Over | null> => {
        const counts = await store.counts(keys, windows.map(isLimited), settings.prefixUnverified);
        warnAbout(settings, country, counts.country);
        return overLimit(settings, counts);
      };
      // Without the locks first: a flood of refused calls must not wait in line for them.
      const over = await look();
      if (over) return { kind: "refused", ...over };
      return unitOfWork.transaction(async () => {
        const scopes = new Set(windows.filter(isLimited).map(({ scope }) => scope));
        await store.lock(hashes.locksOf(keys, scopes));
        const overNow = await look();
        if (overNow) return { kind: "refused", ...overNow };
        await store.add(keys, purpose);
        return { kind: "granted" };
      });
    },
    verified: (phone) => store.verified(hashes.of(phone, null).number),
  };
}

/** Of numbers that belong to no country; a code that ISO 3166 leaves to users. */
const NO_COUNTRY = "ZZ";

function isOpen(settings: GuardSettings, { country, special }: ReturnType<typeof destinationOf>): boolean {
  if (special && !settings.specialNumbers) return false;
  return settings.countries.length === 0 || (country !== null && settings.countries.includes(country));
}
