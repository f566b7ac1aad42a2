import { Button } from "@mantine/core";

import { count } from "../../lib/format.ts";
import { plural, t } from "../../lib/translate.ts";
import classes from "./bulk.module.css";

type BulkBarProps = {
  readonly selected: number;
  /** Everybody who matches is selected. */
  readonly all: boolean;
  /** Of the list; capped where the API stopped counting. */
  readonly total: number | null;
  readonly capped: boolean;
  /** Whether the total is one, and not just how far the list was read. */
  readonly counted: boolean;
  /** Why not everybody can be selected. */
  readonly obstacle: string | undefined;
  readonly onAll: () => void;
  readonly onClear: () => void;
  readonly onChange: () => void;
};

/** How many people a bulk action takes in one call by name. */
const mostByName = 1_000;

/** Appears while people are selected: how many, everybody who matches, and what to do with them. */
export function BulkBar({ selected, all, total, capped, counted, obstacle, onAll, onClear, onChange }: BulkBarProps) {
  if (selected === 0 && !all) return null;
  const matching = `${count(total ?? 0)}${capped ? "+" : ""}`;
  const tooMany = !all && selected > mostByName;
  const note = tooMany
    ? total === null || !counted
      ? t`More than ${mostByName} cannot be changed one by one: select everybody who matches, or fewer.`
      : t`More than ${mostByName} cannot be changed one by one: select all ${matching} who match, or fewer.`
    : !all && total !== null && total > selected
      ? obstacle
      : undefined;
  return (
    <section className={classes.bar} aria-label={t`Selected people`}>
      <span className={classes.count} role="status">
        {all
          ? total === null || !counted
            ? t`Everybody who matches is selected`
            : t`All ${matching} who match are selected`
          : plural(selected, "# person selected", "# people selected")}
      </span>
      {!all && total !== null && total > selected && !obstacle && (
        <Button variant="subtle" size="xs" onClick={onAll}>
          {counted ? t`Select all ${matching} who match` : t`Select everybody who matches`}
        </Button>
      )}
      <Button variant="subtle" size="xs" onClick={onClear}>{t`Clear the selection`}</Button>
      <Button size="xs" disabled={tooMany} onClick={onChange}>
        {all ? t`Change all of them` : plural(selected, "Change # person", "Change # people")}
      </Button>
      {note && <span className={classes.note}>{note}</span>}
    </section>
  );
}
