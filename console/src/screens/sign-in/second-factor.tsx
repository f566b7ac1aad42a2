import { Button, TextInput } from "@mantine/core";

import { tidings } from "../../api/client.ts";
import type { Session } from "../../api/session.ts";
import { Form, SubmitButton } from "../../components/form.tsx";
import { t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import { Entrance } from "./entrance.tsx";

export type SecondFactorProps = {
  /** What the password was exchanged for; ends soon. */
  readonly challenge: string;
  readonly onSignedIn: (session: Session) => void;
  readonly onBack: () => void;
};

export function SecondFactor({ challenge, onSignedIn, onBack }: SecondFactorProps) {
  const form = useApiForm({
    initial: { code: "" },
    submit: ({ code }) => tidings.confirmSecondFactor({ challenge, code }),
    onDone: onSignedIn,
  });
  return (
    <Entrance title={t`Enter your code`} lead={t`Open your authenticator, or use one of your recovery codes.`}>
      <Form form={form} failure={t`The code was not accepted`} unsure={t`You are not signed in yet`}>
        <TextInput label={t`Code`} autoComplete="one-time-code" autoFocus {...form.field("code")} />
        <SubmitButton form={form}>{t`Sign in`}</SubmitButton>
        <Button variant="subtle" onClick={onBack}>{t`Use another account`}</Button>
      </Form>
    </Entrance>
  );
}
