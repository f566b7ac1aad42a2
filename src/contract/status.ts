import { z } from "zod";

import { WEBHOOK_EVENTS_COUNTED } from "#domain/stats/status-store";

import { gatewayState } from "./gateways.ts";

const at = z.iso.datetime().nullable();
const seconds = z.number();

export const statusData = z
  .object({
    at: z.iso.datetime(),
    checks: z
      .array(z.object({ name: z.string(), ok: z.boolean(), warning: z.string().nullable() }))
      .meta({ description: "What /readyz checks: the database, the license, stranded deliveries, standby and more." }),
    sandbox: z.boolean().meta({ description: "Messages go to the sandbox by default: nothing is really sent." }),
    standby: z.string().nullable().meta({ description: "Why nothing is sent from here; null: sending is enabled." }),
    queue: z.object({
      oldest_seconds: seconds.meta({ description: "How long the oldest delivery that may leave has waited." }),
      waiting: z.int().meta({ description: "Deliveries in the queue. At most a few thousand chunks are counted." }),
      retries: z.int(),
      held: z.int(),
      receipts: z.int().meta({ description: "Receipts that are still to be matched." }),
      schedules_late_seconds: seconds,
    }),
    gateways: z.array(
      z.object({
        name: z.string(),
        state: gatewayState,
        last_success_at: at,
        in_flight: z.int().meta({ description: "Sent and not answered, on the responding node." }),
        p50_ms: z.int().nullable().meta({ description: "From acceptance to sending, in this hour and the last." }),
        p95_ms: z.int().nullable(),
        credit: z
          .object({
            amount: z.string(),
            unit: z.string(),
            checked_at: z.iso.datetime(),
            days_left: z.number().nullable().meta({
              description:
                "At the rate of the last seven days; null: it did not fall, or was read for less than a day.",
            }),
          })
          .nullable(),
      }),
    ),
    webhooks: z.array(
      z.object({
        id: z.string(),
        host: z.string().meta({ description: "Host and port of its URL." }),
        state: z.enum(["up", "late", "failing", "disabled"]),
        reason: z.string().nullable(),
        failing_since: at,
        waiting: z.int().meta({ description: `Events, counted up to ${WEBHOOK_EVENTS_COUNTED}.` }),
        oldest_seconds: seconds,
      }),
    ),
    schedules: z
      .array(z.object({ schedule_id: z.string(), next_run_at: z.iso.datetime() }))
      .meta({ description: "The next five." }),
    stranded: z.array(z.object({ gateway: z.string(), texts: z.int() })).meta({ description: "As in GET /gateways." }),
    license: z.object({ state: z.string(), warning: z.string().nullable() }),
  })
  .meta({ id: "Status" });
