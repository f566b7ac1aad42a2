import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { type Session, sessionQuery } from "../../api/session.ts";
import { ErrorView } from "../../components/error-view.tsx";
import { Icon } from "../../components/icon.tsx";
import { t } from "../../lib/translate.ts";
import classes from "./entrance.module.css";

const ceremony = () => import("../passkeys/ceremony.ts");

/** Without a name, a password or a code: by a button, and among what the browser fills in for the user name. */
export function PasskeySignIn() {
  const queries = useQueryClient();
  const [refused, setRefused] = useState<unknown>(null);
  const signIn = useMutation({
    mutationFn: async () => (await ceremony()).signInWithPasskey(),
    onSuccess: (session) => queries.setQueryData(sessionQuery.queryKey, session),
  });
  const { isPending } = signIn;
  useEffect(() => {
    // The browser has one request at a time.
    if (isPending) return undefined;
    const end = new AbortController();
    const { signal } = end;
    const onSignedIn = (session: Session) => queries.setQueryData(sessionQuery.queryKey, session);
    void ceremony()
      .then(({ offerPasskeys }) => offerPasskeys({ signal, onSignedIn, onRefused: setRefused }))
      .catch(() => undefined);
    return () => end.abort();
  }, [isPending, queries]);
  const error = signIn.error ?? refused;
  return (
    <div className={classes.other}>
      {error !== null && (
        <ErrorView error={error} title={t`You are not signed in`} unsure={t`You are not signed in yet`} />
      )}
      <Button
        variant="default"
        leftSection={<Icon name="key" size={14} />}
        loading={isPending}
        onClick={() => {
          setRefused(null);
          signIn.mutate();
        }}
      >{t`Sign in with a passkey`}</Button>
    </div>
  );
}
