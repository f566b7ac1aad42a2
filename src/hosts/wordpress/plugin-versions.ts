/** The oldest companion plugin whose routes and signatures are supported. */
const OLDEST_PLUGIN = "1.1.0";

/** The first companion plugin that signs people in to the console. */
export const SIGN_IN_PLUGIN = "1.6.0";

/** Whether the service rejects what a companion plugin of this version signs. */
export function isOldPlugin(version: string): boolean {
  return isOlderPlugin(version, OLDEST_PLUGIN);
}

/** Whether one version precedes another, compared number by number. */
export function isOlderPlugin(version: string, than: string): boolean {
  const [left, right] = [version, than].map((one) => one.split(".").map((part) => Number.parseInt(part, 10) || 0));
  for (let index = 0; index < right!.length; index += 1) {
    const difference = (left![index] ?? 0) - right![index]!;
    if (difference !== 0) return difference < 0;
  }
  return false;
}
