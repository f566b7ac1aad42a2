import { Link } from "@tanstack/react-router";

import line from "../../components/thread-row.module.css";
import { Phone } from "../../components/phone.tsx";
import { useSession } from "../../api/session.ts";
import { StateBadge } from "../../components/state-badge.tsx";
import { Time } from "../../components/time.tsx";
import { count } from "../../lib/format.ts";
import { plural, t } from "../../lib/translate.ts";
import classes from "./inbox.module.css";
import { assignedTo } from "./assignee.tsx";
import type { ThreadSummary } from "./thread-list.tsx";

/** As the API counts: more than these are not told apart. */
const mostUnread = 100;

/** Who wrote, when, and the first two lines of it. A link, so that it opens in a tab of its own as well. */
export function ThreadRow({ thread, current }: { readonly thread: ThreadSummary; readonly current: boolean }) {
  const { number, latest, unread, suppressed, subscriber, assignee } = thread;
  const mine = assignee?.principal === useSession().user.principal;
  const { keyword } = latest;
  const badge = keyword && keyword !== "yes" ? keyword : suppressed ? "stop" : null;
  return (
    <Link
      to="/inbox"
      search={(before: object) => ({ ...before, thread: number })}
      resetScroll={false}
      className={classes.row}
      aria-current={current || undefined}
      data-unread={unread > 0 || undefined}
    >
      <span className={line.who}>{subscriber?.name ? <bdi>{subscriber.name}</bdi> : <Phone number={number} />}</span>
      <span className={line.when} data-align="end">
        <Time at={latest.received_at} />
      </span>
      <span className={line.preview}>
        <bdi dir="auto">
          {latest.message ||
            (latest.media.length > 0 ? plural(latest.media.length, "# picture", "# pictures") : t`Empty text`)}
        </bdi>
      </span>
      <span className={classes.marks}>
        {badge && <StateBadge of="reply" state={badge} />}
        {assignee && (
          <span className={classes.assignee}>
            <span className="visually-hidden">{assignedTo(assignee, mine)}</span>
            <bdi aria-hidden>{mine ? t`Yours` : assignee.username}</bdi>
          </span>
        )}
        {unread > 0 && (
          <span className={line.unread}>
            {count(unread)}
            {unread >= mostUnread && "+"} <span className="visually-hidden">{t`unread`}</span>
          </span>
        )}
      </span>
    </Link>
  );
}
