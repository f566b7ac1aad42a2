import type { ReactNode } from "react";

export type Column<Item> = {
  readonly id: string;
  readonly head: string;
  readonly cell: (item: Item) => ReactNode;
  /** A track of a CSS grid: `96px`, `minmax(0, 2fr)`. */
  readonly width?: string;
  /** Numbers at the end. */
  readonly align?: "end";
  /** Where it stands in the two lines of a card on a phone: by default `meta`, the second line. */
  readonly phone?: "title" | "end" | "meta" | "hidden";
};

/** Where a row leads: as of a link of the router. */
export type RowTarget = {
  readonly to: string;
  readonly params?: Readonly<Record<string, string>>;
  /** Changes of the address's search: the filters stay. */
  readonly search?: Readonly<Record<string, unknown>>;
};
