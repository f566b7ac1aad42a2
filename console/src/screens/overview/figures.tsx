import type { Operations } from "tidings-client";

import { useCan } from "../../api/session.ts";
import { Stat, StatRow } from "../../components/stat.tsx";
import { count, duration, percent } from "../../lib/format.ts";
import { t } from "../../lib/translate.ts";

type Props = {
  readonly stats: Operations["getStats"]["data"] | undefined;
  readonly status: Operations["getStatus"]["data"] | undefined;
  /** The status could not be read. */
  readonly statusMissing: boolean;
};

/**
 * The figures of the range, in the order of the funnel. Each leads to what it counts, for users who may read the log.
 */
export function Figures({ stats, status, statusMissing }: Props) {
  const can = useCan();
  if (!stats) {
    return (
      <StatRow>
        {[t`Sent`, t`Delivered`, t`Errors`, t`Opt-outs`, t`Accept to sent`, t`Sent to delivered`, t`Waiting`].map(
          (label) => (
            <Stat key={label} label={label} value={undefined} />
          ),
        )}
      </StatRow>
    );
  }
  const { totals, previous, lines, from } = stats;
  const { counts, rates, accepted_to_sent: toSent, sent_to_delivered: toDelivered } = totals;
  const listed = (search: Record<string, unknown>) => (can("svc_outbox") ? { to: "/outbox", search } : {});
  return (
    <StatRow>
      <Stat
        label={t`Sent`}
        value={count(counts.sent)}
        note={t`${previous.totals.counts.sent} before`}
        {...listed({ state: "sent,delivered,undelivered", from })}
      />
      <Stat
        label={t`Delivered`}
        value={share(rates.delivered)}
        note={t`${counts.delivered} reported`}
        {...listed({ state: "delivered", from })}
      />
      <Stat
        label={t`Errors`}
        value={share(rates.errors)}
        note={beside(rates.errors, lines.errors)}
        tone={over(rates.errors, lines.errors) ? "bad" : "plain"}
        {...listed({ state: "undelivered,failed", from })}
      />
      {counts.unknown > 0 && (
        // Neither sent nor an error, and never repeated: nobody else tells.
        <Stat
          label={t`Uncertain`}
          value={count(counts.unknown)}
          note={t`sent or not is unclear`}
          tone="warn"
          {...listed({ state: "unknown", from })}
        />
      )}
      <Stat
        label={t`Opt-outs`}
        value={share(rates.opt_outs)}
        note={beside(rates.opt_outs, lines.opt_outs)}
        tone={over(rates.opt_outs, lines.opt_outs) ? "bad" : "plain"}
      />
      <Stat
        label={t`Accept to sent`}
        value={time(toSent.p50_ms)}
        note={toSent.p95_ms === null ? t`nothing sent yet` : t`95% within ${time(toSent.p95_ms)}`}
      />
      <Stat
        label={t`Sent to delivered`}
        value={time(toDelivered.p50_ms)}
        note={toDelivered.p95_ms === null ? t`nothing reported yet` : t`95% within ${time(toDelivered.p95_ms)}`}
      />
      <Stat
        label={t`Waiting`}
        value={status ? count(status.queue.waiting) : statusMissing ? "–" : undefined}
        note={status ? oldest(status) : statusMissing ? t`not known` : " "}
        {...listed({ state: "queued" })}
      />
    </StatRow>
  );
}

const oldest = ({ queue, stranded }: Operations["getStatus"]["data"]): string => {
  // Of a message with a rate, those whose turn comes later do not wait for anything.
  if (queue.waiting > 0 && queue.oldest_seconds === 0) return t`none of them late`;
  if (queue.waiting > 0) return t`the oldest for ${duration(queue.oldest_seconds)}`;
  return stranded.length > 0 ? t`nothing that can leave` : t`nothing waits`;
};
/** Nothing was sent: there is no share. */
const share = (value: number | null): string => (value === null ? "–" : percent(value));
const time = (milliseconds: number | null): string => (milliseconds === null ? "–" : duration(milliseconds / 1000));
const over = (value: number | null, line: number): boolean => value !== null && value > line;
function beside(value: number | null, line: number): string {
  if (value === null) return t`nothing sent yet`;
  return over(value, line) ? t`over the ${percent(line)} line` : t`below the ${percent(line)} line`;
}
