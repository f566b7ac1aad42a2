import { Secret, TOTP } from "otpauth";

import type { Totp } from "#domain/access/totp";
import { secretBox } from "#lib/secret-box";
import { second } from "#lib/time";

import type { SecretSource } from "./credentials.ts";

const PERIOD = 30;
/**
 * Without those that are easily mistaken for one another. Its length divides 256, so every letter is equally likely.
 */
const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";

export function builtinTotp({ derive, randomBytes }: SecretSource): Totp {
  const box = secretBox(derive("totp"));
  const contextOf = (userId: number): string => `totp:${userId}`;

  function totpOf(secret: string, username = ""): TOTP {
    return new TOTP({
      issuer: "Tidings",
      label: username,
      algorithm: "SHA1",
      digits: 6,
      period: PERIOD,
      secret: Secret.fromBase32(secret),
    });
  }

  return {
    newSecret: () => new Secret({ buffer: Uint8Array.from(randomBytes(20)).buffer }).base32,
    url: (secret, username) => totpOf(secret, username).toString(),
    seal: (secret, userId) => box.seal(secret, contextOf(userId)),
    stepOf(code, sealed, userId, now) {
      const totp = totpOf(box.open(sealed, contextOf(userId)));
      const delta = totp.validate({ token: code, timestamp: now, window: 1 });
      return delta === null ? null : Math.floor(now / (PERIOD * second)) + delta;
    },
    newRecoveryCode() {
      const text = Array.from(randomBytes(10), (byte) => ALPHABET[byte % ALPHABET.length]).join("");
      return `${text.slice(0, 5)}-${text.slice(5)}`;
    },
  };
}
