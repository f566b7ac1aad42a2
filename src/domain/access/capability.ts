/** What a caller may do. The host platform grants them; a route names the one it needs. */
export const capabilities = [
  "svc_sendsms",
  "svc_subscribers",
  "svc_outbox",
  "svc_inbox",
  "svc_setting",
  "svc_users",
] as const;

export type Capability = (typeof capabilities)[number];

/** Who calls: a person of the host platform, through one of their application passwords. */
export type Caller = {
  /** Stable over hosts and restarts, for idempotency keys and the log: `builtin:17`. */
  readonly principal: string;
  readonly userId: number;
  readonly username: string;
  readonly capabilities: ReadonlySet<Capability>;
  /** The application password that was used, where the host can name it. Absent for a web session. */
  readonly passwordId?: string;
  /** The platform passed this call on and waits for its reply: nothing may be asked of it before that. */
  readonly hostBlocked?: true;
};
