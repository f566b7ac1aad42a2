import { createHmac, timingSafeEqual } from "node:crypto";

import type { Random } from "../newsletter/activation-code.ts";
import type { Subscriber } from "../newsletter/newsletter-store.ts";

export type LinkedPerson = Subscriber & { readonly suppressed: boolean };

export type PersonLinkStore = {
  /**
   * The random part of a person's links, created with `secret` if there is none, or replaced by it. null: there is no
   * such person.
   */
  ensure(subscriberId: number, secret: Buffer, replace: boolean): Promise<Buffer | null>;
  /** null: no link was ever made for this id. */
  secretOf(subscriberId: number): Promise<Buffer | null>;
};

export type PersonLinkDeps = {
  readonly personLinks: PersonLinkStore;
  readonly linkKey: Buffer;
  readonly randomBytes: Random;
};

const ID = 6;
const MAC = 16;
const SECRET = 16;

/**
 * A token that stands for one person: the signature covers the id and the random part, so a link can be revoked and an
 * id cannot be guessed.
 */
export async function personToken(
  { personLinks, linkKey, randomBytes }: PersonLinkDeps,
  subscriberId: number,
  replace: boolean,
): Promise<string | null> {
  const secret = await personLinks.ensure(subscriberId, Buffer.from(randomBytes(SECRET)), replace);
  if (!secret) return null;
  const head = Buffer.alloc(ID);
  head.writeUIntBE(subscriberId, 0, ID);
  return Buffer.concat([head, macOf(linkKey, head, secret)]).toString("base64url");
}

/** The id of the person that a token stands for; null: forged, revoked, or the person is gone. */
export async function readPersonToken(
  { personLinks, linkKey }: Pick<PersonLinkDeps, "personLinks" | "linkKey">,
  token: string,
): Promise<number | null> {
  const bytes = Buffer.from(token.slice(0, 100), "base64url");
  if (bytes.length !== ID + MAC) return null;
  const head = bytes.subarray(0, ID);
  const id = head.readUIntBE(0, ID);
  const secret = await personLinks.secretOf(id);
  const isOurs = timingSafeEqual(bytes.subarray(ID), macOf(linkKey, head, secret ?? Buffer.alloc(SECRET)));
  return isOurs && secret ? id : null;
}

function macOf(key: Buffer, head: Buffer, secret: Buffer): Buffer {
  return createHmac("sha256", key).update("person link\n").update(head).update(secret).digest().subarray(0, MAC);
}
