/** What a caller may do. The host platform grants capabilities; a route names the one it requires. */
export const capabilities = [
  "svc_sendsms",
  "svc_subscribers",
  "svc_outbox",
  "svc_inbox",
  "svc_setting",
  "svc_users",
] as const;

export type Capability = (typeof capabilities)[number];

/** The caller: a user of the host platform, authenticated with one of their application passwords. */
export type Caller = {
  /** Stable across hosts and restarts, for idempotency keys and the log: `builtin:17`. */
  readonly principal: string;
  readonly userId: number;
  readonly username: string;
  readonly capabilities: ReadonlySet<Capability>;
  /** The application password that was used, if the host can name it. Absent for a web session. */
  readonly passwordId?: string;
  /** The web session that was used: the hash of its token in hexadecimal, under which it is stored. */
  readonly sessionId?: string;
  /** The platform proxied this call and is waiting for the response: it must not be queried before that. */
  readonly hostBlocked?: true;
};
