import type { CreditReading, Outcome, OutgoingSms, ProviderCall, ProviderEvents } from "#domain/gateways/gateway";

/** The simulated provider's response: a whole one, or a connection that breaks in one of the known ways. */
export type Reply =
  | { readonly status: number; readonly body?: string; readonly headers?: Readonly<Record<string, string>> }
  | { readonly breaks: "hangs" | "resets" | "closes" | "truncates" | "drips" | "floods"; readonly status?: number };

/** One request as the simulated provider saw it. Header names are lower case. */
export type Seen = {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
};

/** Where a fact about a vendor comes from. */
export type Source =
  | "specification"
  | "library"
  | "documentation"
  | "third party"
  | "measured"
  | "RFC 9110"
  | "unconfirmed";

/** Every field given here must be in the request, and `fields` must be all there are. */
export type WantedRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | RegExp>>;
  /** Fields of the form body, or of the query if there is no body, with repeated ones in order. */
  readonly fields?: readonly (readonly [string, string])[];
  readonly json?: unknown;
  readonly body?: string;
};

/** Responses that refuse a message, by name. */
type Answers = Readonly<Record<string, Reply>>;

export type Refusals = {
  /** Key, credit, suspension, service: what affects every message. Stops the gateway. */
  readonly account: Answers;
  /**
   * A sender that the account may not use. Stops the gateway, unless the message chose it. Or why the vendor names
   * none.
   */
  readonly sender: Answers | string;
  /** This message or number alone. */
  readonly text: Answers;
  /** Not accepted now, and may be soon. */
  readonly later?: Answers;
  /** An unlisted code, in a form that only a refusal has. Never `unknown`. */
  readonly unheardOf?: Answers;
};

/**
 * The data of one gateway; the suite beside this folder supplies the behavior. A gateway's cases include a text in
 * UCS-2 and, if it can, a flash message and one with media.
 */
export type GatewayCase = {
  readonly title: string;
  /** A DSN for a simulated provider on `host` over plain HTTP, with a timeout of 400 ms. */
  dsn(host: string): string;
  /** Everything that must never be output, in any form. */
  readonly secrets: readonly string[];
  /** The time the gateway's clock shows, for signatures with a time in them. Absent: now. */
  readonly now?: string;
  /** Pages at other addresses that the gateway reads, such as the certificate that its vendor signs with. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  readonly sms?: Partial<OutgoingSms>;
  /** The request for {@link sms}. */
  readonly request: WantedRequest;
  /** More messages and their requests: unicode, flash, media. */
  readonly requests?: readonly {
    readonly name: string;
    readonly sms: Partial<OutgoingSms>;
    readonly request: WantedRequest;
  }[];
  /**
   * A response that means accepted; `outcome` is the result. `decisive`: the place of the success in its JSON, besides
   * the status; any other value there is not a success.
   */
  readonly accepted: {
    readonly reply: Reply;
    readonly outcome: Outcome;
    readonly decisive?: readonly (readonly (string | number)[])[];
  };
  /**
   * Messages to several recipients in one call, with a response that accepts some and refuses others if there is one.
   */
  readonly many?: {
    readonly batch: readonly Partial<OutgoingSms>[];
    /** One call for all of them. */
    readonly request: WantedRequest;
    readonly reply: Reply;
    readonly outcomes: readonly Partial<Outcome>[];
  };
  /** The source of {@link replies}, unless a row says otherwise. */
  readonly source: Source;
  /** An `unconfirmed` row may end only as `unknown` or `later`. */
  readonly replies: readonly {
    readonly name: string;
    readonly source?: Source;
    readonly reply: Reply;
    readonly outcome: Partial<Outcome>;
  }[];
  /** The vendor's refusals, by what is wrong. The suite knows what each must result in. */
  readonly refusals?: Refusals;
  /** Signs a call anew that a test has changed, if every call must be signed. */
  sign?(call: ProviderCall): ProviderCall;
  readonly credit?: {
    /** Default: GET. */
    readonly method?: string;
    readonly path: string;
    readonly reply: Reply;
    readonly reading: CreditReading;
  };
  readonly calls?: readonly {
    readonly name: string;
    readonly call: ProviderCall;
    readonly events: Partial<ProviderEvents>;
  }[];
};
