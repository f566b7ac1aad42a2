import { createHash } from "node:crypto";

import type { Inbound } from "../gateways/gateway.ts";

/**
 * What distinguishes an inbound message from all others of its gateway, so that a provider may deliver it repeatedly.
 */
export type InboundIdentity = {
  /** The provider's id, otherwise the digest. */
  readonly id: string;
  /**
   * The provider gives neither an id nor a time. Then two equal messages count as one if they arrive within minutes of
   * each other, and the store decides when that is.
   */
  readonly guessed: boolean;
  /** Of sender, recipient, text and time, because a provider may reuse an id. */
  readonly digest: string;
};

export function identityOf(sender: string, { providerId, to, text, media, at }: Inbound): InboundIdentity {
  const parts = JSON.stringify([sender, to, text, media, at ?? ""]);
  // Short enough for the column, and unlike any provider's id.
  const digest = `text ${createHash("sha256").update(parts).digest("base64url")}`;
  if (providerId !== undefined && providerId !== "") return { id: providerId, guessed: false, digest };
  return { id: digest, guessed: (at ?? "") === "", digest };
}
