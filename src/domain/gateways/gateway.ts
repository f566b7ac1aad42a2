import type { Log } from "#lib/log";

import type { MessageContent } from "../messages/content.ts";
import type { Phone } from "../recipients/phone.ts";

/** One message to one person, as the engine hands it to a gateway: what it says, and the sender as `from`. */
export type OutgoingSms = Omit<MessageContent, "sender"> & {
  /** Our reference, unique for ever: hand it to the provider wherever the API has a field for it. */
  readonly ref: string;
  readonly to: Phone;
  /** Sender id: alphanumeric, short code or E.164. Absent: whatever the gateway's settings say. */
  readonly from?: string;
  /** Seconds the text is still worth delivering, counted from now. */
  readonly validFor?: number;
  /** Where receipts for this text should be sent. Absent: no public address is configured. */
  readonly receiptUrl?: string;
};

/** By what a text reached a person. A provider may choose one by itself: RCS where the phone can, else SMS. */
export type Channel = "sms" | "mms" | "rcs" | "whatsapp";

/**
 * What is known after a try. There is no "maybe": where the request was written and no answer can be
 * trusted, the outcome is `unknown`, and nothing may turn that into `later` or `rejected`.
 */
export type Outcome =
  /** The gateway took it. `providerIds`: one per part where the provider numbers parts. */
  | {
      readonly kind: "accepted";
      readonly providerIds: readonly string[];
      readonly segments?: number;
      /** Where the provider says it. */
      readonly channel?: Channel;
      readonly response?: string;
    }
  /** It never will. `optedOut`: the provider says that this person said STOP. */
  | { readonly kind: "rejected"; readonly code: string; readonly reason: string; readonly optedOut?: boolean }
  /** It certainly did not take it; try again. `throttled` tries do not count as attempts. */
  | {
      readonly kind: "later";
      readonly code: string;
      readonly reason: string;
      readonly afterMs?: number;
      readonly throttled?: boolean;
    }
  /** The gateway may have taken it and we cannot know. */
  | { readonly kind: "unknown"; readonly reason: string }
  /** Account trouble (password, credit, suspension): pause the gateway, keep the queue, tell the operator. */
  | { readonly kind: "stop"; readonly code: string; readonly reason: string };

/** What a provider says later about a text it took. */
export type Receipt = {
  readonly providerId?: string;
  /** Our reference, where the provider carries it back: the better match. */
  readonly ref?: string;
  readonly phone?: string;
  readonly state: "sent" | "delivered" | "undelivered" | "failed";
  /** Where the provider says it. */
  readonly channel?: Channel;
  readonly code?: string;
  /** The provider's own words, without numbers or text bodies. */
  readonly detail?: string;
};

/** A text that a person sent to us. `from` and `to` are as the provider writes them. */
export type Inbound = {
  readonly providerId?: string;
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly media: readonly string[];
  /** When the person wrote it, as the provider writes it: it tells a repetition from a second text where there is no id. */
  readonly at?: string;
};

/** `amount` is a decimal string as the provider writes it ("99.50"); `unit` a currency or "messages". */
export type CreditReading = { readonly amount: string; readonly unit: string; readonly currency: string | null };

