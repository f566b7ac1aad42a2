import { z } from "zod";

import { alertEvents, alertKinds } from "#domain/alerts/alert";
import { alertChannels, alertStates, notificationStates } from "#domain/alerts/alert-store";

import { listPage, pagination } from "./fields.ts";

export const alertsQuery = z.object({
  state: z
    .enum(alertStates)
    .optional()
    .meta({ description: "Only open alerts, or only those that have ended. Default: both, open ones first." }),
  ...listPage,
});

export const alertPath = z.object({ id: z.string().max(60).meta({ description: "alt_…", example: "alt_…" }) });

const at = z.iso.datetime().nullable();
const channel = z.enum(alertChannels);

const notification = z.object({
  event: z.enum(alertEvents),
  channel,
  recipient: z.string(),
  state: z.enum(notificationStates).meta({
    description:
      "`waiting`: it is sent later, or retried. `unknown`: it may have arrived, and is not sent twice. `skipped`: there was no need to send it, or no way.",
  }),
  reason: z.string().nullable().meta({ description: "Why it was not sent, or is not sent yet." }),
  settled_at: at,
});

export const alertData = z
  .object({
    id: z.string(),
    kind: z.enum(alertKinds),
    subject: z
      .string()
      .meta({ description: "What it is about: the name of a gateway, the id of a webhook, a country." }),
    level: z.int().meta({ description: "From 1. A level that rises is sent again." }),
    title: z.string(),
    meaning: z.string().meta({ description: "What it means for messages." }),
    next_step: z.string(),
    screen: z.string().meta({ description: "Path of the console's screen for it." }),
    opened_at: z.iso.datetime(),
    ended_at: at,
    acknowledged_at: at,
    acknowledged_by: z.string().nullable().meta({ description: "The caller: `builtin:17` is user 17." }),
    notifications: z.array(notification),
  })
  .meta({ id: "Alert" });

export const alertsData = z.object({ items: z.array(alertData), pagination });

export const alertTestData = z.object({
  results: z.array(
    z.object({
      channel,
      recipient: z.string(),
      ok: z.boolean(),
      text: z.string().meta({ description: "What happened, as a sentence." }),
    }),
  ),
});
