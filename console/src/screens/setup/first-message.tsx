import { Button, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";

import { tidings } from "../../api/client.ts";
import { Form, SubmitButton } from "../../components/form.tsx";
import { Phone } from "../../components/phone.tsx";
import { useApiForm } from "../../lib/use-api-form.ts";
import { Entrance } from "../sign-in/entrance.tsx";
import classes from "./setup.module.css";
import { Steps } from "./steps.tsx";

export type FirstMessageProps = {
  readonly number: string;
  readonly sandbox: boolean;
  readonly foot: ReactNode;
  readonly onBack: () => void;
};

/** The third step: a message is sent, and where the sandbox took it, what arrived is shown. */
export function FirstMessage({ number, sandbox, foot, onBack }: FirstMessageProps) {
  const [sent, setSent] = useState(false);
  // The same key for every attempt of this screen: a second press sends no second message.
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const form = useApiForm({
    initial: { message: "Hello from Tidings." },
    submit: ({ message }) => tidings.sendMessage({ numbers: [number], message }, { idempotencyKey }),
    onDone: () => setSent(true),
  });
  const received = useQuery({
    queryKey: ["sandbox", "first", number],
    queryFn: ({ signal }) => tidings.listSandboxMessages({ per_page: 20 }, { signal }),
    enabled: sent && sandbox,
    refetchInterval: ({ state }) => (state.data?.items.length ? false : 1_000),
  });
  if (!sent) {
    return (
      <Entrance title="The first message" foot={foot}>
        <Steps current={3} />
        <p className={classes.note}>
          To <Phone number={number} />
        </p>
        <Form form={form} failure="The message was not sent">
          <Textarea label="Text" rows={3} {...form.field("message")} />
          <SubmitButton form={form}>Send the message</SubmitButton>
          <Button variant="subtle" onClick={onBack}>
            Back
          </Button>
        </Form>
      </Entrance>
    );
  }
  const arrived = (received.data?.items.length ?? 0) > 0;
  return (
    <Entrance title={sandbox && !arrived ? "On its way…" : "It is out"}>
      {arrived && <p className={classes.received}>{form.values.message}</p>}
      <p className={classes.note}>
        {sandbox
          ? "The sandbox shows what a phone would receive. With a gateway the same message reaches real ones."
          : "The outbox shows when the phone has received it."}
      </p>
      <Button component={Link} to="/" fullWidth>
        Go to the console
      </Button>
    </Entrance>
  );
}
