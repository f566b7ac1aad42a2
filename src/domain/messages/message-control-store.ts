import type { Uuid } from "#lib/ids";

import type { MessageState } from "./message.ts";

/** The states in which a command applies, and those in which there is nothing left to do. */
export type Allowed = { readonly from: readonly MessageState[]; readonly already: readonly MessageState[] };

export type Controlled =
  | { readonly kind: "done"; readonly already: boolean }
  | { readonly kind: "refused"; readonly state: MessageState }
  | { readonly kind: "missing" };

/** Commands to a message in progress. Each applies on all nodes once it resolves; `by` is the caller. */
export type MessageControl = {
  /** After this, no chunk of the message is claimed and no delivery in its chunks is marked. */
  pause(id: Uuid, by: string, allowed: Allowed): Promise<Controlled>;
  resume(id: Uuid, by: string, allowed: Allowed): Promise<Controlled>;
  /** The message is canceled immediately; its unsent deliveries follow, batch by batch. */
  cancel(id: Uuid, by: string, allowed: Allowed): Promise<Controlled>;
  /** Maximum messages per minute; null: as fast as the gateway. */
  setRate(id: Uuid, ratePerMinute: number | null, by: string, allowed: Allowed): Promise<Controlled>;
};
