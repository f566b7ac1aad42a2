import { Button, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";

import { tidings } from "../../api/client.ts";
import { Form, SubmitButton } from "../../components/form.tsx";
import { Phone } from "../../components/phone.tsx";
import { rich } from "../../lib/rich.ts";
import { t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import { useSendOnce } from "../../lib/use-send-once.ts";
import { Entrance } from "../sign-in/entrance.tsx";
import classes from "./setup.module.css";
import { Steps } from "./steps.tsx";

export type FirstMessageProps = {
  readonly number: string;
  readonly sandbox: boolean;
  /** The person may see what the sandbox received. */
  readonly watches: boolean;
  readonly foot: ReactNode;
  readonly onBack: () => void;
};

/** The third step: a message is sent, and where the sandbox took it, what arrived is shown. */
export function FirstMessage({ number, sandbox, watches, foot, onBack }: FirstMessageProps) {
  const [sent, setSent] = useState<{ readonly text: string; readonly after: number }>();
  const [opened] = useState(() => Date.now());
  const send = useSendOnce((message: string, idempotencyKey) =>
    tidings.sendMessage({ numbers: [number], message }, { idempotencyKey }),
  );
  const form = useApiForm({
    initial: { message: t`Hello from Tidings.` },
    submit: ({ message }) => send(message),
    onDone: ({ input }) => setSent({ text: input, after: opened }),
  });
  const isNew = ({ at, body }: { readonly at: string; readonly body: string }) =>
    sent !== undefined && (body.includes(sent.text) || Date.parse(at) >= sent.after);
  const received = useQuery({
    queryKey: ["sandbox", "first", number],
    queryFn: ({ signal }) => tidings.listSandboxMessages({ to: number, per_page: 20 }, { signal }),
    enabled: sent !== undefined && watches,
    refetchInterval: ({ state }) => (state.data?.items.some(isNew) ? false : 1_000),
  });
  if (!sent) {
    // The number is the step before: without this its issue would name a parameter of the API.
    const refused = form.issue("numbers");
    return (
      <Entrance title={t`The first message`} foot={foot}>
        <Steps current={3} />
        <p className={classes.note}>{rich`To ${<Phone number={number} />}`}</p>
        {refused && (
          <p role="alert" className={classes.wrong}>
            {refused}
          </p>
        )}
        <Form
          form={form}
          failure={t`The message was not sent`}
          unsure={t`The message may have been sent. Trying again does not send it twice`}
        >
          <Textarea label={t`Text`} rows={3} {...form.field("message")} />
          <SubmitButton form={form}>{t`Send the message`}</SubmitButton>
          <Button variant="subtle" onClick={onBack}>{t`Back`}</Button>
        </Form>
      </Entrance>
    );
  }
  const arrived = received.data?.items.find(isNew);
  return (
    <Entrance title={watches && !arrived && !received.error ? t`On its way…` : t`It is out`}>
      {arrived && <p className={classes.received}>{arrived.body}</p>}
      <p className={classes.note}>
        {sandbox
          ? t`The sandbox shows what a phone would receive. With a gateway the same message reaches real ones.`
          : t`The outbox shows when the phone has received it.`}
      </p>
      <Button component={Link} to="/" fullWidth>{t`Go to the console`}</Button>
    </Entrance>
  );
}
