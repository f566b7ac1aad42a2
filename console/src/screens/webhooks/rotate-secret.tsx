import { Radio } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Operations, TidingsError } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { Drawer } from "../../components/overlays/drawer.tsx";
import { Form, FormActions, SubmitButton } from "../../components/form.tsx";
import { SecretOnce } from "../../components/secret-once.tsx";
import { t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import { useAttemptKey } from "../../lib/use-attempt-key.ts";
import classes from "./webhooks.module.css";

type Rotated = Operations["rotateWebhookSecret"]["data"];

export type RotateSecretProps = { readonly id: string; readonly opened: boolean; readonly onClose: () => void };

export function RotateSecret({ id, opened, onClose }: RotateSecretProps) {
  return (
    <Drawer title={t`Replace the signing secret`} opened={opened} onClose={onClose} width={460}>
      <RotateForm id={id} />
    </Drawer>
  );
}

function RotateForm({ id }: { readonly id: string }) {
  const queries = useQueryClient();
  const attempt = useAttemptKey();
  const [rotated, setRotated] = useState<Rotated | null>(null);
  const form = useApiForm<{ overlap_hours: string }, Rotated>({
    initial: { overlap_hours: "24" },
    submit: async ({ overlap_hours: hours }) => {
      const input = { id, overlap_hours: Number(hours) };
      try {
        return await tidings.rotateWebhookSecret(input, { idempotencyKey: attempt.keyFor(input) });
      } catch (error) {
        // The secret of the lost reply is shown to nobody: the next press makes another.
        if (error instanceof TidingsError && error.code === "already_created") attempt.done();
        throw error;
      }
    },
    onDone: (webhook) => {
      attempt.done();
      setRotated(webhook);
      void queries.invalidateQueries({ queryKey: ["webhooks"] });
    },
  });
  if (rotated?.secret) {
    return (
      <div className={classes.paragraphs}>
        <p>{t`Put the new secret into the settings of your program.`}</p>
        <SecretOnce name={t`New signing secret`} secret={rotated.secret} />
      </div>
    );
  }
  return (
    <Form form={form} failure={t`The secret was not replaced`}>
      <Radio.Group label={t`The old secret`} {...form.choice("overlap_hours")}>
        <div className={classes.types}>
          <Radio
            value="24"
            label={t`Both sign for 24 hours`}
            description={t`Your program can change at any time in between, and misses nothing.`}
          />
          <Radio
            value="0"
            label={t`The old one ends now`}
            description={t`If it has leaked. Your program refuses calls until it has the new one; they are repeated.`}
          />
        </div>
      </Radio.Group>
      <FormActions>
        <SubmitButton form={form}>{t`Replace the secret`}</SubmitButton>
      </FormActions>
    </Form>
  );
}
