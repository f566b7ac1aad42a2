import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Operations } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { useCan } from "../../api/session.ts";
import { ErrorView } from "../../components/error-view.tsx";
import { Icon } from "../../components/icon.tsx";
import { Panel } from "../../components/panel.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Time } from "../../components/time.tsx";
import { money, percent } from "../../lib/format.ts";
import { rich } from "../../lib/rich.ts";
import { serviceText } from "../../lib/service-text.ts";
import { plural, t } from "../../lib/translate.ts";
import fields from "../settings/settings.module.css";
import classes from "./safety.module.css";

type Spending = Operations["getSpending"]["data"];

/** What messages cost today and this month, and how much of the caps that is. */
export function Spent() {
  const query = useQuery({
    queryKey: ["settings", "spending"],
    queryFn: async ({ signal }) => await tidings.getSpending({}, { signal }),
    refetchInterval: 30_000,
  });
  return (
    <Panel title={t`Spent`}>
      {query.data && <Figures spending={query.data} />}
      {!query.data && query.error && <ErrorView error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={72} />}
    </Panel>
  );
}

function Figures({ spending }: { readonly spending: Spending }) {
  const { counting, currency, day, month, held, warnings = [] } = spending;
  return (
    <div className={classes.stack}>
      {warnings.map((warning) => (
        <p key={warning} className={classes.warning}>
          <Icon name="alert" size={16} />
          <span>
            {serviceText(warning)} <Link to="/settings" search={{ part: "prices" }}>{t`Set prices`}</Link>
          </span>
        </p>
      ))}
      {counting ? (
        <div className={classes.spent}>
          <Period name={t`Today`} of={day} currency={currency} />
          <Period name={t`This month`} of={month} currency={currency} />
        </div>
      ) : (
        <p className={fields.note}>{t`There is no cap, so nothing is counted. Set one below, and counting begins.`}</p>
      )}
      {held.spending > 0 && (
        <Held>{plural(held.spending, "# text waits for the cap to end.", "# texts wait for the cap to end.")}</Held>
      )}
      {held.low_credit > 0 && (
        <Held>{plural(held.low_credit, "# text waits for credit.", "# texts wait for credit.")}</Held>
      )}
    </div>
  );
}

type PeriodProps = {
  readonly name: string;
  readonly of: Spending["day"];
  readonly currency: string | null;
};

function Period({ name, of, currency }: PeriodProps) {
  const shown = (amount: string) => (currency ? money(Number(amount), currency) : amount);
  const texts = plural(of.messages, "# text", "# texts");
  const share = of.cap === null || Number(of.cap) === 0 ? null : Math.min(1, Number(of.spent) / Number(of.cap));
  return (
    <div>
      <strong>
        {name}: {of.cap === null ? shown(of.spent) : t`${shown(of.spent)} of ${shown(of.cap)}`}
      </strong>
      {share !== null && (
        <span className={classes.meter} data-full={share >= 1 || undefined} role="img" aria-label={percent(share)}>
          <span style={{ inlineSize: `${share * 100}%` }} />
        </span>
      )}
      <span className={fields.note}>
        {of.left === null ? `${texts}.` : t`${texts}, ${shown(of.left)} left.`}{" "}
        {rich`Begins again ${<Time at={of.ends_at} focusable />}.`}
      </span>
    </div>
  );
}

function Held({ children }: { readonly children: string }) {
  const can = useCan();
  return (
    <p className={classes.warning}>
      <Icon name="pause" size={16} />
      <span>
        {can("svc_outbox") ? (
          <Link to="/outbox" search={{ state: "held" }}>
            {children}
          </Link>
        ) : (
          children
        )}
      </span>
    </p>
  );
}
