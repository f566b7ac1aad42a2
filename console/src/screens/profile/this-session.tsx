import { useSession } from "../../api/session.ts";
import { Fact, Facts } from "../../components/facts.tsx";
import { Time } from "../../components/time.tsx";
import { t } from "../../lib/translate.ts";
import classes from "./profile.module.css";

export function ThisSession() {
  const { session } = useSession();
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
      <p
        className={classes.quiet}
      >{t`It also ends after two hours without use. If you forgot to sign out somewhere else, change your password.`}</p>
    </div>
  );
}
