import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";

import classes from "./outbox.module.css";

type Props = {
  readonly label: string;
  readonly action: string;
  readonly initial: string;
  readonly onName: (name: string) => void;
};

/** Gives a view its name. */
export function ViewName({ label, action, initial, onName }: Props) {
  const [name, setName] = useState(initial);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") return;
    onName(name.trim());
  };
  return (
    <form className={classes.save} onSubmit={submit}>
      <TextInput
        size="xs"
        label={label}
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" size="xs">
        {action}
      </Button>
    </form>
  );
}
