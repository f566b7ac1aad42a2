import { Button, Textarea, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";

import { tidings } from "../../api/client.ts";
import { useCan, useSession } from "../../api/session.ts";
import { Form, FormActions, SubmitButton } from "../../components/form.tsx";
import { useApiForm } from "../../lib/use-api-form.ts";
import { useAttemptKey } from "../../lib/use-attempt-key.ts";
import classes from "./developers.module.css";

type Reply = { readonly call: string; readonly data: object; readonly id: string | null };

/** Two calls with the person's own session: a preview, and a text. The reply is shown as a program gets it. */
export function TryCall() {
  const can = useCan();
  const { sandbox } = useSession().site;
  const attempt = useAttemptKey();
  const [reply, setReply] = useState<Reply | null>(null);
  const [preview, setPreview] = useState(false);
  const form = useApiForm<{ numbers: string; message: string }, Reply>({
    initial: { numbers: sandbox ? "+15005550000" : "", message: "Hello from the API." },
    submit: async ({ numbers, message }) => {
      setReply(null);
      const input = { numbers: [numbers.trim()], message };
      if (preview) {
        const data = await tidings.previewMessage(input);
        return { call: "POST /svc/v1/send/preview", data, id: null };
      }
      const data = await tidings.sendMessage(input, { idempotencyKey: attempt.keyFor(input) });
      attempt.done();
      return { call: "POST /svc/v1/send", data, id: data.message_id ?? null };
    },
    onDone: setReply,
  });
  return (
    <Form form={form} failure="The call was refused">
      <TextInput label="Phone number" type="tel" dir="ltr" {...form.field("numbers")} />
      <Textarea label="Text" autosize minRows={2} dir="auto" {...form.field("message")} />
      <FormActions>
        <Button variant="default" type="submit" disabled={form.pending} onClick={() => setPreview(true)}>
          Check without sending
        </Button>
        <span onClickCapture={() => setPreview(false)}>
          <SubmitButton form={form}>Send 1 text</SubmitButton>
        </span>
      </FormActions>
      {reply && (
        <section aria-label="Reply" role="status" className={classes.snippets}>
          <p className={classes.quiet}>
            <code dir="ltr">{reply.call}</code>
          </p>
          <pre className={classes.code} dir="ltr" tabIndex={0}>
            {JSON.stringify(reply.data, null, 2)}
          </pre>
          {reply.id && can("svc_outbox") && (
            <Link to={"/outbox" as string} search={{ message_id: reply.id } as never}>
              Watch it arrive
            </Link>
          )}
        </section>
      )}
    </Form>
  );
}
