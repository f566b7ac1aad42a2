const short = /^(?:1|7|20|27|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/**
 * An E.164 number in groups that a person can read aloud: `+49 151 123 456 78`. It is grouped by length alone: the
 * national spelling of each country would be 80 kB of rules.
 */
export function readablePhone(number: string): string {
  if (!/^\+\d{6,15}$/.test(number)) return number;
  const digits = number.slice(1);
  const code = short.exec(digits)?.[0] ?? digits.slice(0, 3);
  const rest = digits.slice(code.length);
  if (code === "1" && rest.length === 10) return `+1 ${rest.slice(0, 3)} ${rest.slice(3, 6)} ${rest.slice(6)}`;
  const groups = rest.match(/\d{1,3}/g) ?? [];
  const last = groups.at(-1) ?? "";
  // A single digit at the end joins its neighbor.
  if (last.length === 1 && groups.length > 1) groups.splice(-2, 2, `${groups.at(-2)}${last}`);
  return `+${code} ${groups.join(" ")}`;
}
