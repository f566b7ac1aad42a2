import { Checkbox, Select } from "@mantine/core";

import { Panel } from "../../components/panel.tsx";
import { t } from "../../lib/translate.ts";
import { useFields } from "../../api/use-fields.ts";
import classes from "./import.module.css";
import { type Plan, targets } from "./plan.ts";

type MappingProps = {
  /** The first rows of the file, with the headings if there are any. */
  readonly rows: readonly (readonly string[])[];
  readonly header: boolean;
  /** As the service reads the columns; undefined while it refuses the file. */
  readonly columns: readonly { readonly target: string }[] | undefined;
  readonly mapping: Plan["mapping"];
  readonly onChange: (changes: Partial<Plan>) => void;
};

/** What each column of the file contains: as the service recognized it, until something else is chosen. */
export function Mapping({ rows, header, columns, mapping, onChange }: MappingProps) {
  const fields = useFields();
  const [first = []] = rows;
  const headings = header ? first : first.map((_cell, nth) => `${nth + 1}`);
  const known = (fields.data ?? []).filter(({ archived }) => !archived);
  const targetOf = (nth: number): string => mapping?.[headings[nth] ?? ""] ?? columns?.[nth]?.target ?? "skip";
  const choose = (chosen: number, target: string) => {
    const next = headings.map((heading, nth): [string, string] => {
      if (nth === chosen) return [heading, target];
      // Two columns cannot hold the same.
      return [heading, target !== "skip" && targetOf(nth) === target ? "skip" : targetOf(nth)];
    });
    onChange({ mapping: Object.fromEntries(next) });
  };
  return (
    <Panel
      title={t`Columns`}
      lead={t`What each column of your file holds. A choice is remembered for the next file with these headings.`}
    >
      <ul className={classes.columns}>
        {headings.map((heading, nth) => {
          const name = header && heading ? heading : t`Column ${nth + 1}`;
          const own = targetOf(nth);
          return (
            <li key={nth}>
              <div className={classes.column}>
                <bdi dir="auto">{name}</bdi>
                <bdi dir="auto" className={classes.examples}>
                  {examples(rows.slice(header ? 1 : 0), nth)}
                </bdi>
              </div>
              <Select
                aria-label={t`What “${name}” holds`}
                data={choices(own, heading, known)}
                value={own}
                allowDeselect={false}
                searchable
                maxDropdownHeight={320}
                data-skipped={own === "skip" || undefined}
                onChange={(target) => target && choose(nth, target)}
              />
            </li>
          );
        })}
      </ul>
      <Checkbox
        label={t`The first row has the headings`}
        checked={header}
        onChange={(event) => onChange({ header: event.currentTarget.checked, mapping: null })}
      />
    </Panel>
  );
}

function examples(rows: readonly (readonly string[])[], nth: number): string {
  const cells = rows.map((cells) => cells[nth] ?? "").filter((cell) => cell !== "");
  const shown = cells.slice(0, 3).map((cell) => (cell.length > 40 ? `${cell.slice(0, 40)}…` : cell));
  return shown.length === 0 ? t`empty in the first rows` : shown.join(", ");
}

/** What a column can hold; a heading that is no field becomes one under its own name. */
function choices(
  own: string,
  heading: string,
  fields: readonly { readonly key: string; readonly label: string }[],
): { group: string; items: { value: string; label: string }[] }[] {
  const items = fields.map(({ key, label }) => ({ value: `field:${key}`, label }));
  const keys = new Set(items.map(({ value }) => value));
  for (const value of [heading && `field:${heading.slice(0, 100)}`, own]) {
    if (!value.startsWith("field:") || keys.has(value)) continue;
    keys.add(value);
    items.push({ value, label: t`Keep as “${value.slice("field:".length)}”` });
  }
  const plain = [{ group: t`About the person`, items: [...targets] }];
  return items.length === 0 ? plain : [...plain, { group: t`Fields`, items }];
}
