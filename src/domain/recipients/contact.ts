import type { Contact } from "../access/host.ts";
import { isCountry, parsePhone, type Country, type Phone } from "./phone.ts";

/**
 * The number of a stored person, or null where there is none to use. A number without a plus belongs to the person's
 * own country where that is known, else to the site's.
 */
export function phoneOfContact({ phone, country }: Omit<Contact, "id">, home: Country | null): Phone | null {
  if (phone === null) return null;
  const own = country?.toUpperCase() ?? "";
  const read = parsePhone(phone, isCountry(own) ? own : home);
  return read.ok ? read.value : null;
}
