import { Button } from "@mantine/core";
import type { QueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";

import { tidings } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { isEmpty, type List, prefetchList, useList } from "../../api/use-list.ts";
import { useCommands } from "../../commands/registry.ts";
import { DataTable } from "../../components/data-table/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Filters, useFilterState } from "../../components/filters/filters.tsx";
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

/** The new message computes the time: here the page may have been open since yesterday. */
const tomorrow = { to: "/compose", search: { at: "tomorrow" } } as const;

/** What is sent later or again and again: as a list, and as a calendar of what is coming. */
export function Schedules() {
  const [values, change] = useFilterState();
  const { license } = useSession().site;
  const navigate = useNavigate();
  const calendar = values["view"] === "calendar";
  const state = states.find(({ value }) => value === values["state"])?.value;
  const list = useList<ScheduleSummary>(...listOf(state));
  const licensed = unlocks(license, "scheduling");
  const toggle = () => change({ view: calendar ? undefined : "calendar" });
  const create = (
    <Button
      component={Link}
      to={tomorrow.to}
      search={tomorrow.search as never}
      leftSection={<Icon name="plus" size={14} />}
    >{t`Schedule a message`}</Button>
  );
  useCommands([
    ...(licensed
      ? [
          {
            id: "schedule-message",
            label: t`Schedule a message`,
            keys: "a",
            icon: "plus",
            run: () => void navigate(tomorrow),
          } as const,
        ]
      : []),
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
              variant={calendar ? "default" : "filled"}
              aria-pressed={!calendar}
              onClick={toggle}
            >{t`List`}</Button>
            <Button
              variant={calendar ? "filled" : "default"}
              aria-pressed={calendar}
              onClick={toggle}
            >{t`Calendar`}</Button>
          </Button.Group>
          {licensed && (calendar || state || !isEmpty(list)) && create}
        </>
      }
    >
      <div className={classes.stack}>
        <LicenseNote feature="scheduling">{t`You can read, pause and end the schedules that exist; those that come due wait and go on by themselves once a license is installed.`}</LicenseNote>
        {calendar ? (
          <Calendar plannable={licensed} />
        ) : (
          <ScheduleList list={list} state={state} create={licensed && create} />
        )}
      </div>
    </Page>
  );
}

type State = (typeof states)[number]["value"];

const listOf = (state: State | undefined) => {
  const fetchPage = (cursor: string | undefined, signal: AbortSignal) =>
    tidings.listSchedules({ per_page: 50, ...(state && { state }), ...(cursor && { cursor }) }, { signal });
  return [["schedules", "list", state], fetchPage] as const;
};

export const firstReads = (queries: QueryClient) => prefetchList(queries, listOf(undefined));

type ListProps = {
  readonly list: List<ScheduleSummary>;
  readonly state: State | undefined;
  readonly create: ReactNode;
};

function ScheduleList({ list, state, create }: ListProps) {
  const [, change] = useFilterState();
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
              action={create}
            >{t`Choose “Later” under a message, and it leaves at the time you set, once or again and again.`}</EmptyState>
          )
        }
      />
    </div>
  );
}
