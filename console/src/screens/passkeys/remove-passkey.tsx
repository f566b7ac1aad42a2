import { Button } from "@mantine/core";

import { tidings } from "../../api/client.ts";
import { Form, FormActions, SubmitButton } from "../../components/form.tsx";
import { OwnPassword } from "../../components/own-password.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import { forgetPasskey } from "./ceremony.ts";
import type { Passkey } from "./columns.tsx";
import classes from "./passkeys.module.css";

type RemovePasskeyProps = {
  readonly passkey: Passkey;
  readonly onRemoved: () => void;
  readonly onCancel: () => void;
};

export function RemovePasskey({ passkey, onRemoved, onCancel }: RemovePasskeyProps) {
  const form = useApiForm({
    initial: { password: "" },
    submit: (values) => tidings.removePasskey({ id: passkey.id, ...values }),
    onDone: ({ previous: { name, credential_id: credentialId } }) => {
      void forgetPasskey(credentialId);
      void toast({ message: t`${name} is refused from now on.` });
      onRemoved();
    },
  });
  return (
    <Form form={form} failure={t`The passkey was not removed`}>
      <h3 className={classes.question}>{t`Remove ${passkey.name}?`}</h3>
      <p>{t`Nobody signs in with it any more, and where somebody is signed in with it, they are signed out, except here. This cannot be taken back.`}</p>
      <OwnPassword autoFocus {...form.field("password")} />
      <FormActions>
        <Button variant="default" onClick={onCancel}>{t`Keep it`}</Button>
        <SubmitButton form={form}>{t`Remove the passkey`}</SubmitButton>
      </FormActions>
    </Form>
  );
}
