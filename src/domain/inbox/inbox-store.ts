import type { InboundIdentity } from "./inbound-identity.ts";
import type { Keyword } from "./keyword.ts";
import type { Inbound } from "../gateways/gateway.ts";

/** A message from a person, with what was recognized in it. */
export type IncomingText = {
  readonly gateway: string;
  readonly inbound: Inbound;
  /** E.164 if the sender is a phone number, otherwise as the provider wrote it. */
  readonly sender: string;
  readonly identity: InboundIdentity;
  readonly keyword: Keyword | null;
};

export type InboxStore = {
  /** Stores the message and its event. Returns its id, or null if this same message was stored before. */
  add(text: IncomingText): Promise<number | null>;
};
