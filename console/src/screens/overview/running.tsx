import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";

import { tidings } from "../../api/client.ts";
import { useCan } from "../../api/session.ts";
import { ErrorView } from "../../components/error-view.tsx";
import { Outdated } from "../../components/outdated.tsx";
import { Panel } from "../../components/panel.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { Time } from "../../components/time.tsx";
import { shownContent } from "../../lib/shown-text.ts";
import { plural, t } from "../../lib/translate.ts";
import { FirstSteps } from "./first-steps.tsx";
import classes from "./overview.module.css";

/** The newest messages, with what runs among them. */
export function Running() {
  const can = useCan();
  const newest = useQuery({
    queryKey: ["messages", "newest"],
    queryFn: async ({ signal }) => await tidings.listMessages({ per_page: 6 }, { signal }),
    enabled: can("svc_sendsms"),
  });
  if (!can("svc_sendsms")) return null;
  const items = newest.data?.items;
  const isNew = items?.length === 0;
  return (
    <Panel
      title={isNew ? t`First steps` : t`Newest messages`}
      flush={items !== undefined}
      {...(isNew && { lead: t`Nothing has been sent yet.` })}
    >
      {newest.error && items && <Outdated error={newest.error} onRetry={() => void newest.refetch()} />}
      {newest.error && !items && <ErrorView error={newest.error} onRetry={() => void newest.refetch()} />}
      {newest.isPending && <Skeleton height={180} />}
      {isNew && <FirstSteps />}
      <ul className={classes.list}>
        {items?.map(({ message_id: id, message, media, state, recipients, created_at: at }) => (
          <li key={id}>
            <Link to="/messages/$id" params={{ id }}>
              <bdi className={classes.text} dir="auto">
                {shownContent({ message, media })}
              </bdi>
              <span className={classes.quiet}>
                {plural(recipients.accepted, "# person", "# people")}
                {t`, `}
                <Time at={at} />
              </span>
            </Link>
            <StateBadge of="message" state={state} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
