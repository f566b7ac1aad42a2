import type { Log } from "#lib/log";

import type { MessageContent } from "../messages/content.ts";
import type { Phone } from "../recipients/phone.ts";

/** One message to one person, as the engine passes it to a gateway: its content, with the sender as `from`. */
export type OutgoingSms = Omit<MessageContent, "sender" | "personal" | "variants"> & {
  /** Our reference, unique forever: pass it to the provider wherever the API has a field for it. */
  readonly ref: string;
  readonly to: Phone;
  /** Sender id: alphanumeric, short code or E.164. Absent: as in the gateway's settings. */
  readonly from?: string;
  /** Seconds from now for which the message is still worth delivering. */
  readonly validFor?: number;
  /** Where receipts for this message should be sent. Absent: no public URL is configured. */
  readonly receiptUrl?: string;
};

/** How a message reached a person. A provider may choose by itself: RCS if the phone supports it, otherwise SMS. */
export const channels = ["sms", "mms", "rcs", "whatsapp"] as const;
export type Channel = (typeof channels)[number];

/**
 * What is known after an attempt. If the request was written and no response can be trusted, the outcome is `unknown`,
 * and nothing may turn that into `later` or `rejected`.
 */
export type Outcome =
  /** The gateway accepted it. `providerIds`: one per part if the provider numbers parts. */
  | {
      readonly kind: "accepted";
      readonly providerIds: readonly string[];
      readonly segments?: number;
      /** If the provider reports it. */
      readonly channel?: Channel;
      readonly response?: string;
    }
  /** It never will. `optedOut`: the provider reports that this person replied STOP. */
  | { readonly kind: "rejected"; readonly code: string; readonly reason: string; readonly optedOut?: boolean }
  /** It certainly did not accept it; try again. `throttled` does not count as an attempt. */
  | {
      readonly kind: "later";
      readonly code: string;
      readonly reason: string;
      readonly afterMs?: number;
      readonly throttled?: boolean;
    }
  /** The gateway may have accepted it, and we cannot know. */
  | { readonly kind: "unknown"; readonly reason: string }
  /** Account trouble (password, credit, suspension): pause the gateway, keep the queue, notify the operator. */
  | { readonly kind: "stop"; readonly code: string; readonly reason: string };

/** What a provider reports later about a message it accepted. */
export type Receipt = {
  readonly providerId?: string;
  /** Our reference, if the provider returns it: the better match. */
  readonly ref?: string;
  readonly phone?: string;
  readonly state: "sent" | "delivered" | "undelivered" | "failed";
  /** If the provider reports it. */
  readonly channel?: Channel;
  readonly code?: string;
  /** The provider's wording, without numbers or text bodies. */
  readonly detail?: string;
};

/** A message that a person sent to us. `from` and `to` are as the provider writes them. */
export type Inbound = {
  readonly providerId?: string;
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly media: readonly string[];
  /**
   * When the person sent it, or the provider received it, as the provider writes it. Without an id, it distinguishes a
   * repeat from a second message; a START that is older than a STOP lifts nothing.
   */
  readonly at?: string;
  /**
   * Present: the provider delivers the parts of a long message one by one, and this is `number`, from 1, of `total`.
   * `reference` is the same in all of them, and used again later.
   */
  readonly part?: { readonly reference: string; readonly total: number; readonly number: number };
  /** Present: no person wrote it. `by`: principal of the caller who did; null: the sandbox by itself. */
  readonly simulated?: { readonly by: string | null };
};

/** `amount` is a decimal string as the provider writes it ("99.50"); `unit` a currency or "messages". */
export type CreditReading = { readonly amount: string; readonly unit: string; readonly currency: string | null };

/** A provider's call to our receipts route; the body is unparsed so that a signature can be checked. */
export type ProviderCall = {
  readonly method: string;
  /** The URL exactly as the provider called it, based on TIDINGS_PUBLIC_URL. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Text; of a multipart form, which may have files, a character for each byte. */
  readonly body: string;
};

/** `forged` returns 401 and changes nothing. */
export type ProviderEvents =
  | { readonly forged: true }
  | {
      readonly forged?: false;
      readonly receipts: readonly Receipt[];
      readonly inbound: readonly Inbound[];
      /** Numbers of people who replied STOP to the provider itself, as it writes them: nothing more is sent to them. */
      readonly optOuts?: readonly string[];
      /**
       * Part of it was understood and contains nothing new. Without this, a call without events counts as unreadable.
       */
      readonly understood?: true;
      readonly reply: { readonly status: number; readonly body: string; readonly contentType: string };
    };

