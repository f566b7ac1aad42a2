import { Switch, Textarea, TextInput } from "@mantine/core";

import { Panel } from "../../components/panel.tsx";
import { t } from "../../lib/translate.ts";
import type { ApiForm } from "../../lib/use-api-form.ts";
import { type FormValues, slugOf } from "./form-values.ts";
import classes from "./forms.module.css";

export type PartProps = { readonly form: ApiForm<FormValues> };

/** What stands on the page, and where. */
export function TextPart({ form, isNew }: PartProps & { readonly isNew: boolean }) {
  const { slug, title } = form.values;
  return (
    <Panel title={t`Text`}>
      <div className={classes.fields}>
        <TextInput label={t`Title`} autoComplete="off" {...form.field("title")} />
        {isNew && (
          <TextInput
            label={t`Address`}
            description={t`/p/${slug || slugOf(title) || "news"} – it cannot be changed later.`}
            placeholder={slugOf(title)}
            dir="ltr"
            autoComplete="off"
            {...form.field("slug")}
          />
        )}
        <Textarea
          label={t`Introduction`}
          description={t`Below the title: what people get, and how often.`}
          autosize
          minRows={2}
          maxRows={8}
          {...form.field("intro")}
        />
        <Switch
          label={t`Open to everybody`}
          description={t`A closed form says that it is closed, and accepts nobody.`}
          {...form.checkbox("enabled")}
        />
      </div>
    </Panel>
  );
}
