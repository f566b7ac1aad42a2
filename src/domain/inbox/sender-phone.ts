import parsePhoneNumber from "libphonenumber-js/max";

import { withoutChannel } from "#lib/channel-prefix";

import { BARE, parsePhone, type Country, type Phone } from "../recipients/phone.ts";

const MOBILE: readonly (string | undefined)[] = ["MOBILE", "FIXED_LINE_OR_MOBILE"];

/**
 * The phone number of a sender as a provider writes it. Providers write international numbers with and without the plus
 * sign, and with a channel in front; short codes and names have no phone number.
 *
 * Bare digits are an international number, unless they are a complete mobile number of `country`: a link to a domestic
 * operator gives `2015550105`, and a STOP from there is not one from Egypt.
 */
export function senderPhone(written: string, country: Country | null): Phone | null {
  const text = withoutChannel(written);
  const home = parsePhone(text, country);
  if (!BARE.test(text)) return home.ok ? home.value : null;
  const abroad = parsePhone(`+${text}`, null);
  const known = home.ok && country !== null ? parsePhoneNumber(home.value) : undefined;
  const isMobileAtHome = known?.country === country && known?.isValid() === true && MOBILE.includes(known.getType());
  if (home.ok && (isMobileAtHome || !abroad.ok)) return home.value;
  return abroad.ok ? abroad.value : null;
}
