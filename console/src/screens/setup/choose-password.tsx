import { PasswordInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";

import { tidings } from "../../api/client.ts";
import { sessionQuery } from "../../api/session.ts";
import { Form, SubmitButton } from "../../components/form.tsx";
import { t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import { Entrance } from "../sign-in/entrance.tsx";

export function ChoosePassword({ token, onDone }: { readonly token: string; readonly onDone: () => void }) {
  const queries = useQueryClient();
  const form = useApiForm({
    initial: { password: "" },
    submit: ({ password }) => tidings.completeSetup({ token, password }),
    onDone: () => void queries.invalidateQueries({ queryKey: sessionQuery.queryKey }).then(onDone),
  });
  return (
    <Entrance
      title={t`Choose a password`}
      lead={t`You sign in to the console with it. Programs use application passwords instead.`}
    >
      <Form form={form} failure={t`The password was not set`}>
        <PasswordInput
          label={t`Password`}
          description={t`A long one: several words are easy to keep.`}
          autoComplete="new-password"
          autoFocus
          {...form.field("password")}
        />
        <SubmitButton form={form}>{t`Set the password`}</SubmitButton>
      </Form>
    </Entrance>
  );
}
