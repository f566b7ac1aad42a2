import { ActionIcon, Textarea } from "@mantine/core";

import { Icon } from "../../components/icon.tsx";
import { languageName, languages } from "../../lib/languages.ts";
import { t } from "../../lib/translate.ts";
import { AddSelect } from "./add-select.tsx";
import { settingLabels } from "./setting-labels.ts";
import type { SettingProps } from "./fields.tsx";
import classes from "./settings.module.css";

const nameOf = (tag: string): string => (tag === "default" ? t`All other languages` : languageName(tag));

type LanguageTextsProps<Values extends object> = SettingProps<Values> & {
  /** The entry that everyone gets whose language is not listed; null: there is none, it is a setting of its own. */
  readonly fallback: string | null;
  /** In place of the list when it is empty. */
  readonly none: string;
};

/** A text for each language. The issue of one language stands at that language. */
export function LanguageTexts<Values extends object>(props: LanguageTextsProps<Values>) {
  const { form, name, description, label = settingLabels[props.name], fallback, none } = props;
  const texts = (form.values[name] ?? {}) as Readonly<Record<string, string>>;
  const change = (next: Readonly<Record<string, string>>) => form.set(name, next as Values[typeof name]);
  const tags = Object.keys(texts).toSorted((a, b) => Number(b === fallback) - Number(a === fallback));
  const free = [...(fallback === null ? [] : [fallback]), ...languages].filter((tag) => texts[tag] === undefined);
  const options = [...new Set(free)].map((tag) => ({ value: tag, label: nameOf(tag) }));
  // What is wrong with the list as a whole stands at no language.
  const issue = form.issue(name);
  const atLanguage = tags.some((tag) => form.issue(`${name}.${tag}`));
  return (
    <fieldset className={classes.group}>
      <legend>{label}</legend>
      {description && <p className={classes.note}>{description}</p>}
      {tags.length === 0 && <p className={classes.note}>{none}</p>}
      {tags.map((tag) => (
        <div key={tag} className={classes.language}>
          <Textarea
            label={nameOf(tag)}
            autosize
            minRows={1}
            dir="auto"
            value={texts[tag] ?? ""}
            error={form.issue(`${name}.${tag}`)}
            onChange={(event) => change({ ...texts, [tag]: event.currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            aria-label={t`Remove the text for: ${nameOf(tag)}`}
            onClick={() => change(Object.fromEntries(Object.entries(texts).filter(([of]) => of !== tag)))}
          >
            <Icon name="trash" size={14} />
          </ActionIcon>
        </div>
      ))}
      {issue && !atLanguage && (
        <p role="alert" className={classes.issue}>
          {issue}
        </p>
      )}
      <AddSelect
        action={t`Add a language`}
        to={label}
        none={t`No such language`}
        options={options}
        onAdd={(tag) => change({ ...texts, [tag]: "" })}
      />
    </fieldset>
  );
}
