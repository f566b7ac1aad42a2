import type { CreditReading, Outcome, OutgoingSms, ProviderCall, ProviderNews } from "#domain/ports/gateway";

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

/** The data of one gateway; the suite beside this folder supplies the behaviour. */
export type GatewayCase = {
  readonly title: string;
  /** A DSN for a provider played on `host` over plain HTTP, with a time-out of 400 ms. */
  dsn(host: string): string;
  /** Everything that must never come back out, in any form. */
  readonly secrets: readonly string[];
  readonly sms?: Partial<OutgoingSms>;
  /** The request for {@link sms}: every field given here must be there, and `fields` must be all there are. */
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers?: Readonly<Record<string, string | RegExp>>;
    /** Fields of the form body, or of the query where there is no body, with repeated ones in order. */
    readonly fields?: readonly (readonly [string, string])[];
    readonly json?: unknown;
    readonly body?: string;
  };
  /** A reply that means accepted; `outcome` says what comes of it. */
  readonly accepted: { readonly reply: Reply; readonly outcome: Outcome };
  readonly replies: readonly { readonly name: string; readonly reply: Reply; readonly outcome: Partial<Outcome> }[];
  readonly credit?: { readonly path: string; readonly reply: Reply; readonly reading: CreditReading };
  readonly calls?: readonly {
    readonly name: string;
    readonly call: ProviderCall;
    readonly news: Partial<ProviderNews>;
  }[];
};
