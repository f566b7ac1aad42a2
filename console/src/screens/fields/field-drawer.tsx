import { Checkbox, Select, TagsInput, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";

import { tidings } from "../../api/client.ts";
import { Drawer } from "../../components/overlays/drawer.tsx";
import { ErrorView } from "../../components/error-view.tsx";
import { Form, FormActions, SubmitButton } from "../../components/form.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { fieldKeyOf } from "../../lib/field-key.ts";
import { rich } from "../../lib/rich.ts";
import { t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import { typeNames } from "./columns.tsx";
import { FieldEnd } from "./field-end.tsx";
import classes from "./fields.module.css";
import { type Field, useFields } from "../../api/use-fields.ts";

const requiredWords = {
  label: t`Everybody needs a value`,
  description: t`Nobody can be added without one, in any way. People who are known already keep what they have.`,
};

export function CreateField({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  return (
    <Drawer title={t`Create a field`} opened={opened} onClose={onClose} width={440}>
      <NewField onDone={onClose} />
    </Drawer>
  );
}

function NewField({ onDone }: { readonly onDone: () => void }) {
  const queries = useQueryClient();
  const form = useApiForm({
    initial: { label: "", key: "", type: "text" as Field["type"], choices: [] as string[], required: false },
    submit: ({ label, key, type, choices, required }) =>
      tidings.createField({
        label,
        key: key || fieldKeyOf(label),
        type,
        required,
        ...(type === "choice" && { choices }),
      }),
    onDone: ({ label }) => {
      void queries.invalidateQueries({ queryKey: ["subscribers"] });
      void toast({ message: t`Created the field ${label}.` });
      onDone();
    },
  });
  const { label, key, type } = form.values;
  return (
    <Form form={form} failure={t`The field was not created`}>
      <TextInput
        label={t`Name`}
        description={t`What forms and this console show: “City”.`}
        autoComplete="off"
        data-autofocus
        {...form.field("label")}
      />
      <TextInput
        label={t`Short name`}
        description={t`What texts and programs use. It cannot be changed later.`}
        placeholder={fieldKeyOf(label)}
        dir="ltr"
        autoComplete="off"
        {...form.field("key")}
      />
      <Select
        label={t`Type`}
        description={t`What its values are. It cannot be changed later.`}
        data={Object.entries(typeNames).map(([value, name]) => ({ value, label: name }))}
        allowDeselect={false}
        {...form.choice("type")}
      />
      {type === "choice" && (
        <TagsInput
          label={t`Choices`}
          description={t`Press Enter after each.`}
          acceptValueOnBlur
          {...form.choice("choices")}
        />
      )}
      <Checkbox {...requiredWords} {...form.checkbox("required")} />
      {(key || label) && (
        <p
          className={classes.quiet}
        >{rich`In a text, write ${<code dir="ltr">{`{{fields.${key || fieldKeyOf(label)}}}`}</code>}.`}</p>
      )}
      <FormActions>
        <SubmitButton form={form}>{t`Create this field`}</SubmitButton>
      </FormActions>
    </Form>
  );
}

export function EditField({
  fieldKey,
  onClose,
}: {
  readonly fieldKey: string | undefined;
  readonly onClose: () => void;
}) {
  const fields = useFields();
  const field = fields.data?.find(({ key }) => key === fieldKey);
  return (
    <Drawer
      title={field ? <bdi dir="auto">{field.label}</bdi> : t`Field`}
      opened={fieldKey !== undefined}
      onClose={onClose}
      width={440}
    >
      {fields.error && <ErrorView error={fields.error} onRetry={() => void fields.refetch()} />}
      {fields.isPending && <Skeleton height={240} />}
      {fields.data && !field && <p className={classes.quiet}>{t`There is no such field any more.`}</p>}
      {field && <FieldForm key={field.key} field={field} onDone={onClose} />}
    </Drawer>
  );
}

function FieldForm({ field, onDone }: { readonly field: Field; readonly onDone: () => void }) {
  const queries = useQueryClient();
  const { key, type, archived } = field;
  const form = useApiForm({
    initial: { label: field.label, choices: field.choices, required: field.required },
    submit: (_, changed) => tidings.updateField({ key, ...changed }),
    onDone: ({ label }) => {
      void queries.invalidateQueries({ queryKey: ["subscribers"] });
      void toast({ message: t`Saved the field ${label}.` });
      onDone();
    },
  });
  return (
    <>
      <p className={classes.facts}>
        {typeNames[type] ?? type}. {rich`In a text, write ${<code dir="ltr">{`{{fields.${key}}}`}</code>}.`}
      </p>
      <Form form={form} failure={t`The field was not saved`}>
        <TextInput label={t`Name`} autoComplete="off" {...form.field("label")} />
        {type === "choice" && (
          <TagsInput
            label={t`Choices`}
            description={t`A choice that somebody has cannot be removed.`}
            acceptValueOnBlur
            {...form.choice("choices")}
          />
        )}
        {!archived && <Checkbox {...requiredWords} {...form.checkbox("required")} />}
        <FormActions>
          <SubmitButton form={form}>{t`Save this field`}</SubmitButton>
        </FormActions>
      </Form>
      <FieldEnd field={field} onDone={onDone} />
    </>
  );
}
