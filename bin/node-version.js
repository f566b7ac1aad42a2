// Plain JavaScript, which every Node can read.

/** The oldest Node among those that package.json pins. */
export const OLDEST = [24, 18];

/** Whether the Node that runs this can run Tidings. */
export function isNewEnough() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}
