import { Button } from "@mantine/core";

import { tidings } from "../../api/client.ts";
import { useList } from "../../api/use-list.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorView } from "../../components/error-view.tsx";
import { Filters, useFilterState } from "../../components/filters/filters.tsx";
import { ListNotes, MoreFailed } from "../../components/list-notes.tsx";
import { Page } from "../../components/page.tsx";
import { SkeletonLines } from "../../components/skeleton.tsx";
import { t } from "../../lib/translate.ts";
import { sectionLabels } from "../settings/setting-labels.ts";
import classes from "./audit.module.css";
import { ChangeEntry } from "./change-entry.tsx";

type Section = keyof typeof sectionLabels;

const sections = (Object.entries(sectionLabels) as [Section, string][]).map(([value, label]) => ({ value, label }));

/** Who changed what of the settings, newest first. */
export function Audit() {
  const [values, change] = useFilterState();
  const section = sections.find(({ value }) => value === values["section"])?.value;
  const list = useList(["settings", "changes", section], (cursor, signal) =>
    tidings.listSettingsChanges({ ...(section && { section }), per_page: 20, ...(cursor && { cursor }) }, { signal }),
  );
  return (
    <Page
      title={t`Audit`}
      width="form"
      lead={t`Who changed which settings, and when. What was sent and by whom is in the outbox.`}
    >
      <div className={classes.above}>
        <Filters filters={[{ name: "section", label: t`Settings`, options: sections }]} />
      </div>
      {list.pending && <SkeletonLines lines={8} />}
      {list.error !== null && <ErrorView error={list.error} onRetry={list.retry} />}
      {!list.pending && list.error === null && list.rows.length === 0 && (
        <EmptyState
          icon={section ? "filter" : "audit"}
          title={section ? t`These settings were never changed` : t`No settings were changed yet`}
          action={
            section && (
              <Button variant="default" onClick={() => change({ section: undefined })}>{t`Show all changes`}</Button>
            )
          }
        >{t`They have the values that come with the service.`}</EmptyState>
      )}
      <ListNotes list={list} />
      {list.rows.length > 0 && (
        <ol className={classes.changes} aria-busy={list.stale}>
          {list.rows.map((one) => (
            <ChangeEntry key={one.id} change={one} />
          ))}
        </ol>
      )}
      <MoreFailed list={list} />
      {list.hasMore && !list.moreError && (
        <Button variant="default" onClick={list.loadMore}>{t`Show older changes`}</Button>
      )}
    </Page>
  );
}
