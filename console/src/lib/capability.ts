export const capabilityNames = {
  svc_sendsms: "send messages",
  svc_subscribers: "manage subscribers",
  svc_outbox: "read the log",
  svc_inbox: "read the inbox",
  svc_setting: "change settings",
  svc_users: "manage people and roles",
} as const;

export type Capability = keyof typeof capabilityNames;
