import { Button, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";

import { t } from "../../lib/translate.ts";
import { Entrance } from "../sign-in/entrance.tsx";
import classes from "./setup.module.css";
import { Steps } from "./steps.tsx";

/** The sandbox answers for it as a phone that receives everything. */
const sandboxNumber = "+15005550000";

export type FirstNumberProps = {
  readonly sandbox: boolean;
  readonly initial: string;
  readonly foot: ReactNode;
  readonly onDone: (number: string) => void;
  readonly onBack: () => void;
};

/** The second step: who receives the first message. The API judges the number when the message is sent. */
export function FirstNumber({ sandbox, initial, foot, onDone, onBack }: FirstNumberProps) {
  const [number, setNumber] = useState(initial || (sandbox ? sandboxNumber : ""));
  const [error, setError] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (number.trim() === "") setError(t`Write the number of a phone that you can see.`);
    else onDone(number.trim());
  };
  return (
    <Entrance title={t`A number for the first message`} foot={foot}>
      <Steps current={2} />
      <form className={classes.choices} onSubmit={submit} noValidate>
        <TextInput
          label={t`Number`}
          type="tel"
          dir="ltr"
          autoComplete="tel"
          autoFocus
          description={
            sandbox
              ? t`A number of the sandbox. Any other works as well.`
              : t`With + and the country: +49 151 23456789.`
          }
          value={number}
          error={error}
          onChange={(event) => setNumber(event.currentTarget.value)}
        />
        <Button type="submit">{t`Use this number`}</Button>
        <Button variant="subtle" onClick={onBack}>{t`Back`}</Button>
      </form>
    </Entrance>
  );
}
