import { useQuery } from "@tanstack/react-query";

import { tidings } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorView } from "../../components/error-view.tsx";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { t } from "../../lib/translate.ts";
import { ApplicationPasswords } from "../application-passwords/application-passwords.tsx";
import { Passkeys } from "../passkeys/passkeys.tsx";
import { ChangePassword } from "./change-password.tsx";
import { Details } from "./details.tsx";
import { Permissions } from "./permissions.tsx";
import classes from "./profile.module.css";
import { SecondFactor } from "./second-factor.tsx";
import { ThisSession } from "./this-session.tsx";

/** What a person can change about themselves. */
export function Profile() {
  const { site, user } = useSession();
  const own = useQuery({
    queryKey: ["users", "me"],
    queryFn: ({ signal }) => tidings.getCurrentUser({}, { signal }),
    enabled: site.managed_by === null,
  });
  if (site.managed_by) {
    return (
      <Page title={t`Your profile`} width="form">
        <EmptyState
          icon="person"
          title={t`Your account belongs to another site`}
          action={<a href={site.managed_by.application_passwords}>{t`Open your profile there`}</a>}
        >{t`That site manages its users: name, password and application passwords are changed there.`}</EmptyState>
        <Panel title={t`This session`}>
          <ThisSession />
        </Panel>
      </Page>
    );
  }
  return (
    <Page title={t`Your profile`} width="form" lead={<bdi>{user.username}</bdi>}>
      <div className={classes.panels}>
        <Panel title={t`About you`}>
          {own.data && <Details user={own.data} />}
          {!own.data && own.error && <ErrorView error={own.error} onRetry={() => void own.refetch()} />}
          {own.isPending && <Skeleton height={330} />}
        </Panel>
        <Panel
          id="password"
          title={t`Password`}
          lead={t`For signing in here. Programs use application passwords instead.`}
        >
          <ChangePassword />
        </Panel>
        <Panel
          id="second-factor"
          title={t`Second factor`}
          lead={t`A code of an app on your phone, in addition to the password: a password that was stolen is not enough.`}
        >
          <SecondFactor />
        </Panel>
        <section id="passkeys" aria-label={t`Passkeys`}>
          <Passkeys />
        </section>
        <section id="application-passwords" aria-label={t`Application passwords`}>
          <ApplicationPasswords user="me" />
        </section>
        <Panel title={t`This session`}>
          <ThisSession />
        </Panel>
        <Panel title={t`What you may do`}>
          <Permissions />
        </Panel>
      </div>
    </Page>
  );
}
