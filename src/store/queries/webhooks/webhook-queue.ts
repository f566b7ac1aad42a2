import {
  ATTEMPTS_KEPT,
  LONGEST_ERROR,
  type SettledTry,
  type WebhookAttempt,
  type WebhookQueue,
  type WebhookTry,
} from "#domain/webhooks/webhook-store";
import { GIVE_UP_ENDPOINT_MS } from "#domain/webhooks/retry-plan";
import { fitText } from "#lib/fit-text";
import type { Uuid } from "#lib/ids";

import type { Db } from "../../database.ts";
import { leasedFor } from "../../leases.ts";
import { EVENT_COLUMNS, eventOf, readEvent, type EventRow } from "./webhook-event.ts";

/** Characters that are kept of what each attempt was answered, in the log. */
const LONGEST_LOGGED = 500;

export function webhookQueueQueries(db: Db): WebhookQueue {
  return {
    async claim({ limit, perEndpoint, leaseMs, busy, failing }) {
      const rows = await db.query<ClaimedRow>("webhook claim", CLAIM, [
        perEndpoint,
        [...busy.keys()],
        [...busy.values()],
        limit,
        leaseMs,
        failing,
      ]);
      return rows.map(tryOf);
    },
    async settle(tries) {
      const rows = tries.toSorted((a, b) => a.deliveryId - b.deliveryId).map(rowOf);
      await db.query("webhook settle", SETTLE, [JSON.stringify(rows), GIVE_UP_ENDPOINT_MS]);
    },
  };
}

/** Of webhook_deliveries. */
export const IS_TRY_DUE = "state = 'pending' and due <= now()";

/**
 * Claims some due attempts of every endpoint: as many as it has free slots, or one while it fails, and $6 for all that
 * fail. The end of the lease is the next `due`, so a dead sender's delivery becomes due by itself, as the next attempt.
 */
const CLAIM = `
with slot as (
  select w.id, w.failing_since is not null as failing, greatest(0, case when w.failing_since is null then $1::int else 1 end - coalesce(b.used, 0)) as free
  from webhooks w left join unnest($2::uuid[], $3::int[]) as b(id, used) on b.id = w.id
  where w.enabled
),
free as materialized (
  select d.id, d.due, slot.failing, row_number() over (partition by slot.failing order by d.due) as nth
  from slot cross join lateral (
    select id, due from webhook_deliveries
    where webhook_id = slot.id and ${IS_TRY_DUE}
    order by due limit slot.free for update skip locked) d
),
picked as (
  -- A failing endpoint is included even while healthy ones have more than enough work: it may work again.
  select id from free where not failing or nth <= $6::int order by failing and nth > 1, due limit $4
),
claimed as (
  update webhook_deliveries
  set ${leasedFor("$5")}, attempt = attempt + 1
  where id = any(array(select id from picked))
  returning id, webhook_id, event_id, token, attempt, created_at
)
select c.id, c.token, c.attempt, c.webhook_id, w.url, w.failing_since is not null as failing, w.secret,
  case when w.previous_until > now() then w.previous_secret end as previous_secret,
  ${EVENT_COLUMNS}
from claimed c
join webhooks w on w.id = c.webhook_id
${eventOf("c")}
order by c.id`;

type ClaimedRow = EventRow & {
  id: number;
  token: number;
  attempt: number;
  webhook_id: Uuid;
  url: string;
  failing: boolean;
  secret: Buffer;
  previous_secret: Buffer | null;
};

function tryOf(row: ClaimedRow): WebhookTry {
  return {
    deliveryId: row.id,
    token: row.token,
    attempt: row.attempt,
    webhookId: row.webhook_id,
    url: row.url,
    isFailing: row.failing,
    sealedSecrets: row.previous_secret ? [row.secret, row.previous_secret] : [row.secret],
    event: readEvent(row),
  };
}

/**
 * Records the outcomes of attempts, and their effect on the health of their endpoints. Only the owner of the token
 * writes. Endpoints are updated only if their health changes, so that a busy one is no hot row.
 */
