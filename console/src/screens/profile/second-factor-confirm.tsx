import { Button, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { Operations } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { sessionQuery } from "../../api/session.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { Form, FormActions, SubmitButton } from "../../components/form.tsx";
import { t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import classes from "./profile.module.css";
import { QrCode } from "./qr-code.tsx";

type ConfirmProps = {
  readonly secret: Operations["startTotp"]["data"];
  readonly onConfirmed: (recoveryCodes: readonly string[]) => void;
  readonly onCancel: () => void;
};

/** The secret for the app, and the first code of it: only then is the second factor on. */
export function ConfirmCode({ secret, onConfirmed, onCancel }: ConfirmProps) {
  const queries = useQueryClient();
  const form = useApiForm({
    initial: { code: "" },
    submit: async (values) => {
      try {
        return await tidings.confirmTotp(values);
      } finally {
        // Even if the response was lost: the second factor may be on.
        void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
      }
    },
    onDone: ({ recovery_codes: codes }) => onConfirmed(codes),
  });
  return (
    <Form form={form} failure={t`The second factor is not on yet`}>
      <div className={classes.scan}>
        <QrCode text={secret.otpauth_url} label={t`QR code for an authenticator app`} />
        <div className={classes.secret}>
          <p>{t`Scan this with an authenticator app, such as Aegis, Google Authenticator or a password manager. On the same device, enter the secret by hand:`}</p>
          <code dir="ltr" translate="no">
            {secret.secret.replaceAll(/.{4}(?=.)/g, "$& ")}
          </code>
          <CopyButton text={secret.secret} label={t`Copy the secret`} />
        </div>
      </div>
      <TextInput
        label={t`Code that the app shows now`}
        inputMode="numeric"
        autoComplete="one-time-code"
        dir="ltr"
        maw={240}
        autoFocus
        {...form.field("code")}
      />
      <FormActions>
        <SubmitButton form={form}>{t`Turn on the second factor`}</SubmitButton>
        <Button variant="default" onClick={onCancel}>{t`Cancel`}</Button>
      </FormActions>
    </Form>
  );
}
