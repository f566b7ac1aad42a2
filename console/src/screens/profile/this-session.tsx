import { useSession } from "../../api/session.ts";
import { Time } from "../../components/time.tsx";
import { t } from "../../lib/translate.ts";
import classes from "./profile.module.css";

export function ThisSession() {
  const { session } = useSession();
  if (!session) return <p className={classes.quiet}>{t`You are signed in with an application password.`}</p>;
  return (
    <div className={classes.steps}>
      <dl className={classes.facts}>
        <div>
          <dt>{t`Signed in`}</dt>
          <dd>
            <Time at={session.signed_in_at} show="exact" />
          </dd>
        </div>
        <div>
          <dt>{t`Ends at the latest`}</dt>
          <dd>
            <Time at={session.expires_at} show="exact" />
          </dd>
        </div>
        {session.passkey !== null && (
          <div>
            <dt>{t`Opened with the passkey`}</dt>
            <dd>
              <bdi dir="auto">{session.passkey}</bdi>
            </dd>
          </div>
        )}
      </dl>
      <p
        className={classes.quiet}
      >{t`It also ends after two hours without use. If you forgot to sign out somewhere else, change your password.`}</p>
    </div>
  );
}
