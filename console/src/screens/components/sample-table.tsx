import { useState } from "react";

import { useList } from "../../api/use-list.ts";
import type { Column } from "../../components/data-table/data-table-column.ts";
import { DataTable } from "../../components/data-table/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Filters, useFilterState } from "../../components/filters/filters.tsx";
import { Phone } from "../../components/phone.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { badges } from "../../components/state-badges.ts";
import { Time } from "../../components/time.tsx";

type Sample = { readonly id: number; readonly number: string; readonly text: string; readonly state: string };

const size = 5_000;
const pageSize = 100;
const states = Object.keys(badges.delivery);
const names = ["Ana Berg", "Bo", "Chloé d'Arc", "دینا", "<b>Dee</b>", "A very long name that goes on and on and on"];

const sample = (id: number): Sample => ({
  id,
  number: `+49151${String(10_000_000 + id * 7919).slice(0, 8)}`,
  text: `Hi ${names[id % names.length]}, your order ${id} is on its way and arrives tomorrow between 9 and 12.`,
  state: states[(id * 7) % states.length] ?? "queued",
});

const columns: readonly Column<Sample>[] = [
  { id: "to", head: "To", width: "180px", phone: "title", cell: (row) => <Phone number={row.number} /> },
  { id: "text", head: "Text", width: "minmax(0, 1fr)", phone: "meta", cell: (row) => <bdi>{row.text}</bdi> },
  {
    id: "state",
    head: "State",
    width: "150px",
    phone: "end",
    cell: (row) => <StateBadge of="delivery" state={row.state} />,
  },
  {
    id: "at",
    head: "When",
    width: "120px",
    align: "end",
    phone: "hidden",
    cell: (row) => <Time at={new Date(Date.now() - row.id * 97_000).toISOString()} />,
  },
];

export function SampleTable() {
  const [values] = useFilterState();
  const [selected, setSelected] = useState<ReadonlySet<string | number>>(new Set());
  const { state } = values;
  const list = useList(["sample", state], async (cursor) => {
    const from = Number(cursor ?? 0);
    const all = Array.from({ length: pageSize }, (_, row) => sample(from + row));
    const items = all.filter((row) => state === undefined || row.state === state);
    const next = from + pageSize < size ? String(from + pageSize) : null;
    return { items, pagination: { next_cursor: next, total: size } };
  });
  const options = states.map((value) => ({
    value,
    label: badges.delivery[value as keyof typeof badges.delivery].word,
  }));
  return (
    <div>
      <Filters search={{ name: "q", label: "Number or text" }} filters={[{ name: "state", label: "State", options }]} />
      <DataTable
        label="Deliveries"
        list={{ ...list, rows: list.rows.slice(0, 14), hasMore: false }}
        columns={columns}
        rowKey={(row) => row.id}
        rowLink={(row) => ({ to: "/dev/components", search: { open: row.id } })}
        current={typeof values["open"] === "number" ? values["open"] : undefined}
        selection={{ selected, onChange: setSelected, name: (row) => row.number }}
        empty={<EmptyState icon="outbox" title="Nothing matches" />}
      />
    </div>
  );
}
