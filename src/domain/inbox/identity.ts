import { createHash } from "node:crypto";

import type { Inbound } from "../gateways/gateway.ts";

/**
 * What distinguishes an inbound message from all others of its gateway, so that a provider may deliver it repeatedly.
 *
 * `guessed`: the provider gives neither an id nor a time. Then two equal messages count as one if they arrive within
 * minutes of each other, and the store decides when that is.
 */
export type TextIdentity = { readonly id: string; readonly guessed: boolean };

/** The provider's id, otherwise a digest of sender, recipient, text and time. */
export function identityOf(sender: string, { providerId, to, text, media, at }: Inbound): TextIdentity {
  if (providerId !== undefined && providerId !== "") return { id: providerId, guessed: false };
  const parts = JSON.stringify([sender, to, text, media, at ?? ""]);
  // Short enough for the column, and unlike any provider's id.
  return { id: `text ${createHash("sha256").update(parts).digest("base64url")}`, guessed: (at ?? "") === "" };
}
