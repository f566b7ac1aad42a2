import { Link } from "@tanstack/react-router";
import type { Operations } from "tidings-client";

import { useCan } from "../../api/session.ts";
import { Panel } from "../../components/panel.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { Time } from "../../components/time.tsx";
import { duration } from "../../lib/format.ts";
import { rich } from "../../lib/rich.ts";
import { t } from "../../lib/translate.ts";
import classes from "./overview.module.css";

/** The health of every gateway, its credit, and the next schedules. */
export function Gateways({ status }: { readonly status: Operations["getStatus"]["data"] | undefined }) {
  const can = useCan();
  if (!status) {
    return (
      <Panel title={t`Gateways`}>
        <Skeleton height={180} />
      </Panel>
    );
  }
  return (
    <Panel title={t`Gateways`} flush>
      <ul className={classes.list}>
        {status.gateways.map(({ name, state, credit, last_success_at: last, p95_ms: p95 }) => (
          <li key={name}>
            <span>
              <bdi className={classes.text}>{name}</bdi>
              <span className={classes.quiet}>
                {credit && (
                  <>
                    {credit.amount} {credit.unit},{" "}
                  </>
                )}
                {p95 !== null && <>{t`95% within ${duration(p95 / 1000)}`}, </>}
                {last ? rich`last sent ${<Time at={last} />}` : t`nothing sent yet`}
              </span>
            </span>
            <StateBadge of="gateway" state={state} />
          </li>
        ))}
        {status.schedules.map(({ schedule_id: id, next_run_at: at }) => (
          <li key={id}>
            {can("svc_sendsms") ? (
              <Link to={"/schedules/$id" as string} params={{ id } as never}>{t`Next scheduled message`}</Link>
            ) : (
              <span>{t`Next scheduled message`}</span>
            )}
            <Time at={at} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
