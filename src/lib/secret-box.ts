import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes, type KeyObject } from "node:crypto";

/** Encrypts secrets before they are stored: AES-256-GCM with a key derived from the installation's secret key. */
export type SecretBox = {
  /** @param context what the secret belongs to ("webhook:<id>"): opening it with a different context fails */
  seal(plain: string, context: string): Buffer;
  /** Throws `SealBroken` where key, context or bytes are not those it was sealed with. */
  open(sealed: Uint8Array, context: string): string;
  /** 16 bytes that distinguish two keys and reveal neither. */
  readonly fingerprint: Buffer;
};

/** The message never contains any part of the secret. */
export class SealBroken extends Error {
  override readonly name = "SealBroken";
}

const VERSION = 1;
const NONCE = 12;
const TAG = 16;

/**
 * @param key at least 32 random bytes
 */
export function secretBox(key: KeyObject): SecretBox {
  if ((key.symmetricKeySize ?? 0) < 32) throw new Error("The secret key must have at least 32 bytes.");
  const derive = (purpose: string, length: number): Buffer =>
    Buffer.from(hkdfSync("sha256", key, new Uint8Array(), `tidings ${purpose}`, length));
  const sealing = createSecretKey(derive("secret box", 32));

  return {
    get fingerprint() {
      return derive("fingerprint", 16);
    },
    seal(plain, context) {
      // A random nonce repeats with a probability of 2^-33 after 2^32 secrets; an installation has a few hundred.
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv("aes-256-gcm", sealing, nonce, { authTagLength: TAG });
      cipher.setAAD(Buffer.from(context, "utf8"));
      const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed);
      if (bytes.length < 1 + NONCE + TAG || bytes[0] !== VERSION) throw new SealBroken("This is not a sealed secret.");
      const nonce = bytes.subarray(1, 1 + NONCE);
      const decipher = createDecipheriv("aes-256-gcm", sealing, nonce, { authTagLength: TAG });
      decipher.setAAD(Buffer.from(context, "utf8"));
      decipher.setAuthTag(bytes.subarray(1 + NONCE, 1 + NONCE + TAG));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(1 + NONCE + TAG)), decipher.final()]).toString("utf8");
      } catch {
        throw new SealBroken("A sealed secret cannot be opened: TIDINGS_SECRET_KEY is not the one it was sealed with.");
      }
    },
  };
}
