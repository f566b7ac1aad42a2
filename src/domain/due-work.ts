/** Work that becomes due in the database, each kind with a worker loop of its own. */
export const DUE_WORK = [
  "fanOut",
  "receipts",
  "retries",
  "webhooks",
  "cancellations",
  "schedules",
  "erasures",
  "jobs",
  "forms",
  "alerts",
  "rollUps",
  "bounces",
  "inboundParts",
  "consents",
] as const;

export type DueWork = (typeof DUE_WORK)[number];

/** Reads of which kinds something is due now. */
export type ReadDueWork = () => Promise<readonly DueWork[]>;
