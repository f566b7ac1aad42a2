import { useQuery } from "@tanstack/react-query";

import { tidings } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorView } from "../../components/error-view.tsx";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { ApplicationPasswords } from "../application-passwords/application-passwords.tsx";
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
      <Page title="Your profile" width="form">
        <EmptyState
          icon="person"
          title="Your account belongs to another site"
          action={<a href={site.managed_by.application_passwords}>Open your profile there</a>}
        >
          That site manages its users: name, password and application passwords are changed there.
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page title="Your profile" width="form" lead={<bdi>{user.username}</bdi>}>
      <div className={classes.panels}>
        <Panel title="About you">
          {own.data && <Details user={own.data} />}
          {!own.data && own.error && <ErrorView error={own.error} onRetry={() => void own.refetch()} />}
          {own.isPending && <Skeleton height={330} />}
        </Panel>
        <Panel title="Password" lead="For signing in here. Programs use application passwords instead.">
          <ChangePassword />
        </Panel>
        <Panel
          title="Second factor"
          lead="A code of an app on your phone, in addition to the password: a password that was stolen is not enough."
        >
          <SecondFactor />
        </Panel>
        <section aria-label="Application passwords">
          <ApplicationPasswords user="me" />
        </section>
        <Panel title="This session">
          <ThisSession />
        </Panel>
        <Panel title="What you may do">
          <Permissions />
        </Panel>
      </div>
    </Page>
  );
}