export type GatewayAbilities = {
  readonly flash: boolean;
  readonly media: boolean;
  readonly maxMedia?: number;
  /** Content types that it accepts, in lower case: `image/jpeg`, `image/*`. Absent: not stated. */
  readonly mediaTypes?: readonly string[];
  /** Limit for each file. Absent: not stated. */
  readonly maxMediaBytes?: number;
  /** Maximum UTF-16 units of a text, regardless of the number of segments. Absent: not stated. */
  readonly maxCharacters?: number;
  readonly credit: boolean;
  readonly receipts: boolean;
  /** The provider refuses or merges a second message with the same `ref`: only then may `unknown` be sent again. */
  readonly deduplicates: boolean;
  /** Seconds for which it does, counted from the first request. Absent: for as long as a message is retried. */
  readonly deduplicatesFor?: number;
};

/** What the vendor assigns ids to: each recipient, each part of a message, the whole call, or nothing. */
export const idScopes = ["recipient", "part", "call", "none"] as const;

/** How our reference is returned with a receipt: in a field, in the URL that the vendor calls, or not at all. */
export const referencePlaces = ["field", "callback", "none"] as const;

/**
 * Properties of a vendor's API beyond what a message may require of it: for the docs page and the console. The
 * conformance suite checks the adapter against them.
 */
export type GatewayTraits = {
  readonly recipientsPerCall: number;
  readonly ids: (typeof idScopes)[number];
  readonly reference: (typeof referencePlaces)[number];
  readonly numbers: "+digits" | "digits" | "integer" | "as set";
  /** Who decides that a text needs UCS-2: the vendor automatically, or we with a field. */
  readonly unicode: "automatic" | "flagged" | "as set";
  /** Minimum and maximum validity in seconds; null: the vendor accepts none. */
  readonly validity: readonly [number, number] | null;
  readonly credit: "money" | "credits" | "texts" | "as set" | null;
  readonly senders: readonly ("number" | "short code" | "alphanumeric" | "pool")[];
  /** The algorithm that authenticates the vendor's calls; null: only the unguessable token in our URL does. */
  readonly signature: string | null;
  /** Unconfirmed assumptions: listed on the docs page. */
  readonly unconfirmed?: readonly string[];
};

/** An opened gateway. Retries, rate, log and database belong to the engine; a gateway only speaks to the vendor. */
export type Gateway = {
  /** Maximum recipients of one `send` call. */
  readonly batchSize: number;
  /** Maximum concurrent `send` calls. */
  readonly window: number;
  /**
   * Sends a batch and returns one outcome for each, in order. It does not throw for anything a provider or a network
   * does; if it throws all the same, the engine treats the whole batch as `unknown`.
   */
  send(batch: readonly OutgoingSms[]): Promise<readonly Outcome[]>;
  /** The live balance. Throws if the provider cannot be reached. */
  credit?(): Promise<CreditReading>;
  /** Parses a call from the provider. */
  receive?(call: ProviderCall): ProviderEvents | Promise<ProviderEvents>;
  /** Closes connections; resolves when nothing more will be sent. */
  close?(): Promise<void>;
};

/**
 * One complete HTTP exchange; redirects are not followed. Rejects as `fetch` does if no status arrived; `body` is null
 * if the response broke off, was incomplete after `timeoutMs`, or was longer than `longest` bytes.
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
  /** Keys are lower-case names. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string | null;
}>;

/** `fetch`, and optionally the faster path for a complete exchange. */
export type GatewayFetch = typeof fetch & { readonly exchange?: Exchange };

/** The rules for a gateway that opens sockets itself, and whose address is not trusted. */
export type SocketRules = {
  /** Whether a literal address may be connected to. */
  mayConnect(address: string): boolean;
  /** The name lookup of a socket: it returns checked addresses, or fails. */
  readonly lookup: (
    host: string,
    options: { readonly all?: boolean | undefined; readonly family?: unknown },
    callback: (error: Error | null, address: never, family?: number) => void,
  ) => void;
};

/** The dependencies of a gateway, besides its settings. */
export type GatewayDeps = {
  readonly fetch: GatewayFetch;
  /** Absent: any address is trusted. */
  readonly sockets?: SocketRules;
  readonly clock: { now(): number };
  readonly random: () => number;
  /**
   * Events that arrive by other means than HTTP (an SMPP link). Resolves when they are stored: only then acknowledge.
   */
  readonly events: (events: { receipts: readonly Receipt[]; inbound: readonly Inbound[] }) => Promise<void>;
  /** False on a node that only accepts receipts and reads balances: no session is opened for sending. */
  readonly sends?: boolean;
  /** A line for the operator. Never a number, a text body or a secret. */
  readonly log: Log;
};
