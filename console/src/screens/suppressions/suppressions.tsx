import { Button } from "@mantine/core";
import type { Operations } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { useList } from "../../api/use-list.ts";
import { useCommands } from "../../commands/registry.ts";
import { DataTable } from "../../components/data-table/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ExportLink } from "../../components/export-link.tsx";
import { Filters, useFilterState } from "../../components/filters/filters.tsx";
import { Icon } from "../../components/icon.tsx";
import { NothingMatches } from "../../components/nothing-matches.tsx";
import { Page } from "../../components/page.tsx";
import { badges } from "../../components/state-badges.ts";
import { textIn } from "../../lib/text-in.ts";
import { t } from "../../lib/translate.ts";
import { AddMany } from "./add-many.tsx";
import { AddSuppression } from "./add-suppression.tsx";
import { columns } from "./columns.tsx";
import { SuppressionDrawer } from "./suppression-drawer.tsx";

type Query = Operations["listSuppressions"]["input"];

const kinds = (["opt_out", "block", "maybe_opt_out"] as const).map((value) => ({
  value,
  label: badges.suppression[value].word,
}));
const sources = [
  { value: "console", label: t`This console` },
  { value: "api", label: t`The API` },
  { value: "import", label: t`An import` },
];

/** The numbers that get nothing, newest first. */
export function Suppressions() {
  const [values, change] = useFilterState();
  const query = queryOf(values);
  const list = useList(["subscribers", "suppressions", query], (cursor, signal) =>
    tidings.listSuppressions({ ...query, per_page: 100, ...(cursor && { cursor }) }, { signal }),
  );
  const add = () => change({ add: "one" });
  useCommands([
    { id: "suppress-number", label: t`Suppress a number`, keys: "a", icon: "plus", run: add },
    { id: "suppress-numbers", label: t`Suppress many numbers`, icon: "ban", run: () => change({ add: "many" }) },
  ]);
  const open = typeof values["entry"] === "number" ? values["entry"] : undefined;
  const close = () => change({ add: undefined });
  const { source } = query;
  return (
    <Page
      title={t`Suppressions`}
      lead={t`Numbers that get nothing: people who opted out, and numbers that were blocked. Every text is checked against this list right before it leaves.`}
      actions={
        <>
          <ExportLink path="/suppressions/export" file="suppressions.csv" query={query} />
          <Button variant="default" onClick={() => change({ add: "many" })}>{t`Suppress many numbers`}</Button>
          <Button leftSection={<Icon name="plus" size={14} />} onClick={add}>{t`Suppress a number`}</Button>
        </>
      }
    >
      <Filters
        search={{ name: "q", label: t`Number` }}
        filters={[
          { name: "kind", label: t`Why`, options: kinds },
          {
            name: "source",
            label: t`Added by`,
            options:
              source && !sources.some(({ value }) => value === source)
                ? [...sources, { value: source, label: source }]
                : sources,
          },
        ]}
      />
      <DataTable
        label={t`Suppressed numbers`}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: "/suppressions", search: { entry: id } })}
        current={open}
        empty={
          Object.keys(query).length > 0 ? (
            <NothingMatches
              title={query.search ? t`This number is not on the list` : undefined}
              onClear={() => change({ q: undefined, kind: undefined, source: undefined })}
            >
              {query.search &&
                t`This number gets what is sent to it, unless it is listed in another spelling: search for its last digits.`}
            </NothingMatches>
          ) : (
            <EmptyState
              icon="ban"
              title={t`Nobody has opted out`}
            >{t`People who reply STOP to a text are listed here at once, and get nothing more.`}</EmptyState>
          )
        }
      />
      <AddSuppression opened={values["add"] === "one"} onClose={close} />
      <AddMany opened={values["add"] === "many"} onClose={close} />
      <SuppressionDrawer id={open} onClose={() => change({ entry: undefined })} />
    </Page>
  );
}

/** The filters of the address under the API's names. */
function queryOf({ q, kind, source }: Readonly<Record<string, unknown>>): Query {
  const text = textIn(q);
  return {
    ...(text && { search: text }),
    ...(typeof kind === "string" && { kind: kind as NonNullable<Query["kind"]> }),
    ...(typeof source === "string" && { source }),
  };
}
