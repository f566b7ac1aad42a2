import type { CreditStore } from "#domain/credit/credit-store";
import { DomainError } from "#domain/error";
import { requireFeature } from "#domain/license/require";
import { siteTimeWriter } from "#domain/outbox/site-time";
import { requireMedia, type LookAtMedia } from "#domain/messages/media";
import { categoryOf, resolveRoute } from "#domain/messages/send";
import { segmentsOf } from "#domain/messages/segments";
import type { IdempotencyStore } from "#domain/messages/idempotency-store";
import { createSchedule, type Scheduled, type SchedulePorts, type Timetable } from "#domain/schedules/create";
import { featureOf } from "#domain/schedules/run";
import { withPrefix } from "#lib/ids";

import type { CallContext, Replay, Reply } from "../../endpoint.ts";
import { HttpError } from "../../http-error.ts";
import { bodyOf, inFlight, mismatch } from "../../pipeline.ts";
import type { SendCall } from "../messages/send-fields.ts";

export type SendLaterServices = {
  readonly schedules: SchedulePorts;
  readonly idempotency: IdempotencyStore;
  readonly credit: CreditStore;
  readonly lookAtMedia?: LookAtMedia;
};

/** The part of `POST /send` that has `schedule`: the Idempotency-Key commits with the schedule. */
export async function sendLater(
  services: SendLaterServices,
  command: SendCall,
  timetable: Timetable,
  { idempotency, warnings }: CallContext,
): Promise<Reply | Replay> {
  const { licenses, clock } = services.schedules;
  requireFeature(await licenses.current(), featureOf(timetable.plan), clock.now());
  if (!command.route) {
    throw new DomainError("no_gateway", "No gateway is configured, so nothing could be sent. Set TIDINGS_GATEWAY.");
  }
  const { gateway, abilities } = resolveRoute(command, categoryOf(command), null).route;
  await requireMedia(services.lookAtMedia, command.media, gateway, abilities);
  const schedule = async (): Promise<Reply> =>
    replyOf(services, command, await createSchedule(services.schedules, command, timetable));
  if (!idempotency) return schedule();
  let made: Reply | null = null;
  const run = await services.idempotency.run(idempotency, true, async () => {
    made = await schedule();
    return { reply: { status: 200, body: bodyOf(made, warnings) }, keep: true };
  });
  switch (run.kind) {
    case "done":
      return made!;
    case "replayed":
      // The pipeline finds a kept refusal once more and gives it.
      if (run.status >= 400) throw new HttpError("internal", "A kept refusal was met by a schedule.");
      return { replayed: true, status: run.status, body: run.body ?? "" };
    case "in_flight":
      throw inFlight();
    case "mismatch":
      throw mismatch();
  }
}

async function replyOf(
  { credit }: SendLaterServices,
  command: SendCall,
  { schedule, recipients, warnings }: Scheduled,
): Promise<Reply> {
  const { message } = schedule;
  const nextRun = new Date(schedule.nextRun!).toISOString();
  const { segments, encoding } = segmentsOf(message.text);
  const again = schedule.repeat === null ? "" : " It will be repeated.";
  const sandbox = command.route.sandbox ? " The sandbox takes it: nothing leaves this machine." : "";
  const stored = await credit.last(command.route.gateway);
  const balance = stored === null ? NaN : Number(stored.amount);
  return {
    message: `Message scheduled for ${siteTimeWriter(schedule.zone)(schedule.nextRun!)} ${schedule.zone}.${again}${sandbox}`,
    data: {
      message_id: null,
      state: "scheduled",
      schedule_id: withPrefix("sch", schedule.id),
      next_run: nextRun,
      recipients: {
        matched: recipients === null ? null : recipients + message.duplicates + message.invalid,
        accepted: recipients,
        duplicates: message.duplicates,
        invalid: message.invalid,
        suppressed: null,
      },
      invalid_numbers: command.skipped,
      segments,
      encoding,
      category: message.category,
      gateway: command.route.gateway,
      sandbox: command.route.sandbox,
      balance: Number.isFinite(balance) ? balance : null,
      balance_checked_at: stored === null ? null : new Date(stored.checkedAt).toISOString(),
      ...(warnings.length > 0 && { warnings }),
    },
  };
}
