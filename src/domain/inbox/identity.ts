import { createHash } from "node:crypto";

import type { Inbound } from "../gateways/gateway.ts";

/**
 * What tells a text from a person from every other one of its gateway, so that a provider may come again with it.
 *
 * `guessed`: the provider gives neither an id nor a time. Then two equal texts are one where they come within minutes of
 * each other, and the store knows when that is.
 */
export type TextIdentity = { readonly id: string; readonly guessed: boolean };

/** The provider's id, else a digest of who wrote what to whom, and when. */
export function identityOf(sender: string, { providerId, to, text, media, at }: Inbound): TextIdentity {
  if (providerId !== undefined && providerId !== "") return { id: providerId, guessed: false };
  const parts = JSON.stringify([sender, to, text, media, at ?? ""]);
  // Shorter than a text may be, and no provider's id looks like it.
  return { id: `text ${createHash("sha256").update(parts).digest("base64url")}`, guessed: (at ?? "") === "" };
}
