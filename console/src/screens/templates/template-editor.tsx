import { Button, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Operations } from "tidings-client";

import { ErrorView } from "../../components/error-view.tsx";
import { Icon } from "../../components/icon.tsx";
import { PhonePreview } from "../../components/phone-preview.tsx";
import { SaveBar } from "../../components/save-bar.tsx";
import { SmsTextField } from "../../components/sms-text/sms-text-field.tsx";
import { categoryHints, categoryOptions } from "../../lib/categories.ts";
import { languageName } from "../../lib/languages.ts";
import { t } from "../../lib/translate.ts";
import { type notSent, useApiForm } from "../../lib/use-api-form.ts";
import { LanguageTabs } from "./language-tabs.tsx";
import classes from "./templates.module.css";

type Template = Operations["getTemplate"]["data"];

export type TemplateValues = {
  readonly name: string;
  readonly text: string;
  /** "": none. */
  readonly category: NonNullable<Template["category"]> | "";
  /** Texts by language tag. */
  readonly variants: Readonly<Record<string, string>>;
};

const kinds = [{ value: "", label: t`As usual for the people it goes to` }, ...categoryOptions];

/** One of two fields side by side has a hint that may need a second line. */
const hintsBelow: ("label" | "input" | "error" | "description")[] = ["label", "input", "error", "description"];

export type TemplateEditorProps = {
  readonly initial: TemplateValues;
  readonly action: string;
  /** What could not be done. */
  readonly failure: string;
  readonly submit: (
    values: TemplateValues,
    changed: Partial<TemplateValues>,
    /** What the person began with. */
    begun: TemplateValues,
  ) => Promise<Template | typeof notSent>;
  readonly onDone: (template: Template) => Promise<void>;
  /** What another user saved meanwhile in the same place; null: nothing. */
  readonly theirs?: TemplateValues | null;
  /** Theirs is shown in place of what was typed. */
  readonly onShown?: () => void;
};

/** Name, kind and the text in every language; beside it the text as it arrives. */
export function TemplateEditor(props: TemplateEditorProps) {
  const { initial, action, failure, submit, onDone, theirs = null, onShown } = props;
  // Not in the address: a change of it would be taken for leaving unsaved changes.
  const [language, setLanguage] = useState("");
  const [begun, setBegun] = useState(initial);
  const form = useApiForm({
    initial,
    submit: (values, changed) => submit(values, changed, begun),
    onDone: (template, values) => {
      setBegun(values);
      void onDone(template);
    },
  });
  const { text, variants } = form.values;
  const tag = language in variants ? language : "";
  const shown = tag === "" ? text : (variants[tag] ?? "");
  const issues = { text: form.field("text").error, variants: form.field("variants").error };
  const edit = (next: string) => {
    if (tag === "") form.set("text", next);
    else form.set("variants", { ...variants, [tag]: next });
  };
  const remove = () => {
    form.set("variants", Object.fromEntries(Object.entries(variants).filter(([name]) => name !== tag)));
    setLanguage("");
  };
  return (
    <div className={classes.columns}>
      <form
        ref={form.element}
        className={classes.sheet}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (form.dirty) void form.send();
        }}
      >
        {form.error !== null && <ErrorView error={form.error} title={failure} />}
        {theirs && (
          <div className={classes.notice} role="alert">
            <p>{t`Somebody else changed the same text meanwhile. Saving again replaces theirs.`}</p>
            <Button
              variant="default"
              size="xs"
              onClick={() => {
                setBegun(theirs);
                form.replace(theirs);
                onShown?.();
              }}
            >{t`Show the new texts`}</Button>
          </div>
        )}
        <div className={classes.fields}>
          <TextInput
            label={t`Name`}
            description={t`For you: the recipients do not see it.`}
            inputWrapperOrder={hintsBelow}
            {...form.field("name")}
          />
          <Select
            label={t`Kind`}
            description={categoryHints[form.values.category] ?? t`Unless the message has its own.`}
            data={kinds}
            allowDeselect={false}
            inputWrapperOrder={hintsBelow}
            {...form.choice("category")}
          />
        </div>
        <LanguageTabs
          tags={Object.keys(variants)}
          current={tag}
          onChoose={setLanguage}
          onAdd={(next) => {
            form.set("variants", { ...variants, [next]: variants[next] ?? text });
            setLanguage(next);
          }}
        />
        <SmsTextField
          key={tag}
          label={tag === "" ? t`Text` : t`Text in ${languageName(tag)}`}
          text={shown}
          onChange={edit}
          error={tag === "" ? issues.text : issues.variants}
          tools={
            tag !== "" && (
              <Button
                variant="subtle"
                size="compact-sm"
                leftSection={<Icon name="trash" size={14} />}
                onClick={remove}
              >{t`Remove this language`}</Button>
            )
          }
        />
        {tag !== "" && issues.text && <p className={classes.issue}>{t`The text for everybody else: ${issues.text}`}</p>}
        {tag === "" && issues.variants && (
          <p className={classes.issue}>{t`A text in another language: ${issues.variants}`}</p>
        )}
        <SaveBar form={form} action={action} />
      </form>
      <aside className={classes.side}>
        <PhonePreview text={shown} sender="" />
      </aside>
    </div>
  );
}
