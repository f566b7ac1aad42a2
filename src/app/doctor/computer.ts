import { existsSync } from "node:fs";
import { access, constants, stat, statfs } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

import { second } from "#lib/time";
import { realFolder } from "#store/embedded/place";

import type { CheckResult } from "./check-result.ts";

/** PostgreSQL's own log of changes may grow to as much before it is cleared. */
const FREE_SPACE = 1024 ** 3;
/** Bytes: a first start copies the server's programs and makes a database, a later one goes on writing its log of changes. */
const LEAST = { first: 256 * 1024 ** 2, later: 32 * 1024 ** 2 };
/** Signed calls to providers are refused from some minutes on; what is smaller does no harm. */
const CLOCK_MS = 30 * second;

/** Whether a start could make the data folder of an embedded database and write to it, and whether there is room. */
export async function checkFolder(folder: string, freeBytesOf = freeBytes): Promise<readonly CheckResult[]> {
  const about = "data folder";
  const place = await nearest(resolve(folder));
  try {
    if (!(await stat(place)).isDirectory()) throw new Error("it is no folder");
    await access(place, constants.W_OK | constants.X_OK);
  } catch (error) {
    const why = /EACCES|EROFS|EPERM/.test(String(error)) ? "this user may not write there" : "it is no folder";
    return [{ level: "error", about, text: `${folder} cannot be used: ${place}: ${why}. Set TIDINGS_DATA.` }];
  }
  const free = await freeBytesOf(place).catch(() => null);
  if (free === null || free >= FREE_SPACE) return [];
  const least = existsSync(join(realFolder(folder), "pg")) ? LEAST.later : LEAST.first;
  if (free < least) {
    const disk = `${Math.floor(free / 1024 ** 2)} MiB are free at ${place}, and a start needs ${least / 1024 ** 2}`;
    return [{ level: "error", about: "disk", text: `The disk is full: ${disk}. Make room, or set TIDINGS_DATA.` }];
  }
  const text = `${Math.floor(free / 1024 ** 2)} MiB are free. With a full disk calls are refused and nothing is sent: make room.`;
  return [{ level: "warning", about, text }];
}

/** The folder itself, or the one that it would be made in. */
async function nearest(path: string): Promise<string> {
  for (let at = path; ; at = dirname(at)) {
    const there = await stat(at).then(
      () => true,
      () => false,
    );
    if (there || dirname(at) === at) return at;
  }
}

/** null: it is not told, as by file systems over a network that count no blocks at all. */
async function freeBytes(path: string): Promise<number | null> {
  const { bavail, blocks, bsize } = await statfs(path);
  return blocks === 0 ? null : bavail * bsize;
}

/** @param aheadMs of the database's clock, which decides everything that nodes must agree on */
export function checkClock(aheadMs: number): readonly CheckResult[] {
  if (Math.abs(aheadMs) < CLOCK_MS) return [];
  const distance = `${Math.round(Math.abs(aheadMs) / second)} s ${aheadMs > 0 ? "ahead of" : "behind"}`;
  const text = `This machine's is ${distance} the database's. Nothing is sent early, late or twice by it, but providers may refuse signed calls, and certificates may seem expired. Set it.`;
  return [{ level: "warning", about: "clock", text }];
}
