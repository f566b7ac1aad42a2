import { PasswordInput, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";

import { tidings } from "../../api/client.ts";
import { keptSession, type Session, sessionQuery } from "../../api/session.ts";
import { Form, SubmitButton } from "../../components/form.tsx";
import { awaitsSetup } from "../../lib/awaits-setup.ts";
import { passkeyObstacle } from "../../lib/passkey-obstacle.ts";
import { signInPlace } from "../../lib/sign-in-place.ts";
import { t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import { Entrance } from "./entrance.tsx";
import { PasskeySignIn } from "./passkey-sign-in.tsx";
import { PlatformSignIn } from "./platform-sign-in.tsx";

/**
 * The sign-in of the console, or of the platform that manages the users. Afterwards the screen of the address appears.
 */
export function SignIn() {
  const place = signInPlace();
  useEffect(() => {
    document.title = `${t`Sign in`} · Tidings`;
  }, []);
  return place === null ? <PasswordSignIn /> : <PlatformSignIn place={place} />;
}

/** Name and password, then the second factor where the account has one. */
function PasswordSignIn() {
  const queries = useQueryClient();
  const [second, setSecond] = useState<ReactNode>(null);
  const signedIn = (session: Session): void => void queries.setQueryData(sessionQuery.queryKey, session);
  const form = useApiForm({
    initial: { login: "", password: "" },
    submit: async (values) => {
      const result = await tidings.signIn(values);
      if (!("second_factor" in result)) return signedIn(result);
      // Most accounts have none: it is no part of the first load.
      const { SecondFactor } = await import("./second-factor.tsx");
      const { challenge } = result;
      setSecond(<SecondFactor challenge={challenge} onSignedIn={signedIn} onBack={() => setSecond(null)} />);
    },
  });
  if (second !== null) return second;
  return (
    <Entrance title={t`Sign in`} lead={leadOf()}>
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

/** Seen before the first sign-in ever only: it is no part of the first load. */
const SetupNote = lazy(async () => ({ default: (await import("./setup-note.tsx")).SetupNote }));

function leadOf(): ReactNode {
  if (keptSession()) return t`Your session has ended. Sign in again, and what you were typing is still there.`;
  return (
    awaitsSetup() && (
      <Suspense fallback={null}>
        <SetupNote />
      </Suspense>
    )
  );
}
