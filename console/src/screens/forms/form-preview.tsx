import { Icon } from "../../components/icon.tsx";
import { t } from "../../lib/translate.ts";
import { type FormValues, inkOn } from "./form-values.ts";
import classes from "./forms.module.css";
import { previewWords } from "./preview-words.ts";

type FormPreviewProps = { readonly values: FormValues; readonly groups: { value: string; label: string }[] };

/** Languages of the page that are written from right to left. */
const RIGHT_TO_LEFT = ["ar", "fa", "he"];

/** How the form looks, in outline. Nothing in it can be filled in. */
export function FormPreview({ values, groups }: FormPreviewProps) {
  const { title, intro, fields, consent, accent, locale, name_field: name } = values;
  const text = previewWords[locale] ?? previewWords["en"]!;
  const choosing = values.group_choice !== "all" && values.group_ids.length > 1;
  return (
    <section className={classes.preview} aria-label={t`Preview`}>
      <div className={classes.page} lang={locale} dir={RIGHT_TO_LEFT.includes(locale) ? "rtl" : "ltr"}>
        <p className={classes.title} dir="auto">
          {title || t`Title`}
        </p>
        {intro && (
          <p className={classes.intro} dir="auto">
            {intro}
          </p>
        )}
        <Question label={text.number} />
        {name !== "hidden" && <Question label={text.name} note={name === "optional" ? text.optional : undefined} />}
        {choosing && (
          <div>
            <p className={classes.question}>{text.groups}</p>
            {values.group_ids.map((id) => (
              <Box key={id} checked={values.group_choice === "preselected"}>
                {groups.find(({ value }) => value === id)?.label ?? ""}
              </Box>
            ))}
          </div>
        )}
        {fields.map(({ key, label, type, required }) =>
          type === "yes_no" ? (
            <Box key={key}>{label}</Box>
          ) : (
            <Question key={key} label={label} note={required ? undefined : text.optional} />
          ),
        )}
        <Box>{consent}</Box>
        <p className={classes.button} style={{ background: accent, color: inkOn(accent) }}>
          {text.subscribe}
        </p>
      </div>
      <p className={classes.quiet}>{t`The page follows the reader's light or dark setting.`}</p>
    </section>
  );
}

function Question({ label, note }: { readonly label: string; readonly note?: string | undefined }) {
  return (
    <div>
      <p className={classes.question} dir="auto">
        {label} {note && <span>({note})</span>}
      </p>
      <div className={classes.input} />
    </div>
  );
}

function Box({ checked = false, children }: { readonly checked?: boolean; readonly children: string }) {
  return (
    <p className={classes.box} dir="auto">
      <span data-checked={checked || undefined}>{checked && <Icon name="check" size={12} />}</span>
      <span>{children}</span>
    </p>
  );
}
