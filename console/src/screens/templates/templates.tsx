import { Button } from "@mantine/core";
import type { QueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Operations } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { isEmpty, prefetchList, useList } from "../../api/use-list.ts";
import { useNavigateTo } from "../../lib/use-navigate-to.ts";
import { useCommands } from "../../commands/registry.ts";
import { nameColumn } from "../../components/data-table/common-columns.tsx";
import type { Column } from "../../components/data-table/data-table-column.ts";
import { DataTable } from "../../components/data-table/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Filters, useFilterState } from "../../components/filters/filters.tsx";
import { Icon } from "../../components/icon.tsx";
import { Page } from "../../components/page.tsx";
import { Time } from "../../components/time.tsx";
import { list as listed } from "../../lib/format.ts";
import { languageName } from "../../lib/languages.ts";
import { textIn } from "../../lib/text-in.ts";
import { plural, t } from "../../lib/translate.ts";
import classes from "./templates.module.css";

type Row = Operations["listTemplates"]["data"]["items"][number];

const columns: readonly Column<Row>[] = [
  nameColumn,
  {
    id: "text",
    head: t`Text`,
    width: "minmax(0, 2fr)",
    cell: ({ text }) => (
      <bdi className={classes.quiet} dir="auto">
        {text}
      </bdi>
    ),
  },
  {
    id: "languages",
    head: t`Also in`,
    width: "190px",
    phone: "hidden",
    cell: ({ variants }) => <Languages tags={Object.keys(variants)} />,
  },
  {
    id: "changed",
    head: t`Changed`,
    width: "110px",
    align: "end",
    phone: "end",
    cell: ({ updated_at: at }) => <Time at={at} />,
  },
];

function Languages({ tags }: { readonly tags: readonly string[] }) {
  if (tags.length === 0) return <span className={classes.quiet}>{t`no other language`}</span>;
  const names = tags.map(languageName);
  return <span>{names.length <= 2 ? listed(names) : plural(names.length, "# language", "# languages")}</span>;
}

const listOf = (search: string | undefined) => {
  const fetchPage = (cursor: string | undefined, signal: AbortSignal) =>
    tidings.listTemplates({ ...(search && { search }), per_page: 100, ...(cursor && { cursor }) }, { signal });
  return [["templates", "list", search], fetchPage] as const;
};

export const firstReads = (queries: QueryClient) => prefetchList(queries, listOf(undefined));

/** Texts that are written once and sent often. */
export function Templates() {
  const [values, change] = useFilterState();
  const go = useNavigateTo();
  const { q } = values;
  const search = textIn(q);
  const list = useList(...listOf(search));
  useCommands([
    { id: "create-template", label: t`Write a template`, keys: "a", icon: "plus", run: () => go("/templates/new") },
  ]);
  const create = (
    <Button
      component={Link}
      to="/templates/new"
      leftSection={<Icon name="plus" size={14} />}
    >{t`Write a template`}</Button>
  );
  return (
    <Page title={t`Templates`} actions={(search || !isEmpty(list)) && create}>
      <Filters search={{ name: "q", label: t`Name` }} filters={[]} />
      <DataTable
        label={t`Templates`}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: "/templates/$id", params: { id: `${id}` } })}
        empty={
          search ? (
            <EmptyState
              icon="filter"
              title={t`No template has this name`}
              action={
                <Button variant="default" onClick={() => change({ q: undefined })}>{t`Show all templates`}</Button>
              }
            />
          ) : (
            <EmptyState
              icon="template"
              title={t`No templates yet`}
              action={create}
            >{t`A template is a text that you send again and again, in as many languages as you like.`}</EmptyState>
          )
        }
      />
    </Page>
  );
}
