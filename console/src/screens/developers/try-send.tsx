import { Button, Textarea, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";

import { useCan, useSession } from "../../api/session.ts";
import { Form, FormActions, SubmitButton } from "../../components/form.tsx";
import { t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import { useAttemptKey } from "../../lib/use-attempt-key.ts";
import { snippetsOf } from "./call-snippets.ts";
import classes from "./developers.module.css";
import { ExchangeView } from "./exchange-view.tsx";
import { type Exchange, exchange } from "./exchange.ts";
import { Snippets } from "./snippets.tsx";
import { useSiteUrl } from "./use-site-url.ts";

type Values = { numbers: string; message: string };

/** The two calls that are not reads: a preview, and a text, in the person's own name. */
export function TrySend() {
  const can = useCan();
  const { site, user } = useSession();
  const url = useSiteUrl();
  const attempt = useAttemptKey();
  const [reply, setReply] = useState<Exchange | null>(null);
  const inputOf = ({ numbers, message }: Values) => ({ numbers: [numbers.trim()], message });
  const call = async (operation: "sendMessage" | "previewMessage", input: object, key?: string) => {
    setReply(null);
    const { exchange: seen, error } = await exchange(operation, input, key);
    setReply(seen);
    if (error !== null) throw error;
  };
  const form = useApiForm<Values, void>({
    initial: { numbers: site.sandbox ? "+15005550000" : "", message: t`Hello from the API.` },
    submit: async (values) => {
      const input = inputOf(values);
      await call("sendMessage", input, attempt.keyFor(input));
      attempt.done();
    },
  });
  const preview = useMutation({
    mutationFn: () => call("previewMessage", inputOf(form.values)),
    onMutate: () => form.fail(null),
    onError: form.fail,
  });
  const sent = reply?.target === "/svc/v1/send" ? messageOf(reply.body) : null;
  return (
    <div className={classes.snippets}>
      <Form form={form} failure={t`The call was refused`}>
        <TextInput label={t`Phone number`} type="tel" dir="ltr" {...form.field("numbers")} />
        <Textarea label={t`Text`} autosize minRows={2} dir="auto" {...form.field("message")} />
        <FormActions>
          <SubmitButton form={form}>{t`Send 1 text`}</SubmitButton>
          <Button
            variant="default"
            loading={preview.isPending}
            onClick={() => preview.mutate()}
          >{t`Check without sending`}</Button>
        </FormActions>
      </Form>
      {reply && <ExchangeView of={reply} />}
      {sent !== null && can("svc_outbox") && (
        <Link to="/outbox" search={{ message_id: sent }}>{t`Watch it arrive`}</Link>
      )}
      <Snippets
        label={t`Send a text`}
        texts={snippetsOf({
          url,
          username: user.username,
          operation: "sendMessage",
          method: "POST",
          target: "/send",
          input: inputOf(form.values),
          idempotencyKey: "a-key-of-your-own",
          prints: "message_id",
        })}
      />
    </div>
  );
}

/** null: nothing was accepted, or something between here and the service answered. */
function messageOf(body: string): string | null {
  try {
    const { data } = JSON.parse(body) as { readonly data?: { readonly message_id?: string | null } };
    return data?.message_id ?? null;
  } catch {
    return null;
  }
}
