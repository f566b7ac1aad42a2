import type { Uuid } from "#lib/ids";

import type { MessageState } from "./message.ts";

/** Which states a command moves on from, and in which there is nothing left to do. */
export type Allowed = { readonly from: readonly MessageState[]; readonly already: readonly MessageState[] };

export type Controlled =
  | { readonly kind: "done"; readonly already: boolean }
  | { readonly kind: "refused"; readonly state: MessageState }
  | { readonly kind: "missing" };

/** Commands to a message under way. Each holds for all nodes once it resolves; `by` is who gave it. */
export type MessageControl = {
  /** No chunk of the message is claimed and no text of its chunks marked after this. */
  pause(id: Uuid, by: string, allowed: Allowed): Promise<Controlled>;
  resume(id: Uuid, by: string, allowed: Allowed): Promise<Controlled>;
  /** The message is canceled at once; its unsent texts follow, batch by batch. */
  cancel(id: Uuid, by: string, allowed: Allowed): Promise<Controlled>;
  /** Texts a minute at most; null: as fast as the gateway. */
  setRate(id: Uuid, ratePerMinute: number | null, by: string, allowed: Allowed): Promise<Controlled>;
};
