import { TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import type { Operations } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { Form } from "../../components/form.tsx";
import { SaveBar } from "../../components/save-bar.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import { TypeField } from "./type-field.tsx";
import type { WebhookData } from "./use-webhooks.ts";

type Values = { url: string; types: string[] };

const valuesOf = ({ url, types }: WebhookData): Values => ({ url, types: [...types] });

/** The address and the events of a webhook. */
export function WebhookForm({ webhook }: { readonly webhook: WebhookData }) {
  const queries = useQueryClient();
  const form = useApiForm<Values, Operations["updateWebhook"]["data"]>({
    initial: valuesOf(webhook),
    submit: (_, { url, types }) =>
      tidings.updateWebhook({
        id: webhook.id,
        ...(url !== undefined && { url: url.trim() }),
        ...(types && { types: types as unknown as WebhookData["types"] }),
      }),
    onDone: (saved) => {
      form.replace(valuesOf(saved));
      void queries.invalidateQueries({ queryKey: ["webhooks"] });
      void toast({ message: t`Saved. The next events follow it.` });
    },
  });
  const shown = JSON.stringify(valuesOf(webhook));
  const follow = useEffectEvent(() => {
    if (!form.dirty && !form.pending) form.replace(valuesOf(webhook));
  });
  useEffect(() => follow(), [shown]);
  return (
    <Form form={form} failure={t`The webhook was not saved`}>
      <TextInput label={t`Address`} type="url" dir="ltr" autoComplete="off" {...form.field("url")} />
      <TypeField field={form.choice("types")} />
      <SaveBar form={form} action={t`Save the webhook`} />
    </Form>
  );
}
