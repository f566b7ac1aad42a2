import type { Operations } from "tidings-client";

import { Panel } from "../../components/panel.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { Time } from "../../components/time.tsx";
import { creditWords } from "../../lib/credit-words.ts";
import { duration } from "../../lib/format.ts";
import { rich } from "../../lib/rich.ts";
import { plural, t } from "../../lib/translate.ts";
import classes from "./overview.module.css";
import { Webhooks } from "./webhooks.tsx";

/** The health of every gateway with its credit, and of the webhooks. */
export function Gateways({ status }: { readonly status: Operations["getStatus"]["data"] | undefined }) {
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
                    {creditWords(credit)},{" "}
                    {credit.days_left !== null && (
                      <>{plural(Math.floor(credit.days_left), "lasts about # day", "lasts about # days")}, </>
                    )}
                  </>
                )}
                {p95 !== null && <>{t`95% within ${duration(p95 / 1000)}`}, </>}
                {last ? rich`last sent ${<Time at={last} />}` : t`nothing sent yet`}
              </span>
            </span>
            <StateBadge of="gateway" state={state} />
          </li>
        ))}
        <Webhooks webhooks={status.webhooks} />
      </ul>
    </Panel>
  );
}
