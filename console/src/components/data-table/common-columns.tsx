import { t } from "../../lib/translate.ts";
import { Time } from "../time.tsx";
import type { Column } from "./data-table-column.ts";

/** What a row is called. */
export const nameColumn: Column<{ readonly name: string }> = {
  id: "name",
  head: t`Name`,
  width: "minmax(0, 1fr)",
  phone: "title",
  cell: ({ name }) => <bdi dir="auto">{name}</bdi>,
};

export const sinceColumn: Column<{ readonly created_at: string }> = {
  id: "since",
  head: t`Since`,
  width: "110px",
  align: "end",
  phone: "hidden",
  cell: ({ created_at: at }) => <Time at={at} />,
};

export const changedColumn: Column<{ readonly updated_at: string }> = {
  id: "changed",
  head: t`Changed`,
  width: "120px",
  align: "end",
  phone: "hidden",
  cell: ({ updated_at: at }) => <Time at={at} />,
};
