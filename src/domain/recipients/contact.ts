import type { Contact } from "../access/host.ts";
import { isCountry, parsePhone, type Country, type Phone } from "./phone.ts";

/**
 * The number of a stored person, or null if there is no usable one. A number without a plus sign belongs to the
 * person's own country if that is known, otherwise to the site's.
 */
export function phoneOfContact({ phone, country }: Omit<Contact, "id">, home: Country | null): Phone | null {
  if (phone === null) return null;
  const own = country?.toUpperCase() ?? "";
  const read = parsePhone(phone, isCountry(own) ? own : home);
  return read.ok ? read.value : null;
}
