import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

import { Form, FormActions, SubmitButton } from "../../components/form.tsx";
import { SaveBar } from "../../components/save-bar.tsx";
import { t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import { groupOptions, useGroups } from "../subscribers/use-groups.ts";
import { ConsentPart } from "./consent-part.tsx";
import { FieldsPart } from "./fields-part.tsx";
import { FormPreview } from "./form-preview.tsx";
import type { FormValues } from "./form-values.ts";
import classes from "./forms.module.css";
import { LookPart } from "./look-part.tsx";
import { TextPart } from "./text-part.tsx";

type FormEditorProps = {
  readonly initial: FormValues;
  readonly isNew?: boolean;
  readonly submit: (values: FormValues, changed: Partial<FormValues>) => PromiseLike<unknown>;
  readonly children?: ReactNode;
};

/** All that a form consists of, with how it looks beside it. */
export function FormEditor({ initial, isNew = false, submit, children }: FormEditorProps) {
  const queries = useQueryClient();
  const groups = useGroups();
  const form = useApiForm({
    initial,
    submit,
    onDone: () => void queries.invalidateQueries({ queryKey: ["subscribers"] }),
  });
  const names = groupOptions(groups.data, form.values.group_ids);
  return (
    <div className={classes.two}>
      <div className={classes.stack}>
        <Form form={form} failure={isNew ? t`The form was not created` : t`The form was not saved`}>
          <TextPart form={form} isNew={isNew} />
          <ConsentPart form={form} groups={names} />
          <FieldsPart form={form} />
          <LookPart form={form} />
          {isNew && (
            <FormActions>
              <SubmitButton form={form}>{t`Create this form`}</SubmitButton>
              <Button component={Link} to="/forms" variant="default">{t`Cancel`}</Button>
            </FormActions>
          )}
        </Form>
        {children}
      </div>
      <FormPreview values={form.values} groups={names} />
      {!isNew && <SaveBar form={form} action={t`Save this form`} />}
    </div>
  );
}
