import { createHmac, type KeyObject, timingSafeEqual } from "node:crypto";

import type { Random } from "../newsletter/activation-code.ts";
import type { Subscriber } from "../newsletter/newsletter-store.ts";
import type { PersonLinks } from "../texts/values.ts";

export type LinkedPerson = Subscriber & { readonly suppressed: boolean };

export type PersonLinkStore = {
  /**
   * The random part of a person's links, created with `secret` if there is none, or replaced by it. null: there is no
   * such person.
   */
  ensure(subscriberId: number, secret: Buffer, replace: boolean): Promise<Buffer | null>;
  /** Like {@link ensure}, without a replacement, for many people; deleted people are left out. */
  ensureAll(subscriberIds: readonly number[], secrets: readonly Buffer[]): Promise<ReadonlyMap<number, Buffer>>;
  /** null: no link was ever made for this id. */
  secretOf(subscriberId: number): Promise<Buffer | null>;
};

export type PersonLinkDeps = {
  readonly personLinks: PersonLinkStore;
  readonly linkKey: KeyObject;
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
  return secret && tokenOf(linkKey, subscriberId, secret);
}

/** The tokens of many people, without those who were deleted: one query, or two if some of them never had a link. */
async function personTokens(
  { personLinks, linkKey, randomBytes }: PersonLinkDeps,
  subscriberIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const random = Buffer.from(randomBytes(SECRET * subscriberIds.length));
  const fresh = subscriberIds.map((_, index) => random.subarray(index * SECRET, (index + 1) * SECRET));
  const secrets = await personLinks.ensureAll(subscriberIds, fresh);
  return new Map([...secrets].map(([id, secret]) => [id, tokenOf(linkKey, id, secret)]));
}

/** The links of people, by id, without those who were deleted; null: the service has no public address. */
export type ReadLinks = ((subscriberIds: readonly number[]) => Promise<ReadonlyMap<number, PersonLinks>>) | null;

export function linkReader(deps: PersonLinkDeps, publicUrl: string | null): ReadLinks {
  if (publicUrl === null) return null;
  return async (ids) =>
    new Map([...(await personTokens(deps, ids))].map(([id, token]) => [id, linksFor(publicUrl, token)]));
}

/** The addresses for a token, by the variables for them in a text. */
export function linksFor(publicUrl: string, token: string): PersonLinks {
  const url = `${publicUrl}/p/l/${token}`;
  return { preferences_url: url, unsubscribe_url: `${url}#leave` };
}

/** Placeholder links with the length of real ones, so that the cost of a text is known before its recipients are. */
export function sampleLinks(publicUrl: string): PersonLinks {
  return linksFor(publicUrl, Buffer.alloc(ID + MAC).toString("base64url"));
}

/** The id of the person identified by a token; null: forged, revoked, or the person was deleted. */
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

function tokenOf(key: KeyObject, subscriberId: number, secret: Buffer): string {
  const head = Buffer.alloc(ID);
  head.writeUIntBE(subscriberId, 0, ID);
  return Buffer.concat([head, macOf(key, head, secret)]).toString("base64url");
}

function macOf(key: KeyObject, head: Buffer, secret: Buffer): Buffer {
  return createHmac("sha256", key).update("person link\n").update(head).update(secret).digest().subarray(0, MAC);
}
