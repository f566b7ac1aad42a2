import { Button } from "@mantine/core";

import { count, plural } from "../../lib/format.ts";
import classes from "./bulk.module.css";

type BulkBarProps = {
  readonly selected: number;
  /** Everybody who matches is selected. */
  readonly all: boolean;
  /** Of the list; capped where the API stopped counting. */
  readonly total: number | null;
  readonly capped: boolean;
  /** Why not everybody can be selected. */
  readonly obstacle: string | undefined;
  readonly onAll: () => void;
  readonly onClear: () => void;
  readonly onChange: () => void;
};

/** How many people a bulk action takes in one call by name. */
const mostByName = 1_000;

/** Appears while people are selected: how many, everybody who matches, and what to do with them. */
export function BulkBar({ selected, all, total, capped, obstacle, onAll, onClear, onChange }: BulkBarProps) {
  if (selected === 0 && !all) return null;
  const everybody = total === null ? "everybody who matches" : `all ${count(total)}${capped ? "+" : ""} who match`;
  const tooMany = !all && selected > mostByName;
  const note = tooMany
    ? `More than ${count(mostByName)} cannot be changed one by one: select ${everybody}, or fewer.`
    : !all && total !== null && total > selected
      ? obstacle
      : undefined;
  return (
    <section className={classes.bar} aria-label="Selected people">
      <span className={classes.count} role="status">
        {all
          ? `${everybody[0]?.toUpperCase()}${everybody.slice(1)} are selected`
          : `${plural(selected, "person", "people")} selected`}
      </span>
      {!all && total !== null && total > selected && !obstacle && (
        <Button variant="subtle" size="xs" onClick={onAll}>
          Select {everybody}
        </Button>
      )}
      <Button variant="subtle" size="xs" onClick={onClear}>
        Clear the selection
      </Button>
      <Button size="xs" disabled={tooMany} onClick={onChange}>
        Change {all ? "all of them" : plural(selected, "person", "people")}
      </Button>
      {note && <span className={classes.note}>{note}</span>}
    </section>
  );
}
