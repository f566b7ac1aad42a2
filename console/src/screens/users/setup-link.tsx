import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";

import { tidings } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { ErrorView } from "../../components/error-view.tsx";
import { Icon } from "../../components/icon.tsx";
import { SecretOnce } from "../../components/secret-once.tsx";
import { t } from "../../lib/translate.ts";
import type { User } from "./columns.tsx";
import classes from "./users.module.css";

type SetupLinkProps = {
  readonly user: User;
  /** The user was created just now. */
  readonly isNew?: boolean;
};

/** The link with which a user chooses their password, so that nobody else knows it. */
export function SetupLink({ user, isNew = false }: SetupLinkProps) {
  const { site } = useSession();
  const create = useMutation({ mutationFn: () => tidings.createSetupLink({ id: user.id }) });
  const origin = site.public_url?.replace(/\/$/, "") ?? location.origin;
  if (create.data) {
    return (
      <div className={classes.link}>
        <SecretOnce
          name={t`Setup link of ${user.name || user.username}`}
          secret={`${origin}/setup#${create.data.token}`}
        />
        <p
          className={classes.note}
        >{t`Send it to them alone: whoever opens it chooses their password. It works once, for 24 hours.`}</p>
      </div>
    );
  }
  return (
    <div className={classes.link}>
      {create.error && <ErrorView error={create.error} title={t`No link was created`} />}
      <p className={classes.note}>
        {isNew
          ? t`They cannot sign in yet: create a link with which they choose their password, and send it to them.`
          : t`For someone who forgot their password, or never had one. Their password is valid until the link is used; their passkeys are removed then.`}
      </p>
      <div>
        <Button
          variant={isNew ? "filled" : "default"}
          leftSection={<Icon name="link" size={14} />}
          loading={create.isPending}
          onClick={() => create.mutate()}
        >{t`Create a setup link`}</Button>
      </div>
    </div>
  );
}
