import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";

import { tidings } from "../../api/client.ts";
import { countOf } from "../../api/use-job.ts";
import { ErrorView } from "../../components/error-view.tsx";
import { Panel } from "../../components/panel.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { Time } from "../../components/time.tsx";
import { plural } from "../../lib/format.ts";
import classes from "./import.module.css";

/** So many are shown. */
const most = 8;

/** The imports of the last 30 days, so that one that runs is found again. Checks are left out. */
export function RecentImports() {
  const jobs = useQuery({
    queryKey: ["jobs", "imports"],
    queryFn: async ({ signal }) => (await tidings.listJobs({ kind: "import", per_page: 100 }, { signal })).items,
  });
  const imports = jobs.data?.filter(({ result }) => result && result["dry_run"] !== true).slice(0, most);
  if (imports?.length === 0) return null;
  return (
    <Panel title="Imports of the last 30 days" flush={imports !== undefined}>
      {jobs.error && <ErrorView error={jobs.error} onRetry={() => void jobs.refetch()} />}
      {jobs.isPending && <Skeleton height={120} />}
      <ul className={classes.recent}>
        {imports?.map((job) => (
          <li key={job.id}>
            <Link to={"/import/$id" as string} params={{ id: job.id } as never}>
              <span>{plural(countOf(job, "rows"), "row", "rows")}</span>
              <span className={classes.note}>
                {plural(countOf(job, "created"), "new person", "new people")}, {countOf(job, "invalid")} left out,{" "}
                <Time at={job.created_at} />
              </span>
            </Link>
            <StateBadge of="job" state={job.state} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
