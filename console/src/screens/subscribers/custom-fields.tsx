import { Fact, Facts } from "../../components/facts.tsx";
import { Panel } from "../../components/panel.tsx";
import { dayWords, numberWords } from "../../lib/field-words.ts";
import { t } from "../../lib/translate.ts";
import { type Field, useFields } from "../../api/use-fields.ts";
import classes from "./subscribers.module.css";
import type { Person } from "./subscriber-facts.tsx";

/** What else is kept about the person, under the names that the site gave its fields. */
export function CustomFields({ values }: { readonly values: Person["custom_fields"] }) {
  const fields = useFields();
  const known = new Map(fields.data?.map((field) => [field.key, field]));
  const entries = Object.entries(values);
  return (
    <Panel title={t`Fields`}>
      {entries.length === 0 ? (
        <p className={classes.nothing}>{t`Nothing else is kept about this person.`}</p>
      ) : (
        <Facts>
          {entries.map(([key, value]) => (
            <Fact key={key} name={<bdi>{known.get(key)?.label ?? key}</bdi>}>
              <span dir="auto">{shown(value, known.get(key)?.type)}</span>
            </Fact>
          ))}
        </Facts>
      )}
    </Panel>
  );
}

function shown(value: string | number | boolean, type: Field["type"] | undefined): string {
  if (typeof value === "boolean") return value ? t`Yes` : t`No`;
  if (typeof value === "number") return numberWords(`${value}`);
  return type === "date" ? dayWords(value) : value;
}
