import type { GuardSettings } from "./guard-settings.ts";
import type { CountryShare, GuardStore } from "./guard-store.ts";
import { isBelow } from "./limits.ts";

/** The countries where too few of the last codes were verified. */
export type UnverifiedCountries = () => Promise<readonly CountryShare[]>;

export function unverifiedCountries(
  store: Pick<GuardStore, "shares">,
  settings: () => Promise<GuardSettings>,
): UnverifiedCountries {
  return async () => {
    const { alarmBelow } = await settings();
    return (await store.shares()).filter((share) => isBelow(alarmBelow, share));
  };
}
