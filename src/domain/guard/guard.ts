import { hour, type Clock } from "#lib/time";
import type { Log } from "#lib/log";

import type { Country, Phone } from "../recipients/phone.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { countryLimit } from "./country-limit.ts";
import { destinationOf } from "./destination.ts";
import type { GuardHashes } from "./guard-hashes.ts";
import type { GuardSettings } from "./guard-settings.ts";
import type { GuardStore, Sample } from "./guard-store.ts";
import { isBelow, overLimit, resendAfter, windows, type Over, type Window } from "./limits.ts";

/** `welcome`: no code, but still a message to any number that a visitor enters. */
export type CodePurpose = "opt_in" | "one_time_password" | "welcome";

export type CodeRequest = {
  readonly phone: Phone;
  /** The requester's address; null if a trusted caller states none. Public endpoints always state one. */
  readonly ip: string | null;
  readonly purpose: CodePurpose;
};

/** Why no code may be sent. `destination`: never to this number, so there is no time to wait for. */
export type GuardRefusal =
  | { readonly kind: "refused"; readonly why: "destination"; readonly retryAfter: null }
  | ({ readonly kind: "refused" } & Over);

export type GuardGrant = {
  readonly kind: "granted";
  /** Seconds until the same number can get another code; 0: now. */
  readonly resendAfter: number;
};

/**
 * Limits the codes sent to phones, against people who request them in order to be paid for the traffic (pumping), to
 * text a stranger, or to guess a code.
 */
export type Guard = {
  /**
   * Counts a code that is about to be sent, or refuses it. In the caller's transaction: a code that is not sent after
   * all is not counted. Does not depend on who is known here, so a refusal reveals nothing about a number's owner.
   */
  take(request: CodeRequest): Promise<GuardGrant | GuardRefusal>;
  /** The owner of the number has typed the right code. @param number the number, or its hash */
  verified(number: Phone | Buffer): Promise<void>;
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
      const stored = await read();
      const destination = destinationOf(phone);
      if (!isOpen(stored, destination)) return { kind: "refused", why: "destination", retryAfter: null };
      const { area: country } = destination;
      const settings = { ...stored, countryPerHour: countryLimit(stored, country, home) };
      const keys = { ...hashes.of(phone, ip), country };
      const isLimited = (window: Window): boolean => settings[window.limit] > 0;
      const count = () => store.counts(keys, windows.map(isLimited), settings.prefixUnverified);
      // Without the locks first: a flood of refused calls must not wait in line for them.
      const before = await count();
      warnAbout(settings, country, before.country);
      const early = overLimit(settings, before);
      if (early) return { kind: "refused", ...early };
      return unitOfWork.transaction(async () => {
        const scopes = new Set(windows.filter(isLimited).map(({ scope }) => scope));
        await store.lock(hashes.locksOf(keys, scopes));
        const counts = await count();
        const over = overLimit(settings, counts);
        if (over) return { kind: "refused", ...over };
        await store.add(keys, purpose);
        return { kind: "granted", resendAfter: resendAfter(settings, counts) };
      });
    },
    verified: (number) => store.verified(typeof number === "string" ? hashes.number(number) : number),
  };
}

function isOpen(settings: GuardSettings, { country, special }: ReturnType<typeof destinationOf>): boolean {
  if (special && !settings.specialNumbers) return false;
  return settings.countries.length === 0 || (country !== null && settings.countries.includes(country));
}
