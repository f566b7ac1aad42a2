import { Button, TextInput } from "@mantine/core";

import { tidings } from "../../api/client.ts";
import { Form, FormActions, SubmitButton } from "../../components/form.tsx";
import { OwnPassword } from "../../components/own-password.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import type { Passkey } from "./columns.tsx";

type RenamePasskeyProps = {
  readonly passkey: Passkey;
  readonly onRenamed: () => void;
  readonly onCancel: () => void;
};

export function RenamePasskey({ passkey, onRenamed, onCancel }: RenamePasskeyProps) {
  const form = useApiForm({
    initial: { name: passkey.name, password: "" },
    submit: (values) => tidings.renamePasskey({ id: passkey.id, ...values }),
    onDone: ({ name }) => {
      void toast({ message: t`The passkey is now called ${name}.` });
      onRenamed();
    },
  });
  return (
    <Form form={form} failure={t`The passkey was not renamed`}>
      <TextInput label={t`Name of the passkey`} autoComplete="off" dir="auto" autoFocus {...form.field("name")} />
      <OwnPassword {...form.field("password")} />
      <FormActions>
        <Button variant="default" onClick={onCancel}>{t`Cancel`}</Button>
        <SubmitButton form={form}>{t`Rename the passkey`}</SubmitButton>
      </FormActions>
    </Form>
  );
}
