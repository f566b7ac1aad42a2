import { Button, PasswordInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { Operations } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { sessionQuery } from "../../api/session.ts";
import { Form, FormActions, SubmitButton } from "../../components/form.tsx";
import { toast } from "../../components/toast.ts";
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
    <Form form={form} failure="The second factor was not set up">
      <PasswordInput
        label="Your password"
        description="To be sure that it is you."
        autoComplete="current-password"
        autoFocus
        {...form.field("password")}
      />
      <FormActions>
        <SubmitButton form={form}>Show the QR code</SubmitButton>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
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
      void toast({ message: "The second factor is off." });
      void queries.invalidateQueries({ queryKey: sessionQuery.queryKey }).then(onDone);
    },
  });
  return (
    <Form form={form} failure="The second factor is still on">
      <PasswordInput
        label="Your password"
        description="From then on the password alone is enough to sign in. The recovery codes end too."
        autoComplete="current-password"
        autoFocus
        {...form.field("password")}
      />
      <FormActions>
        <SubmitButton form={form}>Turn it off</SubmitButton>
        <Button variant="default" onClick={onDone}>
          Keep it on
        </Button>
      </FormActions>
    </Form>
  );
}
