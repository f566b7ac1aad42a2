import { Button, Textarea, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";

import { tidings } from "../../api/client.ts";
import { useCan, useSession } from "../../api/session.ts";
import { CodeBlock } from "../../components/code-block.tsx";
import { Form, FormActions, SubmitButton } from "../../components/form.tsx";
import { t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import { useAttemptKey } from "../../lib/use-attempt-key.ts";
import classes from "./developers.module.css";

type Values = { numbers: string; message: string };
type Reply = { readonly call: string; readonly data: object; readonly id: string | null };

/** Two calls with the person's own session: a preview, and a text. The reply is shown as a program gets it. */
export function TryCall() {
  const can = useCan();
  const { sandbox } = useSession().site;
  const attempt = useAttemptKey();
  const [reply, setReply] = useState<Reply | null>(null);
  const inputOf = ({ numbers, message }: Values) => ({ numbers: [numbers.trim()], message });
  const form = useApiForm<Values, Reply>({
    initial: { numbers: sandbox ? "+15005550000" : "", message: t`Hello from the API.` },
    submit: async (values) => {
      setReply(null);
      const input = inputOf(values);
      const data = await tidings.sendMessage(input, { idempotencyKey: attempt.keyFor(input) });
      attempt.done();
      return { call: "POST /svc/v1/send", data, id: data.message_id ?? null };
    },
    onDone: setReply,
  });
  const preview = useMutation({
    mutationFn: () => tidings.previewMessage(inputOf(form.values)),
    onMutate: () => {
      setReply(null);
      form.fail(null);
    },
    onSuccess: (data) => setReply({ call: "POST /svc/v1/send/preview", data, id: null }),
    onError: form.fail,
  });
  return (
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
      {reply && (
        <section aria-label={t`Reply`} role="status" className={classes.snippets}>
          <p className={classes.quiet}>
            <code dir="ltr">{reply.call}</code>
          </p>
          <CodeBlock text={JSON.stringify(reply.data, null, 2)} />
          {reply.id && can("svc_outbox") && (
            <Link to={"/outbox" as string} search={{ message_id: reply.id } as never}>{t`Watch it arrive`}</Link>
          )}
        </section>
      )}
    </Form>
  );
}
