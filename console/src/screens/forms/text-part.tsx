import { Switch, Textarea, TextInput } from "@mantine/core";

import { Panel } from "../../components/panel.tsx";
import type { ApiForm } from "../../lib/use-api-form.ts";
import { type FormValues, slugOf } from "./form-values.ts";
import classes from "./forms.module.css";

export type PartProps = { readonly form: ApiForm<FormValues> };

/** What stands on the page, and where. */
export function TextPart({ form, isNew }: PartProps & { readonly isNew: boolean }) {
  const { slug, title } = form.values;
  return (
    <Panel title="Text">
      <div className={classes.fields}>
        <TextInput label="Title" autoComplete="off" {...form.field("title")} />
        {isNew && (
          <TextInput
            label="Address"
            description={`/p/${slug || slugOf(title) || "news"} – it cannot be changed later.`}
            placeholder={slugOf(title)}
            dir="ltr"
            autoComplete="off"
            {...form.field("slug")}
          />
        )}
        <Textarea
          label="Introduction"
          description="Below the title: what people get, and how often."
          autosize
          minRows={2}
          maxRows={8}
          {...form.field("intro")}
        />
        <Switch
          label="Open to everybody"
          description="A closed form says that it is closed, and accepts nobody."
          {...form.checkbox("enabled")}
        />
      </div>
    </Panel>
  );
}
