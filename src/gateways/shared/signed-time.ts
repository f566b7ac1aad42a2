/** Seconds by which a vendor's clock and ours may differ, and a signed call may be in transit. */
const TOLERANCE = 300;

/**
 * Whether the time that a vendor signed is near ours: a captured call is not accepted again later.
 *
 * @param seconds since 1970, as the vendor writes them
 * @param now milliseconds
 * @param lasting seconds that an old call stays valid, for a vendor that repeats a call with its original time
 */
export function isFresh(seconds: string, now: number, lasting = TOLERANCE): boolean {
  if (!/^\d{1,12}$/.test(seconds)) return false;
  const age = now / 1_000 - Number(seconds);
  return age >= -TOLERANCE && age <= lasting;
}
