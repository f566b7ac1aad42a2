/** A number as vendors want it that refuse the plus sign. */
export const digitsOf = (phone: string): string => phone.replace(/^\+/, "");

/** Seconds within what a vendor allows; undefined where the text has no end. */
export function validity(seconds: number | undefined, shortest: number, longest: number): number | undefined {
  return seconds === undefined ? undefined : Math.min(longest, Math.max(shortest, Math.floor(seconds)));
}
