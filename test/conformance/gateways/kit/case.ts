import type { CreditReading, Outcome, OutgoingSms, ProviderCall, ProviderEvents } from "#domain/gateways/gateway";

/** What the played provider answers: a whole reply, or a wire that breaks in one of the known ways. */
export type Reply =
  | { readonly status: number; readonly body?: string; readonly headers?: Readonly<Record<string, string>> }
  | { readonly breaks: "hangs" | "resets" | "closes" | "truncates" | "drips" | "floods"; readonly status?: number };

/** One request as the played provider saw it. Header names are lower case. */
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
  /** Fields of the form body, or of the query where there is no body, with repeated ones in order. */
  readonly fields?: readonly (readonly [string, string])[];
  readonly json?: unknown;
  readonly body?: string;
};

/** Answers that refuse a text, by name. */
type Answers = Readonly<Record<string, Reply>>;

export type Refusals = {
  /** Key, credit, suspension, service: what every text would meet. Stops the gateway. */
  readonly account: Answers;
  /** A sender that the account may not use. Stops the gateway, unless the text chose it. Or why the vendor names none. */
  readonly sender: Answers | string;
  /** This text or number alone. */
  readonly text: Answers;
  /** Taken by nobody, and may be soon. */
  readonly later?: Answers;
  /** A code that is in no list, in a form that only a refusal has. Never `unknown`. */
  readonly unheardOf?: Answers;
};

/**
 * The data of one gateway; the suite beside this folder supplies the behaviour. Somewhere in a gateway's cases
 * stand a text in UCS-2 and, where it can, a flash text and one with media.
 */
export type GatewayCase = {
  readonly title: string;
  /** A DSN for a provider played on `host` over plain HTTP, with a time-out of 400 ms. */
  dsn(host: string): string;
  /** Everything that must never come back out, in any form. */
  readonly secrets: readonly string[];
  /** The time the gateway's clock shows, for signatures with a time in them. Absent: now. */
  readonly now?: string;
  /** What stands at addresses elsewhere that the gateway reads, such as the certificate that its vendor signs with. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  readonly sms?: Partial<OutgoingSms>;
  /** The request for {@link sms}. */
  readonly request: WantedRequest;
  /** More texts and their requests: unicode, flash, media. */
  readonly requests?: readonly {
    readonly name: string;
    readonly sms: Partial<OutgoingSms>;
    readonly request: WantedRequest;
  }[];
  /**
   * A reply that means accepted; `outcome` says what comes of it. `decisive`: where in its JSON the yes stands,
   * besides the status; whatever else stands there is no yes.
   */
  readonly accepted: {
    readonly reply: Reply;
    readonly outcome: Outcome;
    readonly decisive?: readonly (readonly (string | number)[])[];
  };
  /** Texts to several people in one call, with a reply that takes some and refuses others where there is one. */
  readonly many?: {
    readonly batch: readonly Partial<OutgoingSms>[];
    /** One call for all of them. */
    readonly request: WantedRequest;
    readonly reply: Reply;
    readonly outcomes: readonly Partial<Outcome>[];
  };
  /** Where {@link replies} come from, unless a row says otherwise. */
  readonly source: Source;
  /** An `unconfirmed` row may end as `unknown` or `later`, as nothing else. */
  readonly replies: readonly {
    readonly name: string;
    readonly source?: Source;
    readonly reply: Reply;
    readonly outcome: Partial<Outcome>;
  }[];
  /** What the vendor's refusals say, by what is wrong. The suite knows what each must come to. */
  readonly refusals?: Refusals;
  /** Signs a call anew that a test has changed, where every call must be signed. */
  sign?(call: ProviderCall): ProviderCall;
  readonly credit?: {
    /** GET where it does not say. */
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
