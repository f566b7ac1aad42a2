import { Select, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { tidings } from "../../api/client.ts";
import { DrawerSheet as Drawer } from "../../components/overlays/drawer-sheet.tsx";
import { ErrorView } from "../../components/error-view.tsx";
import { Form, FormActions, SubmitButton } from "../../components/form.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { languageOptions } from "../../lib/languages.ts";
import { readablePhone } from "../../lib/phone.ts";
import { zoneOptions } from "../../lib/time-zones.ts";
import { t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import { type Field, useFields } from "../../api/use-fields.ts";
import { FieldValue } from "./field-value.tsx";
import { changesOf, profileOf } from "./person-profile.ts";
import { nameOf, type Person } from "./subscriber-facts.tsx";

type ChangePersonProps = { readonly person: Person; readonly opened: boolean; readonly onClose: () => void };

/** Name, language, time zone and fields of one person. Groups and consents have their own ways. */
export function ChangePerson({ person, opened, onClose }: ChangePersonProps) {
  const fields = useFields();
  return (
    <Drawer title={t`Change ${nameOf(person)}`} opened={opened} onClose={onClose} width={440}>
      {fields.error && !fields.data && <ErrorView error={fields.error} onRetry={() => void fields.refetch()} />}
      {fields.isPending && <Skeleton height={360} />}
      {fields.data && (
        <ProfileForm
          key={person.id}
          person={person}
          fields={fields.data.filter(({ archived }) => !archived)}
          onDone={onClose}
        />
      )}
    </Drawer>
  );
}

const notKnown = { value: "", label: t`not known` };

type ProfileFormProps = {
  readonly person: Person;
  readonly fields: readonly Field[];
  readonly onDone: () => void;
};

function ProfileForm({ person, fields, onDone }: ProfileFormProps) {
  const queries = useQueryClient();
  // As it was when the form was opened: what changes meanwhile is not a change by this user.
  const [before] = useState(() => profileOf(person, fields));
  const form = useApiForm({
    initial: before,
    submit: async (values) =>
      tidings.updateSubscriber({ id: person.id, ...(await changesOf(person.id, before, values)) }),
    onDone: (changed) => {
      queries.setQueryData(["subscribers", "one", `${person.id}`], changed);
      void queries.invalidateQueries({ queryKey: ["subscribers"] });
      void toast({ message: t`${nameOf(changed)} is saved.` });
      onDone();
    },
  });
  const { custom_fields: values } = form.values;
  return (
    <Form form={form} failure={t`Nothing was changed`}>
      <TextInput label={t`Name`} autoComplete="off" dir="auto" data-autofocus {...form.field("name")} />
      <TextInput
        label={t`Mobile number`}
        description={t`It cannot be changed: add a person with the new number, and delete this one.`}
        value={readablePhone(person.mobile)}
        dir="ltr"
        readOnly
      />
      <Select
        label={t`Language`}
        data={[notKnown, ...languageOptions(before.locale)]}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t`No such language`}
        {...form.choice("locale")}
      />
      <Select
        label={t`Time zone`}
        data={[notKnown, ...zoneOptions(before.time_zone)]}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t`No such time zone`}
        {...form.choice("time_zone")}
      />
      {fields.map((field) => (
        <FieldValue
          key={field.key}
          field={field}
          label={field.label}
          optional={!field.required}
          form={{
            value: values[field.key] ?? "",
            error: form.issue(`custom_fields.${field.key}`),
            onChange: (value) => form.set("custom_fields", { ...values, [field.key]: value }),
          }}
        />
      ))}
      <FormActions>
        <SubmitButton form={form}>{t`Save this person`}</SubmitButton>
      </FormActions>
    </Form>
  );
}
