import type { SendDeps } from "#domain/messages/send";
import { siteTimeWriter } from "#domain/outbox/site-time";
import type { CreditStore, StoredCredit } from "#domain/credit/credit-store";
import type { IdempotencyStore } from "#domain/messages/idempotency-store";
import {
  createSchedule,
  prepareSchedule,
  type PreparedSchedule,
  type Scheduled,
  type ScheduleDeps,
  type Timetable,
} from "#domain/schedules/create";
import { withPrefix } from "#lib/ids";
import { isoTime } from "#lib/iso-time";

import type { CallContext, Replay, Reply } from "../../endpoint.ts";
import { answeredBefore, bodyOf } from "../../pipeline.ts";
import type { SendCall } from "../messages/send-fields.ts";
import { shownSending } from "../send-views.ts";

export type SendLaterDeps = Pick<SendDeps, "country" | "inspectMedia"> & {
  readonly schedules: ScheduleDeps;
  readonly idempotency: IdempotencyStore;
  readonly credit: CreditStore;
};

/** `POST /send` with `schedule`: the Idempotency-Key commits with the schedule. */
export async function sendLater(
  services: SendLaterDeps,
  call: SendCall,
  timetable: Timetable,
  { idempotency, warnings }: CallContext,
): Promise<Reply | Replay> {
  const prepared = await prepareSchedule(services, call, timetable);
  const credit = await services.credit.last(prepared.command.route.gateway);
  const schedule = async (): Promise<Reply> =>
    replyOf(prepared, await createSchedule(services.schedules, prepared), credit);
  if (!idempotency) return schedule();
  let made: Reply | null = null;
  const run = await services.idempotency.run(idempotency, { keepBody: true }, async () => {
    made = await schedule();
    return { reply: { status: 200, body: bodyOf(made, warnings) }, keep: true };
  });
  return run.kind === "done" ? made! : answeredBefore(run);
}

function replyOf(
  { command, warnings }: PreparedSchedule,
  { schedule, recipients }: Scheduled,
  credit: StoredCredit | null,
): Reply {
  const { duplicates, invalid } = schedule.message;
  const again = schedule.repeat === null ? "" : " It will be repeated.";
  const sandbox = command.route.sandbox ? " It goes to the sandbox: nothing leaves this machine." : "";
  return {
    message: `Message scheduled for ${siteTimeWriter(schedule.zone)(schedule.nextRun!)} ${schedule.zone}.${again}${sandbox}`,
    data: {
      message_id: null,
      state: "scheduled",
      schedule_id: withPrefix("sch", schedule.id),
      next_run: isoTime(schedule.nextRun),
      recipients: {
        matched: recipients === null ? null : recipients + duplicates + invalid,
        accepted: recipients,
        duplicates,
        invalid,
        suppressed: null,
      },
      ...shownSending(command, credit, warnings),
    },
  };
}
