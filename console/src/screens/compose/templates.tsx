import { Button, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { tidings } from "../../api/client.ts";
import { Form, SubmitButton } from "../../components/form.tsx";
import { type Template, TemplateMenu } from "../../components/sms-text/template-menu.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import classes from "./compose.module.css";

export type TemplatesProps = { readonly text: string; readonly onPick: (template: Template) => void };

/** Texts that were stored before, and storing this one. */
export function Templates({ text, onPick }: TemplatesProps) {
  const [naming, setNaming] = useState(false);
  const [opened, setOpened] = useState(false);
  if (naming) return <SaveTemplate text={text} onClose={() => setNaming(false)} />;
  return (
    <TemplateMenu
      onPick={onPick}
      opened={opened}
      onOpened={setOpened}
      more={
        text.trim()
          ? [
              "line",
              { id: "save", label: t`Save this text as a template`, icon: "plus", onClick: () => setNaming(true) },
            ]
          : []
      }
    />
  );
}

function SaveTemplate({ text, onClose }: { readonly text: string; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const form = useApiForm({
    initial: { name: "" },
    submit: ({ name }) => tidings.createTemplate({ name, text }),
    onDone: (_template, { name }) => {
      void queries.invalidateQueries({ queryKey: ["templates"] });
      void toast({ message: t`The template ${name} is saved.` });
      onClose();
    },
  });
  return (
    <Form form={form} failure={t`The template was not saved`}>
      <div className={classes.ownNumber}>
        <TextInput label={t`Name of the template`} size="xs" autoFocus {...form.field("name")} />
        <SubmitButton form={form}>{t`Save the template`}</SubmitButton>
        <Button variant="subtle" onClick={onClose}>{t`Cancel`}</Button>
      </div>
    </Form>
  );
}
