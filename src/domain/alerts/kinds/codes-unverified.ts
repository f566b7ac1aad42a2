import { hour } from "#lib/time";

import type { UnverifiedCountries } from "../../guard/unverified-countries.ts";
import { safeName, type AlertRule, type AlertText } from "../rule.ts";

/**
 * Few of the last codes to a country were entered: they may be requested by someone who is paid for the traffic
 * (pumping).
 */
export function codesUnverified(ports: { readonly unverified: UnverifiedCountries }): AlertRule {
  return {
    kind: "codes_unverified",
    settleMs: hour,
    async check() {
      return (await ports.unverified()).map(({ country, sent, verified }) => ({
        subject: country,
        level: 1,
        delayMs: 0,
        data: { sent, verified },
      }));
    },
  };
}

export const codesUnverifiedText: AlertText = ({ subject, data }) => ({
  title: `Few codes to ${safeName(subject, 10)} are verified`,
  meaning: `Of the last ${Number(data["sent"])} one-time passwords to this country, ${Number(data["verified"])} were verified. Somebody may be requesting codes for the fees, or the codes may not arrive.`,
  step: "Find out who requests them. Limit the countries, or lower the limits for codes.",
  screen: "/safety?part=codes",
});
