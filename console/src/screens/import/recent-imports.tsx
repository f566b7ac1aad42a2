import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";

import { tidings } from "../../api/client.ts";
import { countOf, type Job } from "../../api/use-job.ts";
import { ErrorView } from "../../components/error-view.tsx";
import { Panel } from "../../components/panel.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { Time } from "../../components/time.tsx";
import { rich } from "../../lib/rich.ts";
import { plural, t } from "../../lib/translate.ts";
import classes from "./import.module.css";

/** So many are shown. */
const most = 8;
/** Of the newest jobs, which are checks for the most part. */
const mostSeen = 300;

/** The imports of the last 30 days, so that one that runs is found again. Checks are left out. */
export function RecentImports() {
  const jobs = useQuery({
    queryKey: ["jobs", "imports"],
    queryFn: async ({ signal }) => {
      const found: Job[] = [];
      let seen = 0;
      for await (const job of tidings.listJobs({ kind: "import", per_page: 100 }, { signal })) {
        if (job.result && job.result["dry_run"] !== true) found.push(job);
        seen += 1;
        if (found.length === most || seen === mostSeen) break;
      }
      return found;
    },
  });
  const imports = jobs.data;
  if (imports?.length === 0) return null;
  return (
    <Panel title={t`Imports of the last 30 days`} flush={imports !== undefined}>
      {jobs.error && <ErrorView error={jobs.error} onRetry={() => void jobs.refetch()} />}
      {jobs.isPending && <Skeleton height={120} />}
      <ul className={classes.recent}>
        {imports?.map((job) => (
          <li key={job.id}>
            <Link to="/import/$id" params={{ id: job.id }}>
              <span>{plural(countOf(job, "rows"), "# row", "# rows")}</span>
              <span className={classes.note}>
                {rich`${plural(countOf(job, "created"), "# new person", "# new people")}, ${countOf(job, "invalid")} left out, ${<Time at={job.created_at} />}`}
              </span>
            </Link>
            <StateBadge of="job" state={job.state} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
