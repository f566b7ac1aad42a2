import { Button } from "@mantine/core";
import type { QueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";

import { tidings } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { prefetchList, useList } from "../../api/use-list.ts";
import { useCommands } from "../../commands/registry.ts";
import { DataTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Filters, useFilterState } from "../../components/filters.tsx";
import { Icon } from "../../components/icon.tsx";
import { LicenseNote } from "../../components/license-note.tsx";
import { Page } from "../../components/page.tsx";
import { badges } from "../../components/state-badges.ts";
import { unlocks } from "../../lib/license.ts";
import { t } from "../../lib/translate.ts";
import { Calendar } from "./calendar.tsx";
import { columns } from "./columns.tsx";
import type { ScheduleSummary } from "./schedule-rule.ts";
import classes from "./schedules.module.css";

const states = (["active", "paused", "waiting_license", "completed", "canceled"] as const).map((value) => ({
  value,
  label: badges.schedule[value].word,
}));

/** What is sent later or again and again: as a list, and as a calendar of what is coming. */
export function Schedules() {
  const [values, change] = useFilterState();
  const { license } = useSession().site;
  const calendar = values["view"] === "calendar";
  const toggle = () => change({ view: calendar ? undefined : "calendar" });
  useCommands([
    {
      id: "toggle-calendar",
      label: calendar ? t`Show schedules as a list` : t`Show schedules as a calendar`,
      keys: "v",
      icon: "schedule",
      run: toggle,
    },
  ]);
  return (
    <Page
      title={t`Schedules`}
      actions={
        <>
          <Button.Group>
            <Button
              size="xs"
              variant={calendar ? "default" : "filled"}
              aria-pressed={!calendar}
              onClick={toggle}
            >{t`List`}</Button>
            <Button
              size="xs"
              variant={calendar ? "filled" : "default"}
              aria-pressed={calendar}
              onClick={toggle}
            >{t`Calendar`}</Button>
          </Button.Group>
        </>
      }
    >
      <div className={classes.stack}>
        <LicenseNote feature="scheduling">{t`You can read, pause and end the schedules that exist; those that come due wait and go on by themselves once a license is installed.`}</LicenseNote>
        {calendar ? <Calendar /> : <ScheduleList licensed={unlocks(license, "scheduling")} />}
      </div>
    </Page>
  );
}

const listOf = (state: (typeof states)[number]["value"] | undefined) => {
  const fetchPage = (cursor: string | undefined, signal: AbortSignal) =>
    tidings.listSchedules({ per_page: 50, ...(state && { state }), ...(cursor && { cursor }) }, { signal });
  return [["schedules", "list", state], fetchPage] as const;
};

export const firstReads = (queries: QueryClient) => prefetchList(queries, listOf(undefined));

function ScheduleList({ licensed }: { readonly licensed: boolean }) {
  const [values, change] = useFilterState();
  const state = states.find(({ value }) => value === values["state"])?.value;
  const list = useList<ScheduleSummary>(...listOf(state));
  return (
    <div>
      <Filters filters={[{ name: "state", label: t`State`, options: states }]} />
      <DataTable
        label={t`Schedules`}
        list={list}
        columns={columns}
        rowKey={({ schedule_id: id }) => id}
        rowLink={({ schedule_id: id }) => ({ to: "/schedules/$id", params: { id } })}
        empty={
          state ? (
            <EmptyState
              icon="filter"
              title={t`No schedule is in this state`}
              action={
                <Button variant="default" onClick={() => change({ state: undefined })}>{t`Show all schedules`}</Button>
              }
            />
          ) : (
            <EmptyState
              icon="schedule"
              title={t`Nothing is scheduled`}
              action={
                licensed && (
                  <Button
                    component={Link}
                    to="/compose"
                    leftSection={<Icon name="edit" size={14} />}
                  >{t`Write a message`}</Button>
                )
              }
            >{t`Choose “Later” under a message, and it leaves at the time you set, once or again and again.`}</EmptyState>
          )
        }
      />
    </div>
  );
}
