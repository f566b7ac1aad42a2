import type { Answer, TestService } from "../service/test-service.ts";

/**
 * The next year in UTC. A day of it that is not among its first is ahead on every day of this year, and within the two
 * years in which a schedule may begin.
 */
export const NEXT_YEAR = new Date().getUTCFullYear() + 1;

/** A trial of everything, as `tidings license issue` creates it. */
export function trial(
  service: TestService,
  features: readonly ("scheduling" | "recurring")[] = ["scheduling", "recurring"],
) {
  return service.licenses.issue({ licensee: "Test", features, days: 30 });
}

/** A call that schedules a message for tomorrow by default. */
export function scheduleCall(
  service: TestService,
  more: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const schedule = new Date(service.store.db.now() + 86_400_000).toISOString();
  return service.call("POST", "/send", { message: "Hi", numbers: ["+4915112345678"], schedule, ...more }, { headers });
}

/** The rule of a schedule that repeats every day. */
export const DAILY = { interval: { value: 1, unit: "day" } } as const;

/** The schedule that a call created. */
export const scheduleIdOf = (answer: Answer): string => answer.body.data.schedule_id as string;

/** The messages of its runs, oldest first. */
export async function messagesOf(
  { pool }: TestService,
  id: string,
): Promise<{ id: string; state: string; reason: string | null }[]> {
  const { rows } = await pool.query("select id, state::text, reason from messages where schedule_id = $1 order by id", [
    id.replace("sch_", ""),
  ]);
  return rows;
}

/**
 * Moves the next run of a schedule into the past: the same as if that much time had passed, and another node sent the
 * notification.
 *
 * @param seconds since the run was due @param lasts seconds from then to the end of its rule, written in the same
 * statement because a scheduler might poll between two
 */
export async function overdue(
  service: TestService,
  scheduleId: string,
  seconds: number,
  lasts: number | null = null,
): Promise<void> {
  await service.pool.query(
    `with moved as (
       select id, date_trunc('second', now() - make_interval(secs => $2)) as at from schedules where id = $1)
     update schedules s set next_run = moved.at, due = moved.at, start_at = moved.at,
       start_wall = to_char(moved.at at time zone s.zone, 'YYYY-MM-DD"T"HH24:MI:SS'),
       until = coalesce(moved.at + make_interval(secs => $3), s.until)
     from moved where s.id = moved.id`,
    [scheduleId.replace("sch_", ""), seconds, lasts],
  );
  // Without the notification each run would begin with the scheduler's next poll, up to a second later.
  await service.pool.query("select pg_notify('tidings', 'test schedules')");
}

export type Run = {
  readonly run_at: string;
  readonly outcome: string;
  readonly reason: string | null;
  readonly missed: number;
  readonly message_id: string | null;
  readonly state: string | null;
};

export async function runsOf(service: TestService, scheduleId: string): Promise<readonly Run[]> {
  return (await service.call("GET", `/schedules/${scheduleId}/runs`)).body.data.items as Run[];
}

export async function readSchedule(service: TestService, scheduleId: string): Promise<Record<string, any>> {
  return (await service.call("GET", `/schedules/${scheduleId}`)).body.data;
}

/** What happened to a schedule, oldest first. */
export async function eventsOf(service: TestService, scheduleId: string): Promise<readonly string[]> {
  const { rows } = await service.pool.query<{ kind: string }>(
    "select kind from events where data->>'schedule' = $1 and kind like 'schedule.%' order by id",
    [scheduleId.replace("sch_", "")],
  );
  return rows.map(({ kind }) => kind);
}
