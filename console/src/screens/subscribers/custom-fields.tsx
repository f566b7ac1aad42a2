import { Fact, Facts } from "../../components/facts.tsx";
import { Panel } from "../../components/panel.tsx";
import { t } from "../../lib/translate.ts";
import { useFields } from "../../api/use-fields.ts";
import classes from "./subscribers.module.css";
import type { Person } from "./subscriber-facts.tsx";

/** What else is kept about the person, under the names that the site gave its fields. */
export function CustomFields({ values }: { readonly values: Person["custom_fields"] }) {
  const fields = useFields();
  const labels = new Map(fields.data?.map(({ key, label }) => [key, label]));
  const entries = Object.entries(values);
  return (
    <Panel title={t`Fields`}>
      {entries.length === 0 ? (
        <p className={classes.nothing}>{t`Nothing else is kept about this person.`}</p>
      ) : (
        <Facts>
          {entries.map(([key, value]) => (
            <Fact key={key} name={<bdi>{labels.get(key) ?? key}</bdi>}>
              <span dir="auto">{shown(value)}</span>
            </Fact>
          ))}
        </Facts>
      )}
    </Panel>
  );
}

function shown(value: string | number | boolean): string {
  if (typeof value === "boolean") return value ? t`Yes` : t`No`;
  return `${value}`;
}
