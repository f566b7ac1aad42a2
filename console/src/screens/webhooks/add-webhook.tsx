import { Button, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { type Operations, TidingsError } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { Drawer } from "../../components/overlays/drawer.tsx";
import { Form, FormActions, SubmitButton } from "../../components/form.tsx";
import { SecretOnce } from "../../components/secret-once.tsx";
import { t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import { useAttemptKey } from "../../lib/use-attempt-key.ts";
import { TypeField } from "./type-field.tsx";
import classes from "./webhooks.module.css";

type Created = Operations["createWebhook"]["data"];
type Types = Operations["createWebhook"]["input"]["types"];

export function AddWebhook({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  return (
    <Drawer title={t`Add a webhook`} opened={opened} onClose={onClose}>
      <AddForm />
    </Drawer>
  );
}

/** Address and events, then the secret, which is shown once. */
function AddForm() {
  const queries = useQueryClient();
  const attempt = useAttemptKey();
  const [created, setCreated] = useState<Created | null>(null);
  const [lost, setLost] = useState(false);
  const form = useApiForm<{ url: string; types: string[] }, Created>({
    initial: { url: "", types: ["message.delivered", "message.failed"] },
    submit: async ({ url, types }) => {
      const input = { url: url.trim(), types: types as unknown as Types };
      try {
        return await tidings.createWebhook(input, { idempotencyKey: attempt.keyFor(input) });
      } catch (error) {
        if (error instanceof TidingsError && error.code === "already_created") setLost(true);
        throw error;
      }
    },
    onDone: (webhook) => {
      setCreated(webhook);
      void queries.invalidateQueries({ queryKey: ["webhooks"] });
      void queries.invalidateQueries({ queryKey: ["status"] });
    },
  });
  if (created) {
    return (
      <div className={classes.paragraphs}>
        <p>{t`The webhook is on. Its secret verifies that a call comes from here: put it into the settings of your program.`}</p>
        {created.secret && <SecretOnce name={t`Signing secret`} secret={created.secret} />}
        <FormActions>
          <Button component={Link} to={`/webhooks/${created.id}`}>{t`Open the webhook and test it`}</Button>
        </FormActions>
      </div>
    );
  }
  return (
    <Form form={form} failure={t`The webhook was not added`}>
      {lost && (
        <p
          className={classes.notice}
        >{t`An earlier attempt added it, and its reply was lost. The secret is shown only once: open the webhook in the list and replace its secret.`}</p>
      )}
      <TextInput
        label={t`Address`}
        description={t`The https address of your program. It must be reachable from the internet.`}
        type="url"
        dir="ltr"
        placeholder="https://shop.example/hooks/sms"
        autoComplete="off"
        data-autofocus
        {...form.field("url")}
      />
      <TypeField field={form.choice("types")} />
      <FormActions>
        <SubmitButton form={form}>{t`Add this webhook`}</SubmitButton>
      </FormActions>
    </Form>
  );
}
