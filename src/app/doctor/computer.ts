import { existsSync } from "node:fs";
import { access, constants, stat, statfs } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

import { second } from "#lib/time";
import { realFolder } from "#store/embedded/claim-folder";

import { failure, warning, type CheckResult } from "./check-result.ts";

/** PostgreSQL's write-ahead log may grow by this much before it is recycled. */
const FREE_SPACE = 1024 ** 3;
/** Bytes: a first start copies the server and creates a database, a later one continues its write-ahead log. */
const LEAST = { first: 256 * 1024 ** 2, later: 32 * 1024 ** 2 };
/** Providers refuse signed calls if the clock is off by some minutes; less does no harm. */
const CLOCK_MS = 30 * second;

/** Whether a start could create the data folder of an embedded database and write to it, and whether there is space. */
export async function checkFolder(folder: string, freeBytesOf = freeBytes): Promise<readonly CheckResult[]> {
  const about = "data folder";
  const place = await nearest(resolve(folder));
  try {
    if (!(await stat(place)).isDirectory()) throw new Error("it is not a folder");
    await access(place, constants.W_OK | constants.X_OK);
  } catch (error) {
    const why = /EACCES|EROFS|EPERM/.test(String(error)) ? "this user may not write there" : "it is not a folder";
    return [failure(about, `${folder} cannot be used: ${place}: ${why}. Set TIDINGS_DATA.`)];
  }
  const free = await freeBytesOf(place).catch(() => null);
  if (free === null || free >= FREE_SPACE) return [];
  const isLater = existsSync(join(realFolder(folder), "pg"));
  const least = isLater ? LEAST.later : LEAST.first;
  if (free < least) {
    const disk = `${Math.floor(free / 1024 ** 2)} MiB are free at ${place}, and a start needs ${least / 1024 ** 2}`;
    // Another folder would have an empty database, without the opt-outs of this one.
    const remedy = isLater ? "Free some space." : "Free some space, or set TIDINGS_DATA.";
    return [failure("disk", `The disk is full: ${disk}. ${remedy}`)];
  }
  const text = `${Math.floor(free / 1024 ** 2)} MiB are free. With a full disk, calls are refused and nothing is sent: free some space.`;
  return [warning(about, text)];
}

/** The folder itself, or the nearest existing one that it would be created in. */
async function nearest(path: string): Promise<string> {
  for (let at = path; ; at = dirname(at)) {
    const there = await stat(at).then(
      () => true,
      () => false,
    );
    if (there || dirname(at) === at) return at;
  }
}

/** null: unknown, as with network file systems that report no block counts. */
async function freeBytes(path: string): Promise<number | null> {
  const { bavail, blocks, bsize } = await statfs(path);
  return blocks === 0 ? null : bavail * bsize;
}

/** @param aheadMs relative to the database's clock, which decides everything that nodes must agree on */
export function checkClock(aheadMs: number): readonly CheckResult[] {
  if (Math.abs(aheadMs) < CLOCK_MS) return [];
  const distance = `${Math.round(Math.abs(aheadMs) / second)} s ${aheadMs > 0 ? "ahead of" : "behind"}`;
  const text = `This machine's clock is ${distance} the database's. Nothing is sent early, late or twice because of it, but providers may refuse signed calls, and certificates may seem expired. Correct the clock.`;
  return [warning("clock", text)];
}