/** A call that a provider made to our receipts route, body unparsed so that a signature can be checked. */
export type ProviderCall = {
  readonly method: string;
  /** The URL exactly as the provider called it, by TIDINGS_PUBLIC_URL. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: string;
};

/** `forged` answers 401 and changes nothing. */
export type ProviderEvents =
  | { readonly forged: true }
  | {
      readonly forged?: false;
      readonly receipts: readonly Receipt[];
      readonly inbound: readonly Inbound[];
      /** Numbers of people who said STOP to the provider itself, as it writes them: nothing is sent to them any more. */
      readonly optOuts?: readonly string[];
      /** Something in it was understood that tells nothing new. Without this a call without news is one that nobody could read. */
      readonly understood?: true;
      readonly reply: { readonly status: number; readonly body: string; readonly contentType: string };
    };

export type GatewayAbilities = {
  readonly flash: boolean;
  readonly media: boolean;
  readonly maxMedia?: number;
  /** Content types that it takes, lower case: `image/jpeg`, `image/*`. Absent: it says nothing of them. */
  readonly mediaTypes?: readonly string[];
  /** Of each one. Absent: it says nothing of it. */
  readonly maxMediaBytes?: number;
  /** UTF-16 units of a text, however many segments they make. Absent: it says nothing of it. */
  readonly maxCharacters?: number;
  readonly credit: boolean;
  readonly receipts: boolean;
  /** The provider refuses or merges a second text with the same `ref`: only then may `unknown` be sent again. */
  readonly deduplicates: boolean;
  /** Seconds for which it does, since it first saw the text. Absent: for as long as a text is tried. */
  readonly deduplicatesFor?: number;
};

/**
 * What a vendor's API is like, beside what a message may ask of it: for the docs page and the console. The
 * conformance suite holds the adapter to it.
 */
export type GatewayTraits = {
  /** Most recipients of one call. */
  readonly recipientsPerCall: number;
  /** What the vendor numbers: each recipient, each part of a text, the whole call, or nothing. */
  readonly ids: "recipient" | "part" | "call" | "none";
  /** How our reference comes back with a receipt: in a field of the vendor's, in the address it calls, or not. */
  readonly reference: "field" | "callback" | "none";
  readonly numbers: "+digits" | "digits" | "integer" | "as set";
  /** Who decides that a text needs UCS-2: the vendor by itself, or we by a field. */
  readonly unicode: "automatic" | "flagged" | "as set";
  /** Shortest and longest validity in seconds; null: the vendor takes none. */
  readonly validity: readonly [number, number] | null;
  readonly credit: "money" | "credits" | "texts" | "as set" | null;
  readonly senders: readonly ("number" | "short code" | "alphanumeric" | "pool")[];
  /** The algorithm that proves who calls us; null: only the unguessable token in our address does. */
  readonly signature: string | null;
  /** What of all this nobody has confirmed: stands on the docs page. */
  readonly unconfirmed?: readonly string[];
};

/** An opened gateway. Retry, rate, log and database are the engine's; here is only the wire. */
export type Gateway = {
  /** Most recipients one `send` call may carry. */
  readonly batchSize: number;
  /** Most `send` calls under way at once. */
  readonly window: number;
  /**
   * Sends a batch and returns one outcome for each, in order. It does not throw for anything a provider or a
   * network does; if it throws all the same, the engine takes the whole batch as `unknown`.
   */
  send(batch: readonly OutgoingSms[]): Promise<readonly Outcome[]>;
  /** The live balance. Throws where the provider cannot be reached. */
  credit?(): Promise<CreditReading>;
  /** Reads what a provider called us with. */
  receive?(call: ProviderCall): ProviderEvents | Promise<ProviderEvents>;
  /** Ends connections; resolves when nothing more will be sent. */
  close?(): Promise<void>;
};

/**
 * One HTTP exchange, whole: no redirect is followed. Rejects as `fetch` does where no status came; `body` is null where
 * the answer broke off, was not whole after `timeoutMs`, or longer than `longest` bytes.
 */
export type Exchange = (request: {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs: number;
  readonly longest: number;
}) => Promise<{
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string | null;
}>;

/** `fetch`, and where there is one the shorter way for a whole exchange. */
export type GatewayFetch = typeof fetch & { readonly exchange?: Exchange };

/** What a gateway is given besides its settings. */
export type GatewayDeps = {
  readonly fetch: GatewayFetch;
  readonly clock: { now(): number };
  readonly random: () => number;
  /** News that come by another way than HTTP (an SMPP link). Resolves when they are stored: only then acknowledge. */
  readonly events: (events: { receipts: readonly Receipt[]; inbound: readonly Inbound[] }) => Promise<void>;
  /** False on a node that only takes receipts and asks for balances: no session is opened for sending. */
  readonly sends?: boolean;
  /** A line for the operator. Never a number, a text body or a secret. */
  readonly log: Log;
};
