import { useQuery } from "@tanstack/react-query";

import { openAlerts } from "../../api/open-alerts.ts";
import { count } from "../../lib/format.ts";
import { plural } from "../../lib/translate.ts";
import classes from "./sidebar.module.css";

/** The number of unacknowledged alerts. The stream of events keeps it up to date. */
export function AlertBadge() {
  const { data } = useQuery({ ...openAlerts, refetchInterval: false });
  const news = data?.items.filter(({ acknowledged_at: at }) => at === null).length ?? 0;
  if (news === 0) return null;
  return (
    <span className={classes.badge}>
      <span aria-hidden="true">{count(news)}</span>
      <span className="visually-hidden">{plural(news, "# alert needs you", "# alerts need you")}</span>
    </span>
  );
}
