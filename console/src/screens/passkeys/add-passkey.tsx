import { Button, TextInput } from "@mantine/core";

import { Form, FormActions, SubmitButton } from "../../components/form.tsx";
import { OwnPassword } from "../../components/own-password.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import { createPasskey } from "./ceremony.ts";

type AddPasskeyProps = { readonly onAdded: () => void; readonly onCancel: () => void };

export function AddPasskey({ onAdded, onCancel }: AddPasskeyProps) {
  const form = useApiForm({
    initial: { name: "", password: "" },
    submit: createPasskey,
    onDone: ({ name }) => {
      void toast({ message: t`${name} opens your account from now on.` });
      onAdded();
    },
  });
  return (
    <Form form={form} failure={t`The passkey was not added`}>
      <TextInput
        label={t`Name of the passkey`}
        description={t`Where it is: a laptop, a phone, a security key.`}
        autoComplete="off"
        dir="auto"
        autoFocus
        {...form.field("name")}
      />
      <OwnPassword {...form.field("password")} />
      <FormActions>
        <Button variant="default" onClick={onCancel}>{t`Cancel`}</Button>
        <SubmitButton form={form}>{t`Create the passkey`}</SubmitButton>
      </FormActions>
    </Form>
  );
}
