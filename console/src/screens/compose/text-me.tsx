import { Button, TextInput } from "@mantine/core";
import { useState } from "react";

import { tidings } from "../../api/client.ts";
import { Form, SubmitButton } from "../../components/form.tsx";
import { Icon } from "../../components/icon.tsx";
import { Phone } from "../../components/phone.tsx";
import { useApiForm } from "../../lib/use-api-form.ts";
import classes from "./compose.module.css";
import type { Draft } from "./draft.ts";

const storageKey = "tidings-own-number";
const sample: Readonly<Record<string, string>> = { name: "Ana Berg", first_name: "Ana" };

/** Sends the text to the person's own phone before it goes to everybody. */
export function TextMe({ draft }: { readonly draft: Draft }) {
  const [open, setOpen] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  const form = useApiForm({
    initial: { numbers: localStorage.getItem(storageKey) ?? "" },
    submit: ({ numbers }) => {
      const { text: message, sender } = draft;
      return tidings.sendMessage({
        numbers: [message.includes("{{") ? { number: numbers, variables: sample } : numbers],
        category: "transactional",
        message,
        ...(sender && { sender }),
      });
    },
    onDone: (_sent, { numbers }) => {
      localStorage.setItem(storageKey, numbers);
      setSentTo(numbers);
      setOpen(false);
    },
  });
  if (!open) {
    return (
      <div className={classes.textMe}>
        <Button variant="default" leftSection={<Icon name="phone" size={16} />} onClick={() => setOpen(true)}>
          {sentTo ? "Text me again" : "Text me first"}
        </Button>
        {sentTo && (
          <span role="status">
            On its way to <Phone number={sentTo} />
          </span>
        )}
      </div>
    );
  }
  return (
    <Form form={form} failure="The text to you was not sent">
      <div className={classes.ownNumber}>
        <TextInput label="Your number" type="tel" dir="ltr" autoFocus {...form.field("numbers")} />
        <SubmitButton form={form}>Send 1 text to me</SubmitButton>
        <Button variant="subtle" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
