import {
  isConsentDays,
  isLogDays,
  LONGEST_RETENTION_DAYS,
  retentionSection,
  SHORTEST_CONSENT_DAYS,
  SHORTEST_LOG_DAYS,
} from "#domain/privacy/retention-settings";

import { integer } from "../fields.ts";
import { settingsSchema } from "./define.ts";

const days = (least = 0) => integer(least, LONGEST_RETENTION_DAYS);

export const retentionSettings = settingsSchema(retentionSection, {
  log_days: days().refine(isLogDays, `must be 0 or at least ${SHORTEST_LOG_DAYS}`).nullable().meta({
    description: "Messages, their log and their events. 0: forever; null: as set by TIDINGS_KEEP_LOG_DAYS.",
  }),
  inbox_days: days().nullable().meta({
    description: "Incoming messages, also in the event log. 0: forever; null: as set by TIDINGS_KEEP_INBOX_DAYS.",
  }),
  webhook_days: days().nullable().meta({
    description: "Deliveries of webhooks. 0: forever; null: as set by TIDINGS_KEEP_WEBHOOK_DAYS.",
  }),
  text_days: days().meta({
    description:
      "Texts and media of messages, counted from the day on which the message ended. They become `[redacted]`; the entries of the log stay, with the responses of gateways, which may repeat a text. 0: as long as the log.",
  }),
  consent_days: days().refine(isConsentDays, `must be 0 or at least ${SHORTEST_CONSENT_DAYS}`).meta({
    description:
      "Consent records of people who have agreed to nothing for so long, are no subscribers and are in no entry of the log: their keys are destroyed, as by an erasure. 0: forever.",
  }),
  job_days: days(1).meta({ description: "Ended jobs with their results, and the errors of imports." }),
});
