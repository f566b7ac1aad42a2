export const isZoneOption = (name: string | null | undefined): boolean =>
  name === "timezone_string" || name === "gmt_offset";

/**
 * The time zone of a WordPress site, by its options: a name or, if it has none, an offset in hours; null: neither. An
 * offset that no zone has is returned as it is, and refused where it is used: dates would be wrong by hours.
 */
export function zoneOfSite(options: ReadonlyMap<string, string>): string | null {
  const name = options.get("timezone_string") ?? "";
  if (name !== "") return name;
  const offset = options.get("gmt_offset") ?? "";
  // The names of these zones have the sign of the ships' clocks: two hours ahead of UTC is Etc/GMT-2.
  if (!/^-?\d{1,2}$/.test(offset)) return offset || null;
  const hours = Number(offset);
  return hours === 0 ? "UTC" : `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
}
