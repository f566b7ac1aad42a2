import { Checkbox } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

import { t } from "../../lib/translate.ts";
import type { Column, RowTarget } from "./data-table-column.ts";
import classes from "./data-table.module.css";

export type RowProps<Item> = {
  readonly item: Item;
  readonly index: number;
  /** Pixels from the top of the table's body. */
  readonly top: number;
  readonly columns: readonly Column<Item>[];
  readonly link: RowTarget | undefined;
  readonly current: boolean;
  readonly onFocus: () => void;
  readonly box:
    | { readonly name: string; readonly checked: boolean; readonly onChange: (checked: boolean) => void }
    | undefined;
};

export function Row<Item>({ item, index, top, columns, link, current, onFocus, box }: RowProps<Item>) {
  const [first] = columns;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-current={current || undefined}
      data-row={index}
      className={classes.row}
      style={{ transform: `translateY(${top}px)` }}
      onFocus={onFocus}
    >
      {box && (
        <div role="cell" className={classes.box}>
          <Checkbox
            size="xs"
            aria-label={t`Select ${box.name}`}
            checked={box.checked}
            onChange={(event) => box.onChange(event.currentTarget.checked)}
          />
        </div>
      )}
      {columns.map((column) => (
        <div key={column.id} role="cell" data-align={column.align} data-phone={column.phone ?? "meta"}>
          {column === first && link ? <RowLink link={link}>{column.cell(item)}</RowLink> : column.cell(item)}
        </div>
      ))}
    </div>
  );
}

/** Stretched over its row by CSS. A search is added to the one of the address. */
function RowLink({ link, children }: { readonly link: RowTarget; readonly children: ReactNode }) {
  const search = link.search ? (before: object) => ({ ...before, ...link.search }) : true;
  return (
    <Link
      to={link.to}
      className={classes.link}
      {...(link.params && { params: link.params })}
      search={search}
      resetScroll={!link.search}
    >
      {children}
    </Link>
  );
}
