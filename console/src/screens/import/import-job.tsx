import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";

import { countOf, isJobOver, type Job, useJob } from "../../api/use-job.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { Icon } from "../../components/icon.tsx";
import { JobProgress } from "../../components/job-progress.tsx";
import { Loading } from "../../components/loading.tsx";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import { PersonName } from "../../components/person-name.tsx";
import { Time } from "../../components/time.tsx";
import { WriteTo, writtenTo } from "../../components/write-to.tsx";
import { list } from "../../lib/format.ts";
import { rich } from "../../lib/rich.ts";
import { plural, t } from "../../lib/translate.ts";
import { useRouteParams } from "../../lib/use-route-params.ts";
import { useGroups } from "../subscribers/use-groups.ts";
import { ImportFigures } from "./import-figures.tsx";
import classes from "./import.module.css";
import { RowErrors } from "./row-errors.tsx";

const breadcrumbs = [{ label: t`Import`, to: "/import" }];
const labels: Readonly<Record<string, string>> = {
  queued: t`The file waits for its turn`,
  running: t`Importing the file`,
  completed: t`The whole file was imported`,
  failed: t`The import ended early`,
  canceled: t`The import was stopped`,
};

/** One import while it runs and afterwards. It goes on when the page is closed. */
export function ImportJob() {
  const { id } = useRouteParams("id");
  const query = useJob(id);
  const { data: job } = query;
  if (!job) {
    return (
      <Page title={t`Import`} breadcrumbs={breadcrumbs}>
        <Loading query={query} height={240} />
      </Page>
    );
  }
  if (job.kind !== "import") {
    return (
      <Page title={t`Import`} breadcrumbs={breadcrumbs}>
        <EmptyState icon="upload" title={t`This is not an import`} />
      </Page>
    );
  }
  const over = isJobOver(job);
  const isCheck = job.result?.["dry_run"] === true;
  return (
    <Page
      title={isCheck ? t`Check of a file` : over ? t`Import` : t`Import is running`}
      breadcrumbs={breadcrumbs}
      lead={
        <>
          {rich`Begun ${<Time at={job.created_at} focusable />} by ${<PersonName principal={job.created_by} />}.`}{" "}
          {isCheck && t`A check changes nothing.`}{" "}
          {!over && t`You can close this page: it goes on, and is listed under Import.`}
        </>
      }
      actions={
        over && (
          <>
            <Button component={Link} to="/import" variant="default">{t`Import another file`}</Button>
            {countOf(job, "created") > 0 && !isCheck && <Imported job={job} />}
          </>
        )
      }
    >
      <div className={classes.stack}>
        <Panel title={t`Progress`}>
          <div className={classes.result}>
            <JobProgress
              job={job}
              label={labels[job.state] ?? t`Import`}
              before={plural(countOf(job, "rows"), "# row read", "# rows read")}
              stop={{
                action: t`Stop this import`,
                title: t`Stop this import?`,
                body: t`People who were imported so far stay. The rest of the file is left out; you can import the file again later.`,
              }}
            />
            <ImportFigures job={job} />
          </div>
        </Panel>
        {countOf(job, "invalid") > 0 && over && (
          <Panel>
            <RowErrors job={job} />
          </Panel>
        )}
      </div>
    </Page>
  );
}

/** A message to more groups than can be read at a glance is begun under Groups. */
const mostWrittenTo = 20;

/** What is done next with them. */
function Imported({ job }: { readonly job: Job }) {
  const ids = new Set((job.result?.["joined_group_ids"] ?? job.result?.["group_ids"] ?? []) as readonly number[]);
  const groups = useGroups().data?.filter(({ id }) => ids.has(id)) ?? [];
  const [group] = groups.length === 1 ? groups : [];
  return (
    <>
      {groups.length > 0 && groups.length <= mostWrittenTo && (
        <WriteTo to={writtenTo(groups)} name={list(groups.map(({ name }) => name))} />
      )}
      <Button
        component={Link}
        to="/subscribers"
        search={(group ? { group_id: group.id } : {}) as never}
        leftSection={<Icon name="person" size={14} />}
      >{t`Show the people`}</Button>
    </>
  );
}
