import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from "node:crypto";

import { secretBox, type SecretBox } from "#lib/secret-box";

import type { Phone } from "../recipients/phone.ts";
import { recordContext, type ChainedFields } from "./chain.ts";

/** The fields of a record that reveal something about a person. */
export type PersonalFields = {
  readonly phone: Phone;
  readonly name?: string | undefined;
  readonly actor: string | null;
  readonly ip: string | null;
  readonly wording?: string | undefined;
  readonly wordingVersion?: string | undefined;
  readonly language?: string | undefined;
};

/** Seals and opens the personal fields of one person's records. */
export type PersonBox = {
  seal(fields: ChainedFields, personal: PersonalFields): Buffer;
  /** @throws SealBroken if the record was changed, or belongs to another place of the ledger */
  open(fields: ChainedFields, sealed: Uint8Array): PersonalFields;
};

/** The keys of the ledger. */
export type ConsentKeys = {
  /** Identifies the person of a number. Without the installation's key, it does not reveal the number. */
  lookup(phone: Phone): Buffer;
  /** A new key for a person. */
  newPerson(lookup: Uint8Array): { readonly sealedKey: Buffer; readonly box: PersonBox };
  person(lookup: Uint8Array, sealedKey: Uint8Array): PersonBox;
  /** Proves that a root was written by this installation. */
  mac(root: Uint8Array): Buffer;
  isMac(root: Uint8Array, mac: Uint8Array): boolean;
};

/**
 * @param derive 32 bytes of the installation's key for one purpose
 * @param random unpredictable bytes
 */
export function consentKeys(
  derive: (purpose: string) => KeyObject,
  random: (bytes: number) => Uint8Array,
): ConsentKeys {
  const lookupKey = derive("consent-lookup");
  const macKey = derive("consent-seals");
  const keys = secretBox(derive("consent-people"));
  const mac = (root: Uint8Array): Buffer => createHmac("sha256", macKey).update(root).digest();
  return {
    lookup: (phone) => createHmac("sha256", lookupKey).update(phone).digest(),
    newPerson(lookup) {
      const key = random(32);
      const sealedKey = keys.seal(Buffer.from(key).toString("base64"), keyContext(lookup));
      return { sealedKey, box: personBox(createSecretKey(key)) };
    },
    person: (lookup, sealedKey) => personBox(createSecretKey(keys.open(sealedKey, keyContext(lookup)), "base64")),
    mac,
    isMac(root, given) {
      const expected = mac(root);
      return given.byteLength === expected.length && timingSafeEqual(given, expected);
    },
  };
}

const keyContext = (lookup: Uint8Array): string => `consent person:${Buffer.from(lookup).toString("hex")}`;

/** The box is made when it is used: a verification that opens a hundred thousand keys opens no record. */
function personBox(key: KeyObject): PersonBox {
  let made: SecretBox | null = null;
  const box = (): SecretBox => (made ??= secretBox(key));
  return {
    seal: (fields, personal) => box().seal(JSON.stringify(personal), recordContext(fields)),
    open: (fields, sealed) => JSON.parse(box().open(sealed, recordContext(fields))) as PersonalFields,
  };
}
