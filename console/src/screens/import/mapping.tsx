import { Checkbox, Select } from "@mantine/core";

import { Panel } from "../../components/panel.tsx";
import { newFieldKey } from "../../lib/field-key.ts";
import { t } from "../../lib/translate.ts";
import { type Field, useFields } from "../../api/use-fields.ts";
import classes from "./import.module.css";
import { columnsOf, type Plan, targets } from "./plan.ts";

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
  const shown = columnsOf(rows, { header, mapping }, columns);
  const choose = (chosen: number, target: string) => {
    const next = shown.map(({ heading, target: own }, nth): [string, string] => {
      if (nth === chosen) return [heading, target];
      // Two columns cannot hold the same.
      return [heading, target !== "skip" && own === target ? "skip" : own];
    });
    onChange({ mapping: Object.fromEntries(next) });
  };
  return (
    <Panel
      title={t`Columns`}
      lead={t`What each column of your file holds. A choice is remembered for the next file with these headings.`}
    >
      <ul className={classes.columns}>
        {shown.map(({ name, target: own }, nth) => {
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
                data={choices(own, name, nth, fields.data ?? [])}
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

/** What a column can hold; a heading that is no field can become one. */
function choices(
  own: string,
  name: string,
  nth: number,
  fields: readonly Field[],
): { group: string; items: { value: string; label: string }[] }[] {
  const items = fields.filter(({ archived }) => !archived).map(({ key, label }) => ({ value: `field:${key}`, label }));
  const fresh = newFieldKey(name, nth, fields);
  if (fresh !== undefined) items.push({ value: `field:${fresh}`, label: t`New field “${name}”` });
  if (own.startsWith("field:") && !items.some(({ value }) => value === own)) {
    // Chosen by a program, for a key without a field.
    items.push({ value: own, label: t`Keep as “${own.slice("field:".length)}”` });
  }
  const plain = [{ group: t`About the person`, items: [...targets] }];
  return items.length === 0 ? plain : [...plain, { group: t`Fields`, items }];
}
