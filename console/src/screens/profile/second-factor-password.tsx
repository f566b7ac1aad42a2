import { Button, PasswordInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { Operations } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { sessionQuery } from "../../api/session.ts";
import { Form, FormActions, SubmitButton } from "../../components/form.tsx";
import { OwnPassword } from "../../components/own-password.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";

type StartProps = {
  readonly onStarted: (secret: Operations["startTotp"]["data"]) => void;
  readonly onCancel: () => void;
};

export function StartSecondFactor({ onStarted, onCancel }: StartProps) {
  const form = useApiForm({
    initial: { password: "" },
    submit: (values) => tidings.startTotp(values),
    onDone: onStarted,
  });
  return (
    <Form form={form} failure={t`The second factor was not set up`}>
      <OwnPassword autoFocus {...form.field("password")} />
      <FormActions>
        <SubmitButton form={form}>{t`Show the QR code`}</SubmitButton>
        <Button variant="default" onClick={onCancel}>{t`Cancel`}</Button>
      </FormActions>
    </Form>
  );
}

export function TurnOffSecondFactor({ onDone }: { readonly onDone: () => void }) {
  const queries = useQueryClient();
  const form = useApiForm({
    initial: { password: "" },
    submit: (values) => tidings.disableTotp(values),
    onDone: () => {
      void toast({ message: t`The second factor is off.` });
      void queries.invalidateQueries({ queryKey: sessionQuery.queryKey }).then(onDone);
    },
  });
  return (
    <Form form={form} failure={t`The second factor is still on`}>
      <PasswordInput
        label={t`Your password`}
        description={t`From then on the password alone is enough to sign in. The recovery codes end too.`}
        autoComplete="current-password"
        autoFocus
        {...form.field("password")}
      />
      <FormActions>
        <SubmitButton form={form}>{t`Turn it off`}</SubmitButton>
        <Button variant="default" onClick={onDone}>{t`Keep it on`}</Button>
      </FormActions>
    </Form>
  );
}
