import { useCan } from "../api/session.ts";
import { useFields } from "../api/use-fields.ts";
import { commas } from "../lib/commas.ts";
import { t } from "../lib/translate.ts";
import classes from "./sms-text/sms-text-field.module.css";

/** The short names in `{{fields.city}}` and `{{fields.city | here}}`, each once. */
const fieldsIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(/\{\{\s*fields\.([^\s|{}]+)\s*(?:\|[^{}]*)?\}\}/g)].map(([, key = ""]) => key)),
];

/**
 * The fields of a text that the site does not have: with a misspelled one, everybody would get its fallback, and
 * nothing else would show the mistake. Not refused, because a program may have stored values without a field.
 */
export function UnknownFields({ text }: { readonly text: string }) {
  const may = useCan()("svc_subscribers");
  const used = fieldsIn(text);
  const { data: fields } = useFields({ enabled: may && used.length > 0 });
  const unknown = fields ? used.filter((name) => !fields.some(({ key }) => key === name)) : [];
  if (unknown.length === 0) return null;
  const names = commas(unknown.map((key) => `{{fields.${key}}}`));
  return (
    <div className={classes.dear} role="status">
      <p>{t`Not among the fields of this site: ${names}. Only people for whom an import or a program stored a value have one. Is it spelled right?`}</p>
    </div>
  );
}