const SETTLE = `
with news as materialized (
  select * from json_to_recordset($1::json) as r(
    id bigint, token integer, url text, verdict text, wait_ms bigint, status smallint, error text, signed_at bigint, signature text, attempt jsonb)
),
held as materialized (
  -- Answers of an endpoint's previous address do not count against the new one, which gets the event; nor do those to
  -- attempts that began before it was enabled again. If that is in the future, the clock was set back since, and all
  -- attempts would be repeated at once.
  select d.id, case
      when n.verdict = 'delivered' then n.verdict
      when n.url <> w.url then 'interrupted'
      when to_timestamp((n.attempt ->> 'at')::bigint / 1000.0) < w.enabled_at and w.enabled_at <= now() then 'interrupted'
      else n.verdict
    end as verdict
  from webhook_deliveries d join news n on d.id = n.id join webhooks w on w.id = d.webhook_id
  where d.token = n.token and d.state = 'pending' order by d.id for update of d
),
moved as (
  update webhook_deliveries d
  set state = case h.verdict when 'delivered' then 'delivered' when 'given_up' then 'failed' when 'gone' then 'failed' else 'pending' end,
    due = now() + case h.verdict when 'again' then make_interval(secs => n.wait_ms / 1000.0) else '0' end,
    attempt = d.attempt - case h.verdict when 'interrupted' then 1 else 0 end,
    last_status = case h.verdict when 'interrupted' then d.last_status else n.status end,
    last_error = case h.verdict when 'interrupted' then d.last_error else n.error end,
    signed_at = case when h.verdict = 'interrupted' or n.signature is null then d.signed_at else n.signed_at end,
    signature = case when h.verdict = 'interrupted' then d.signature else coalesce(n.signature, d.signature) end,
    attempt_log = case when h.verdict = 'interrupted' or n.attempt is null then d.attempt_log
      else (n.attempt || coalesce(d.attempt_log, '[]')) - ${ATTEMPTS_KEPT} end,
    delivered_at = case h.verdict when 'delivered' then now() end
  from news n join held h on h.id = n.id
  where d.id = n.id
  returning d.webhook_id, h.verdict
),
health as (
  select webhook_id, bool_or(verdict = 'delivered') as works, bool_or(verdict = 'gone') as gone
  from moved where verdict <> 'interrupted' group by webhook_id
),
changing as materialized (
  select w.id, h.works, case
      when h.gone then 'gone'
      when not h.works and w.failing_since <= now() - make_interval(secs => $2 / 1000.0) then 'failing'
    end as reason
  from webhooks w join health h on h.webhook_id = w.id
  where w.enabled and (h.gone or h.works = (w.failing_since is not null)
    or (not h.works and w.failing_since <= now() - make_interval(secs => $2 / 1000.0)))
  -- Not a stronger lock: statements that write events hold the keys of their endpoints.
  order by w.id for no key update of w
),
touched as (
  update webhooks w
  set failing_since = case when c.works then null else coalesce(w.failing_since, now()) end,
    enabled = c.reason is null, disabled_reason = c.reason
  from changing c where w.id = c.id
  returning w.id, w.disabled_reason
)
insert into events (kind, data)
select 'webhook.disabled', json_build_object('webhook_id', id, 'reason', disabled_reason)
from touched where disabled_reason is not null`;

/** An attempt as the column `attempt_log` has it. `answer` and `error` are absent once they were deleted. */
export type LoggedAttempt = Pick<WebhookAttempt, "status"> &
  Partial<Pick<WebhookAttempt, "answer" | "error">> & { readonly at: number; readonly ms: number };

function rowOf({
  deliveryId,
  token,
  url,
  verdict,
  status,
  error,
  signed,
  attempt,
}: SettledTry): Record<string, unknown> {
  const wait = verdict.kind === "again" ? verdict.afterMs : 0;
  const own = { signed_at: signed?.timestamp ?? null, signature: signed?.signature ?? null };
  return {
    id: deliveryId,
    token,
    url,
    verdict: verdict.kind,
    wait_ms: wait,
    status,
    error: fitOrNull(error, LONGEST_ERROR),
    ...own,
    attempt: attempt && loggedOf(attempt),
  };
}

function loggedOf({ at, durationMs, status, answer, error }: WebhookAttempt): LoggedAttempt {
  return {
    at: at.getTime(),
    ms: durationMs,
    status,
    answer: fitOrNull(answer, LONGEST_LOGGED),
    error: fitOrNull(error, LONGEST_LOGGED),
  };
}

/** One text that the database refuses would lose the outcomes of all attempts that are recorded with it. */
const fitOrNull = (text: string | null, longest: number): string | null =>
  text === null ? null : fitText(text, longest);
