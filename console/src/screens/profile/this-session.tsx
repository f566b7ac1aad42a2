import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";

import { tidings } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { ErrorView } from "../../components/error-view.tsx";
import { Fact, Facts } from "../../components/facts.tsx";
import { Time } from "../../components/time.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { t } from "../../lib/translate.ts";
import classes from "./profile.module.css";

export function ThisSession() {
  const { session } = useSession();
  const elsewhere = useMutation({
    mutationFn: () => tidings.signOutElsewhere(),
    onSuccess: () => void toast({ message: t`You are now signed in only here.` }),
  });
  if (!session) return <p className={classes.quiet}>{t`You are signed in with an application password.`}</p>;
  return (
    <div className={classes.steps}>
      <Facts>
        <Fact name={t`Signed in`}>
          <Time at={session.signed_in_at} show="exact" />
        </Fact>
        <Fact name={t`Ends at the latest`}>
          <Time at={session.expires_at} show="exact" />
        </Fact>
        {session.passkey !== null && (
          <Fact name={t`Opened with the passkey`}>
            <bdi dir="auto">{session.passkey}</bdi>
          </Fact>
        )}
      </Facts>
      <p className={classes.quiet}>{t`It also ends after two hours without use.`}</p>
      {elsewhere.error && <ErrorView error={elsewhere.error} title={t`Your other sessions did not end`} />}
      <div>
        <Button variant="default" loading={elsewhere.isPending} onClick={() => elsewhere.mutate()}>
          {t`Sign out everywhere else`}
        </Button>
      </div>
    </div>
  );
}
