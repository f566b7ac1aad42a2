import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useDeferredValue, useEffect, useEffectEvent, useRef, useState, type ReactNode } from "react";

import type { Command } from "../../commands/registry.ts";
import type { List } from "../../api/use-list.ts";
import { t } from "../../lib/translate.ts";
import { useIsPhone } from "../../lib/use-is-phone.ts";
import type { Column, RowTarget } from "./data-table-column.ts";
import { Row } from "./data-table-row.tsx";
import classes from "./data-table.module.css";
import { inWindow, useTopOf } from "./data-table-place.ts";
import { ErrorView } from "../error-view.tsx";
import { stepToRow, useListKeys } from "./list-keys.ts";
import { ListNotes, MoreFailed } from "../list-notes.tsx";
import { useRowCommands } from "./row-commands.ts";
import { Skeleton } from "../skeleton.tsx";

export type DataTableProps<Item> = {
  /** What the rows are, for a screen reader: "Deliveries". */
  readonly label: string;
  readonly list: List<Item>;
  readonly columns: readonly Column<Item>[];
  readonly rowKey: (item: Item) => string | number;
  /** Where a row leads: it is a link, so that it opens in a tab of its own as well. */
  readonly rowLink?: (item: Item) => RowTarget;
  /** The commands of the row that has the focus: the same as the buttons at its end. */
  readonly rowCommands?: (item: Item) => readonly Command[];
  /** The row whose details are shown beside the table. */
  readonly current?: string | number | undefined;
  /** Boxes before the rows. Keys as of `rowKey`. */
  readonly selection?: {
    readonly selected: ReadonlySet<string | number>;
    readonly onChange: (selected: ReadonlySet<string | number>) => void;
    readonly name: (item: Item) => string;
  };
  /** Shown in place of the table when it has no rows: an `EmptyState`. */
  readonly empty: ReactNode;
};

const heights = { fine: 36, touch: 44, card: 64 };
const placeholders = 12;
const aheadRows = 12;

/**
 * A list of any length: only visible rows are in the page, and more are loaded as it is scrolled. Keys: j, k, arrows,
 * Enter.
 */
export function DataTable<Item>(props: DataTableProps<Item>) {
  const { label, list, columns, rowKey, rowLink, rowCommands, current, selection, empty } = props;
  const phone = useIsPhone();
  const body = useRef<HTMLDivElement>(null);
  const [offset, setOffset] = useState(0);
  const [at, setAt] = useState(-1);
  const height = phone ? heights.card : matchMedia("(pointer: coarse)").matches ? heights.touch : heights.fine;
  const shown = list.pending ? placeholders : list.rows.length + (list.hasMore && !list.moreError ? 1 : 0);
  // The visible rows first, and those around them after these are painted.
  const overscan = useDeferredValue(list.pending ? 0 : aheadRows, 0);
  const virtual = useWindowVirtualizer({
    count: shown,
    estimateSize: () => height,
    overscan,
    scrollMargin: offset,
    ...inWindow(),
  });
  useTopOf(body, setOffset);
  const measure = useEffectEvent(() => virtual.measure());
  useEffect(() => measure(), [height]);
  const rows = virtual.getVirtualItems();
  const last = rows.at(-1)?.index ?? 0;
  // A page may be empty although more follow: a search stops after 0.2 seconds and returns the position.
  const wanted = list.hasMore && last >= list.rows.length - 10 && !list.fetching && !list.moreError;
  const loadMore = useEffectEvent(list.loadMore);
  useEffect(() => {
    if (wanted) loadMore();
  }, [wanted, list.rows.length]);

  const move = (step: number) => {
    const next = Math.max(0, Math.min(list.rows.length - 1, at + step));
    setAt(next);
    stepToRow(body, next, virtual.scrollToIndex);
  };
  const keys = useListKeys(body, move);

  const row = useRowCommands(list.rows, rowKey, rowCommands);

  if (list.error) return <ErrorView error={list.error} onRetry={list.retry} />;
  const searching = !list.pending && list.rows.length === 0 && list.hasMore;
  if (!list.pending && list.rows.length === 0 && !searching) return empty;
  const visible = phone ? columns.filter((column) => column.phone !== "hidden") : columns;
  const template = [...(selection ? ["36px"] : []), ...columns.map((column) => column.width ?? "minmax(0, 1fr)")];
  return (
    <>
      <ListNotes list={list} />
      {searching && !list.moreError && (
        <p role="status" className={classes.note}>{t`Still searching: nothing matches among the newest.`}</p>
      )}
      <div
        role="table"
        aria-label={label}
        aria-rowcount={list.total === null || list.totalCapped ? -1 : list.total + 1}
        aria-busy={list.pending || list.stale}
        className={classes.table}
        style={{ ["--columns" as string]: template.join(" "), ["--height" as string]: `${height}px` }}
      >
        <div role="row" aria-rowindex={1} className={classes.head}>
          {selection && <div role="columnheader" aria-label={t`Selected`} />}
          {columns.map((column) => (
            <div key={column.id} role="columnheader" data-align={column.align}>
              {column.head}
            </div>
          ))}
        </div>
        <div
          ref={body}
          role="rowgroup"
          className={classes.body}
          style={{ height: virtual.getTotalSize() }}
          {...row}
          {...keys}
        >
          {rows.map(({ index, start }) => {
            const item = list.pending ? undefined : list.rows[index];
            const top = start - offset;
            if (item === undefined) return <PlaceholderRow key={`placeholder ${index}`} top={top} index={index} />;
            const key = rowKey(item);
            return (
              <Row
                key={key}
                item={item}
                index={index}
                top={top}
                columns={visible}
                link={rowLink?.(item)}
                current={key === current}
                onFocus={() => setAt(index)}
                box={
                  selection && {
                    name: selection.name(item),
                    checked: selection.selected.has(key),
                    onChange: (checked) => selection.onChange(changed(selection.selected, key, checked)),
                  }
                }
              />
            );
          })}
        </div>
      </div>
      {(list.hasMore || rows.length < list.rows.length) && (
        <p className={classes.printed}>{t`Only the rows around those on the screen are printed.`}</p>
      )}
      <MoreFailed list={list} />
    </>
  );
}

function changed<Key>(before: ReadonlySet<Key>, key: Key, checked: boolean): ReadonlySet<Key> {
  const next = new Set(before);
  if (checked) next.add(key);
  else next.delete(key);
  return next;
}

function PlaceholderRow({ top, index }: { readonly top: number; readonly index: number }) {
  return (
    <div role="row" aria-hidden="true" className={classes.rowPlaceholder} style={{ transform: `translateY(${top}px)` }}>
      <Skeleton width={`${72 - ((index * 17) % 36)}%`} height={12} />
    </div>
  );
}
