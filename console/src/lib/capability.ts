import { t } from "./translate.ts";

export const capabilityNames = {
  svc_sendsms: t`send messages`,
  svc_subscribers: t`manage subscribers`,
  svc_outbox: t`read the log`,
  svc_inbox: t`read the inbox`,
  svc_setting: t`change settings`,
  svc_users: t`manage people and roles`,
} as const;

export type Capability = keyof typeof capabilityNames;
