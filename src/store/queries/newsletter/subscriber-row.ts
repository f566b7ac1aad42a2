import { millis } from "../millis.ts";

/** The columns of a `Subscriber` but `memberships`. @param s the table, or its alias */
export const subscriberColumns = (s: string): string => `
${s}.id, ${s}.phone, ${s}.name, ${s}.custom_fields as "customFields", ${s}.locale, ${s}.time_zone as "timeZone",
${millis(`${s}.bounced_at`)} as "bouncedAt", ${millis(`${s}.created_at`)} as "createdAt",
  ${millis(`${s}.updated_at`)} as "updatedAt"`;
