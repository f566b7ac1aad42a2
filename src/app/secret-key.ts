import { createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { mkdir, open, readFile } from "node:fs/promises";
import { join } from "node:path";

import type { Secret } from "#lib/redact";

/** The installation's key, and keys for one purpose each made from it. */
export type SecretKey = {
  /** 32 bytes for one purpose; the same purpose always gives the same key. */
  derive(purpose: string): Buffer;
  /** Tells two keys apart without giving either away. */
  readonly fingerprint: Buffer;
};

/** The key of TIDINGS_SECRET_KEY, else of the data folder, where the first start writes it. */
export async function loadSecretKey(given: Secret | null, dataDir: string): Promise<SecretKey> {
  const text = given?.reveal() ?? (await readOrMake(join(dataDir, "secret.key"), dataDir));
  const root = createHash("sha256").update(text.trim()).digest();
  return {
    derive: (purpose) => Buffer.from(hkdfSync("sha256", root, "tidings", purpose, 32)),
    fingerprint: createHmac("sha256", root).update("fingerprint").digest(),
  };
}

/** `wx` makes the file or fails: of two nodes that start at once, the second reads what the first wrote. */
async function readOrMake(path: string, dataDir: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  await mkdir(dataDir, { recursive: true });
  try {
    const file = await open(path, "wx", 0o600);
    const text = randomBytes(48).toString("base64url");
    await file.writeFile(`${text}\n`);
    await file.sync();
    await file.close();
    return text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return readFile(path, "utf8");
  }
}
