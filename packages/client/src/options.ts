/** How a client reaches the service. Times are in milliseconds. */
export type ClientOptions = {
  /**
   * Where the service is: `https://sms.example`, or with its mount prefix, `https://shop.example/wp-json`. Empty: the
   * origin of the page.
   */
  readonly url: string;
  /** User name (or e-mail). Without it calls carry the session cookie of the page's own origin. */
  readonly user?: string | undefined;
  /** An application password of that user; spaces in it do not matter. */
  readonly applicationPassword?: string | undefined;
  /** Attempts after the first that fails. Default: 3. */
  readonly maxRetries?: number | undefined;
  /** The longest pause before the first retry; it doubles with each, up to 20 s. Default: 500. */
  readonly retryDelayMs?: number | undefined;
  /** How long one attempt may take, its response included. Default: 30 000. */
  readonly timeoutMs?: number | undefined;
  /** How long one call may take with all its attempts and pauses. Default: 120 000. */
  readonly deadlineMs?: number | undefined;
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
};

/** Options of one call. */
export type CallOptions = {
  /** Ends the call; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * 1 to 255 visible ASCII characters. The same key with the same call does the work once, within 24 hours. Default: a
   * new one for each POST. Pass your own, and store it first, where a call may be repeated after a restart.
   */
  readonly idempotencyKey?: string | undefined;
  /** Added to the headers of the request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
};

/** A list: awaited, it is one page; iterated, all entries of this page and of those after it. */
export type Page<Data, Item> = Promise<Data> & AsyncIterable<Item>;

/** One server-sent event. */
export type StreamEvent<Data> = {
  /** Name of the event, such as `progress`. */
  readonly type: string;
  readonly data: Data;
  readonly id: string | null;
};
