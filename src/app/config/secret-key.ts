import { createHash, createHmac, createSecretKey, hkdfSync, randomBytes, type KeyObject } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";

import type { Secret } from "#lib/secret";

import { createPrivateFile } from "../private-file.ts";

/** The installation's key, and keys for a single purpose each derived from it. */
export type SecretKey = {
  /**
   * 32 bytes for one purpose; the same purpose always gives the same key. Not as bytes: Node 24 takes 22 µs for an HMAC
   * whose key is a Buffer, and 5 µs with a KeyObject.
   */
  derive(purpose: string): KeyObject;
  /** Compares two keys without revealing either. */
  readonly fingerprint: Buffer;
};

/** The key of TIDINGS_SECRET_KEY, else of the data folder; null if there is none yet. Writes nothing. */
export async function findSecretKey(given: Secret | null, dataDir: string): Promise<SecretKey | null> {
  const path = join(dataDir, "secret.key");
  const text = given?.reveal() ?? (await read(path));
  return text === null ? null : keyOf(given ? text : requireKey(path, text));
}

/** The same; if there is none, one is generated and written. Only for a database that no other key has sealed. */
export async function loadSecretKey(given: Secret | null, dataDir: string): Promise<SecretKey> {
  const path = join(dataDir, "secret.key");
  return (await findSecretKey(given, dataDir)) ?? keyOf(requireKey(path, await make(path)));
}

/** A key that decrypts nothing, for callers that need no secret. */
export const noSecretKey = (): SecretKey => keyOf(newKey());

function keyOf(text: string): SecretKey {
  const root = createHash("sha256").update(text.trim()).digest();
  return {
    derive: (purpose) => createSecretKey(Buffer.from(hkdfSync("sha256", root, "tidings", purpose, 32))),
    fingerprint: createHmac("sha256", root).update("fingerprint").digest(),
  };
}

const SHORTEST = 32;

const newKey = (): string => randomBytes(48).toString("base64url");

/** @throws if the file exists and contains no key: derived from nothing, it would be the same key everywhere */
function requireKey(path: string, text: string): string {
  if (text.trim().length >= SHORTEST) return text;
  throw new Error(
    `${path} contains no key. Restore it from a backup; if nothing was stored yet, delete the file and start again.`,
  );
}

async function make(path: string): Promise<string> {
  await createPrivateFile(path, `${newKey()}\n`);
  return readFile(path, "utf8");
}

async function read(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw unreachable(path, error);
  }
}

function unreachable(path: string, error: unknown): Error {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== "EACCES" && code !== "EPERM" && code !== "EROFS") return error as Error;
  return new Error(
    `This user may not read ${resolve(path)} (${code}). Change the owner of the data folder, or set TIDINGS_SECRET_KEY.`,
    { cause: error },
  );
}
