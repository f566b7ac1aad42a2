import type { Operations } from "tidings-client";

import { Panel } from "../../components/panel.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { Time } from "../../components/time.tsx";
import { creditWords } from "../../lib/credit-words.ts";
import { duration, percent } from "../../lib/format.ts";
import { rich } from "../../lib/rich.ts";
import { plural, t } from "../../lib/translate.ts";
import classes from "./overview.module.css";
import { Webhooks } from "./webhooks.tsx";

type Stats = Operations["getStats"]["data"];
type Props = { readonly status: Operations["getStatus"]["data"] | undefined; readonly stats: Stats | undefined };

/** The health of every gateway with its credit and what it delivered in the range, and of the webhooks. */
export function Gateways({ status, stats }: Props) {
  if (!status) {
    return (
      <Panel title={t`Gateways and webhooks`}>
        <Skeleton height={180} />
      </Panel>
    );
  }
  return (
    <Panel title={t`Gateways and webhooks`} flush>
      <ul className={classes.list}>
        {status.gateways.map(({ name, state, credit, last_success_at: last, p95_ms: p95 }) => (
          <li key={name}>
            <span>
              <bdi className={classes.text}>{name}</bdi>
              <span className={classes.quiet}>
                {credit && (
                  <>
                    {creditWords(credit)}
                    {t`, `}
                    {credit.days_left !== null && (
                      <>
                        {plural(Math.floor(credit.days_left), "lasts about # day", "lasts about # days")}
                        {t`, `}
                      </>
                    )}
                  </>
                )}
                {p95 !== null && (
                  <>
                    {t`95% within ${duration(p95 / 1000)}`}
                    {t`, `}
                  </>
                )}
                {last ? rich`last sent ${<Time at={last} />}` : t`nothing sent yet`}
              </span>
              <Delivered figures={stats?.groups.find(({ part }) => part === name)?.totals} />
            </span>
            <StateBadge of="gateway" state={state} />
          </li>
        ))}
        <Webhooks webhooks={status.webhooks} />
      </ul>
    </Panel>
  );
}

/** Nothing of a gateway through which nothing went in the range. */
function Delivered({ figures }: { readonly figures: Stats["totals"] | undefined }) {
  if (!figures) return null;
  const { counts, rates, sent_to_delivered: toDelivered } = figures;
  const failed = counts.failed + counts.undelivered;
  if (counts.sent + failed === 0) return null;
  const within = toDelivered.within_10s;
  return (
    <>
      <span className={classes.quiet}>{t`${counts.sent} sent, ${counts.delivered} delivered, ${failed} failed`}</span>
      <span className={classes.quiet}>{shareOf(counts.delivered + failed, rates.delivered_of_final, within)}</span>
    </>
  );
}

/**
 * The share of what was delivered among what has a final state, and how fast that was. It says of how many: the figure
 * above is a share of what was sent, and differs from it.
 */
function shareOf(final: number, delivered: number | null, within: number | null): string {
  if (delivered === null) return t`no receipt yet: not known how many arrived`;
  if (within === null) return t`of ${final} with an outcome, ${percent(delivered)} arrived`;
  return t`of ${final} with an outcome, ${percent(delivered)} arrived, ${percent(within)} of those within ${duration(10)}`;
}
