/** A message as a phone behind the sandbox shows it. `at` is in milliseconds since 1970. */
export type SandboxMessage = {
  readonly id: string;
  readonly at: number;
  readonly to: string;
  readonly from: string;
  readonly body: string;
  readonly media: readonly string[];
  readonly flash: boolean;
};

/** What the phones behind a sandbox received, and replies to it. */
export type SandboxPhone = {
  /** The messages received, newest first; `to` in E.164. */
  messages(filter?: { readonly to?: string; readonly limit?: number }): readonly SandboxMessage[];
  /**
   * The person at the phone `from` (E.164) replies to the sender of the newest message there, or else to the gateway's
   * sender. Resolves with the id of the reply once it is stored.
   *
   * @param message.by principal of the caller
   * @param message.key identifies the reply: with the same key it is stored once
   */
  reply(message: {
    readonly from: string;
    readonly text: string;
    readonly by: string;
    readonly key?: string;
  }): Promise<string>;
};
