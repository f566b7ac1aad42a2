import { Checkbox, Select } from "@mantine/core";

import { Listed } from "../../components/listed.tsx";
import { Panel } from "../../components/panel.tsx";
import { namedBy, newFieldKeys } from "../../lib/field-key.ts";
import { t } from "../../lib/translate.ts";
import { type Field, useFields } from "../../api/use-fields.ts";
import { ArchivedField } from "./archived-field.tsx";
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
  const known = fields.data ?? [];
  const names = shown.map(({ name }) => name);
  const fresh = newFieldKeys(names, known);
  const existing = namedBy(names, known);
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
          const named = own === "skip" ? existing[nth] : undefined;
          return (
            <li key={nth}>
              <div className={classes.column}>
                <bdi dir="auto">{name}</bdi>
                <span className={classes.examples}>
                  <Examples rows={rows.slice(header ? 1 : 0)} nth={nth} />
                </span>
                {named?.archived && <ArchivedField field={named} onUse={() => choose(nth, `field:${named.key}`)} />}
              </div>
              <Select
                aria-label={t`What “${name}” holds`}
                data={choices(own, name, fresh[nth], known)}
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

type ExamplesProps = { readonly rows: readonly (readonly string[])[]; readonly nth: number };

function Examples({ rows, nth }: ExamplesProps) {
  const cells = rows.map((cells) => cells[nth] ?? "").filter((cell) => cell !== "");
  if (cells.length === 0) return t`empty in the first rows`;
  return <Listed items={cells.slice(0, 3).map((cell) => (cell.length > 40 ? `${cell.slice(0, 40)}…` : cell))} />;
}

/** What a column can hold; a heading that is no field can become one. */
function choices(
  own: string,
  name: string,
  fresh: string | undefined,
  fields: readonly Field[],
): { group: string; items: { value: string; label: string }[] }[] {
  const items = fields.filter(({ archived }) => !archived).map(({ key, label }) => ({ value: `field:${key}`, label }));
  if (fresh !== undefined) items.push({ value: `field:${fresh}`, label: t`New field “${name}”` });
  if (own.startsWith("field:") && !items.some(({ value }) => value === own)) {
    // Chosen by a program, for a key without a field.
    items.push({ value: own, label: t`Keep as “${own.slice("field:".length)}”` });
  }
  const plain = [{ group: t`About the person`, items: [...targets] }];
  return items.length === 0 ? plain : [...plain, { group: t`Fields`, items }];
}
