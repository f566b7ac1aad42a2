import type { TextIdentity } from "./identity.ts";
import type { Keyword } from "./keyword.ts";
import type { Inbound } from "../gateways/gateway.ts";

/** A message from a person, with what was recognized in it. */
export type IncomingText = {
  readonly gateway: string;
  readonly inbound: Inbound;
  /** E.164 if the sender is a phone number, otherwise as the provider wrote it. */
  readonly sender: string;
  readonly identity: TextIdentity;
  readonly keyword: Keyword | null;
};

export type InboxStore = {
  /** Stores the message and its event. Returns its id, or null if this same message was stored before. */
  add(text: IncomingText): Promise<number | null>;
  /** Stops all sending to this number. Returns whether that is new. */
  suppress(phone: string, reason: string, source: string): Promise<boolean>;
  /** Lifts a suppression that the person asked for; one that an operator made stays. Returns whether there was one. */
  allow(phone: string, source: string): Promise<boolean>;
};
