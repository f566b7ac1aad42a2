import { PasswordInput, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { tidings } from "../../api/client.ts";
import { type Session, sessionQuery } from "../../api/session.ts";
import { Form, SubmitButton } from "../../components/form.tsx";
import { passkeyObstacle } from "../../lib/passkey-obstacle.ts";
import { t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import { Entrance } from "./entrance.tsx";
import { PasskeySignIn } from "./passkey-sign-in.tsx";
import { SecondFactor } from "./second-factor.tsx";

/** Name and password, then the second factor where the account has one. Afterwards the screen of the address appears. */
export function SignIn() {
  const queries = useQueryClient();
  const [challenge, setChallenge] = useState<string | null>(null);
  const signedIn = (session: Session) => queries.setQueryData(sessionQuery.queryKey, session);
  const form = useApiForm({
    initial: { login: "", password: "" },
    submit: (values) => tidings.signIn(values),
    onDone: (result) => {
      if ("second_factor" in result) setChallenge(result.challenge);
      else signedIn(result);
    },
  });
  useEffect(() => {
    document.title = `${t`Sign in`} · Tidings`;
  }, []);
  if (challenge) {
    return <SecondFactor challenge={challenge} onSignedIn={signedIn} onBack={() => setChallenge(null)} />;
  }
  return (
    <Entrance title={t`Sign in`}>
      <Form form={form} failure={t`You are not signed in`} unsure={t`You are not signed in yet`}>
        <TextInput
          label={t`User name or e-mail`}
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          {...form.field("login")}
        />
        <PasswordInput label={t`Password`} autoComplete="current-password" {...form.field("password")} />
        <SubmitButton form={form}>{t`Sign in`}</SubmitButton>
      </Form>
      {passkeyObstacle() === null && <PasskeySignIn />}
    </Entrance>
  );
}
