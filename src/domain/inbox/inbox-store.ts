import type { TextIdentity } from "./identity.ts";
import type { Keyword } from "./keyword.ts";
import type { Inbound } from "../gateways/gateway.ts";

/** A text from a person, with what we understood of it. */
export type IncomingText = {
  readonly gateway: string;
  readonly inbound: Inbound;
  /** E.164 where the sender is a phone number, else as the provider wrote it. */
  readonly sender: string;
  readonly identity: TextIdentity;
  readonly keyword: Keyword | null;
};

export type InboxStore = {
  /** Stores the text and its event. Returns its id, null where this very text was stored before. */
  add(text: IncomingText): Promise<number | null>;
  /** Nothing is sent to this number any more. Returns whether that is new. */
  suppress(phone: string, reason: string, source: string): Promise<boolean>;
  /** Lifts a suppression that the person asked for; one that an operator made stays. Returns whether there was one. */
  allow(phone: string, source: string): Promise<boolean>;
};
