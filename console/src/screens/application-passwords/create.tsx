import { Button, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Operations, TidingsError } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { Form, FormActions, SubmitButton } from "../../components/form.tsx";
import { SecretOnce } from "../../components/secret-once.tsx";
import { t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import { useAttemptKey } from "../../lib/use-attempt-key.ts";
import classes from "./application-passwords.module.css";

type Created = Operations["createApplicationPassword"]["data"];

export type CreateApplicationPasswordProps = {
  readonly user: "me" | number;
  readonly onClose: () => void;
};

/** Asks for a name, and shows the password once. In the page, because the list is also in a drawer. */
export function CreateApplicationPassword({ user, onClose }: CreateApplicationPasswordProps) {
  const queries = useQueryClient();
  const { username } = useSession().user;
  const attempt = useAttemptKey();
  const [created, setCreated] = useState<Created | null>(null);
  const [lost, setLost] = useState(false);
  const form = useApiForm<{ name: string }, Created>({
    initial: { name: "" },
    submit: async ({ name }) => {
      const input = { id: user, name };
      try {
        return await tidings.createApplicationPassword(input, { idempotencyKey: attempt.keyFor(input) });
      } catch (error) {
        if (error instanceof TidingsError && error.code === "already_created") {
          setLost(true);
          void queries.invalidateQueries({ queryKey: ["users", "application-passwords"] });
        }
        throw error;
      }
    },
    onDone: (password) => {
      setCreated(password);
      void queries.invalidateQueries({ queryKey: ["users", "application-passwords"] });
    },
  });
  if (created) {
    return (
      <div className={classes.created}>
        <SecretOnce name={t`Password of ${created.name}`} secret={created.password} />
        <p>
          {t`The spaces in it do not matter.`}{" "}
          {user === "me" ? t`The user name is ${username}.` : t`The user name is that of the person.`}
        </p>
        <FormActions>
          <Button variant="default" onClick={onClose}>{t`I have kept it`}</Button>
        </FormActions>
      </div>
    );
  }
  return (
    <Form form={form} failure={t`The password was not created`}>
      {lost && (
        <p
          className={classes.notice}
        >{t`An earlier attempt created it, and its reply was lost. It is shown only once: revoke it in the list, and create one with another name.`}</p>
      )}
      <TextInput
        label={t`Name of the program`}
        description={t`Give each program its own: then you see when it is used, and can revoke it separately.`}
        autoComplete="off"
        autoFocus
        {...form.field("name")}
      />
      <FormActions>
        <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
        <SubmitButton form={form}>{t`Create this password`}</SubmitButton>
      </FormActions>
    </Form>
  );
}
