/** The capabilities of the wire; `domain/access/capability` has the same list, and a test compares them. */
export const capabilities = [
  "svc_sendsms",
  "svc_subscribers",
  "svc_outbox",
  "svc_inbox",
  "svc_setting",
  "svc_users",
] as const;
