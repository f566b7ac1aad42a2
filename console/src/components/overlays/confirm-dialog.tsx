import { Button, Modal, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";

import { t } from "../../lib/translate.ts";
import { isTypedAs } from "../../lib/typed-as.ts";
import classes from "./confirm-dialog.module.css";
import type { ConfirmOptions } from "./confirm.ts";

type Props = ConfirmOptions & { readonly onAnswer: (chosen: boolean) => void; readonly onClosed: () => void };

export function ConfirmDialog({ title, body, action, keep = t`Keep`, danger = false, typed, ...on }: Props) {
  const [opened, setOpened] = useState(true);
  const [text, setText] = useState("");
  const [error, setError] = useState<string | null>(null);
  const answer = (chosen: boolean) => {
    on.onAnswer(chosen);
    setOpened(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed && !isTypedAs(text, typed)) setError(t`Type ${typed} to go on.`);
    else answer(true);
  };
  // Pressing Enter by habit must not destroy anything.
  const focus = { "data-autofocus": true };
  return (
    <Modal
      opened={opened}
      onClose={() => answer(false)}
      onExitTransitionEnd={on.onClosed}
      title={title}
      centered
      data-closing={!opened || undefined}
    >
      <form onSubmit={submit} noValidate>
        <div className={classes.body}>{body}</div>
        {typed && (
          <TextInput
            label={t`Type ${typed} to go on`}
            value={text}
            error={error}
            data-autofocus
            autoComplete="off"
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => answer(false)} {...(danger && !typed ? focus : {})}>
            {keep}
          </Button>
          <Button type="submit" {...(danger ? { color: "red" } : {})} {...(danger || typed ? {} : focus)}>
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
